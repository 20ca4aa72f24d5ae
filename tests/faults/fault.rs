//! Faults: what a backend does instead of its work.

macro_rules! faults {
    ($($(#[doc = $what:literal])* $fault:ident $name:literal,)*) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Fault {
            $($(#[doc = $what])* $fault,)*
        }

        impl Fault {
            pub const ALL: &[Self] = &[$(Self::$fault,)*];

            /// The name, as in the names of trials.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$fault => $name,)*
                }
            }

            /// A short description.
            pub const fn what(self) -> &'static str {
                match self {
                    $(Self::$fault => concat!($($what)*),)*
                }
            }
        }
    };
}

faults! {
    /// Nothing: all is well.
    None "none",
    /// Reports the device as lost.
    DeviceLost "device_lost",
    /// Writes to memory that is not there.
    Segfault "segfault",
    /// Calls `abort`.
    Abort "abort",
    /// Kills itself by SIGKILL.
    Kill "kill",
    /// Kills its whole process group.
    KillGroup "kill_group",
    /// Is ended by a timer that it set.
    Alarm "alarm",
    /// Calls itself without end.
    StackOverflow "stack_overflow",
    /// Panics.
    Panic "panic",
    /// Calls `exit(0)`.
    ExitZero "exit_zero",
    /// Calls `_exit(3)`.
    ExitAtOnce "exit_at_once",
    /// Needs more memory than there is, and aborts.
    MemoryAbort "memory_abort",
    /// Takes all memory that there is, and keeps it.
    MemoryTaken "memory_taken",
    /// Writes all over the harness' call log, and then to memory that is not there.
    Scribble "scribble",
    /// Leaves a daemon behind that holds all descriptors open, and dies.
    ForkAndDie "fork_and_die",
    /// Forks and goes on in the child only, as daemons do.
    ForkAndGoOn "fork_and_go_on",
    /// Forks, and both go on.
    ForkInTwo "fork_in_two",
    /// Never returns.
    Hang "hang",
    /// Never returns, with all signals blocked and ignored.
    HangDeaf "hang_deaf",
    /// Never returns, in another process group.
    HangElsewhere "hang_elsewhere",
    /// Waits for a child in `vfork` that never ends.
    HangInVfork "hang_in_vfork",
    /// Stops its process.
    Stop "stop",
    /// Becomes another program.
    Exec "exec",
    /// Writes rubbish to every socket.
    Garble "garble",
    /// Closes all descriptors but the standard ones.
    CloseAll "close_all",
    /// Puts /dev/null in the place of all descriptors but the standard ones.
    ReplaceAll "replace_all",
    /// Closes the standard streams.
    CloseStreams "close_streams",
    /// Writes to descriptors 0, 1 and 2.
    WriteStreams "write_streams",
    /// Prints megabytes.
    Flood "flood",
    /// Uses up all descriptors.
    Exhaust "exhaust",
    /// Lowers the limit of descriptors to 0.
    NoDescriptors "no_descriptors",
    /// Lowers the limits of file size and processes to 0.
    NoLimits "no_limits",
    /// Leaves a daemon behind.
    Daemon "daemon",
    /// Leaves a daemon behind that nothing shows the origin of.
    DaemonInDisguise "daemon_in_disguise",
    /// Leaves threads behind.
    Threads "threads",
    /// Changes the working directory.
    Chdir "chdir",
    /// Sets a umask that forbids everything.
    Umask "umask",
    /// Blocks all signals.
    BlockSignals "block_signals",
    /// Ignores all signals.
    IgnoreSignals "ignore_signals",
    /// Handles all signals.
    HandleSignals "handle_signals",
    /// Is interrupted by a timer every millisecond.
    AlarmStorm "alarm_storm",
    /// Calls off its death with its parent.
    Undead "undead",
    /// Closes all descriptors but the standard ones and the channel to the harness: those of peers.
    ClosePeers "close_peers",
    /// Hears no more orders.
    Deafen "deafen",
    /// Answers in the place of the test that it is called by.
    Answer "answer",
    /// Leaves a file behind.
    LeaveFile "leave_file",
    /// Leaves a thread behind that dies during the next test.
    DieLater "die_later",
    /// Works for four seconds.
    Slow "slow",
    /// Stops the process that has started its own.
    StopParent "stop_parent",
    /// Leaves a pipe in the place of a file where calls are noted for a trace.
    LeavePipe "leave_pipe",
}

impl Fault {
    pub fn named(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|fault| fault.name() == name)
    }
}
