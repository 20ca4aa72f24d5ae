//! The whole file.

use super::calls::Calls;
use super::helpers::{self, Helper};
use super::parts::{ALWAYS, PROCESSES, SET_UP};
use super::process::{Parts, constant, parts};
use super::script::{Script, Turn};
use super::things::ThingKind;
use std::fmt::Write as _;
use ur_ipc_fixtures::api::Family;
use ur_ipc_model::{BLOCK, Call, Device, verb};
use ur_ipc_report::{c_comment, quoted};

/// Lines are no longer than this, if they can be broken.
const WIDTH: usize = 110;
/// For everything that a program does, in seconds.
const PATIENCE: u32 = 60;

pub(super) fn write(script: &Script, name: &str) -> String {
    let mut calls = Calls::new(script);
    let Parts { of, main } = parts(&mut calls);
    let requires = capabilities(script);
    let second = calls.used.contains(&Helper::Second);
    if !requires.is_empty() {
        calls.used.insert(Helper::Has);
        calls.used.extend(second.then_some(Helper::SecondHas));
    }
    let uses = |helper| calls.used.contains(&helper);
    let in_turns = uses(Helper::Turns) || uses(Helper::Messages);
    let beginnings = beginnings(script, own_number(in_turns));

    let mut text = head(script, name, uses(Helper::Hold));
    for (header, wanted) in [
        ("dirent.h", uses(Helper::CountEntries)),
        ("errno.h", true),
        ("semaphore.h", uses(Helper::Hold)),
        ("signal.h", true),
        ("stdbool.h", true),
        ("stddef.h", uses(Helper::Handle)),
        ("stdint.h", true),
        ("stdio.h", true),
        ("stdlib.h", true),
        ("string.h", true),
        ("sys/prctl.h", true),
        ("sys/resource.h", uses(Helper::Starve)),
        ("sys/stat.h", uses(Helper::Mask)),
        ("sys/wait.h", true),
        ("unified-runtime/ur_api.h", true),
        ("unistd.h", true),
    ] {
        if wanted {
            let _ = writeln!(text, "#include <{header}>");
        }
    }
    text.push('\n');
    let names: Vec<String> = of.keys().map(|process| constant(*process)).collect();
    let letters: String = of.keys().map(ToString::to_string).collect();
    let _ = writeln!(text, "enum {{ {}, PROCESSES }};\n#define NAMES \"{letters}\"", names.join(", "));
    if script.turns.iter().any(|turn| matches!(turn.step.call, Call::Alloc(_))) {
        let _ = writeln!(text, "#define BLOCK {BLOCK}");
    }
    if uses(Helper::Read) {
        let _ = writeln!(text, "#define MOST_READ {}", calls.most_read);
    }
    text.push_str(ALWAYS);
    text.push_str(&helpers::text(&calls.used));
    text.push_str(&set_up(second));
    for (capability, has) in requires {
        let _ = match has {
            true => writeln!(
                text,
                "    if (!has({capability}))\n        unusable(\"the device lacks {capability}\");"
            ),
            false => writeln!(
                text,
                "    if (has({capability}))\n        unusable(\"the device has {capability}\");"
            ),
        };
        if second {
            let not = if has { "!" } else { "" };
            let _ = writeln!(
                text,
                "    if ({not}other_has({capability}))\n        unusable(\"the second device answers {capability} otherwise\");"
            );
        }
    }
    text.push_str("}\n");
    for (process, lines) in &of {
        let _ =
            writeln!(text, "\n/* The program: process {process}. */\nstatic void process_{process}(void) {{");
        for line in lines {
            text.push_str(&broken(line));
        }
        text.push_str("}\n");
    }
    text.push_str(PROCESSES);
    text.push_str(&main_function(
        &of.keys().map(ToString::to_string).collect::<Vec<_>>(),
        &main,
        in_turns,
        &beginnings,
    ));
    text
}

fn head(script: &Script, name: &str, threads: bool) -> String {
    let mut text = "/*\n".to_owned();
    for line in &script.about {
        let _ = writeln!(text, "{}", format!(" * {}", c_comment(line)).trim_end());
    }
    let source = c_comment(&quoted(&format!("{name}.c")));
    let pthread = if threads { " -pthread" } else { "" };
    let _ = write!(
        text,
        " *
 * cc -std=c11{pthread} -I UR/include {source} -o bug -L UR/lib -l:libur_loader.so.0 && LD_LIBRARY_PATH=UR/lib ./bug [DEVICE]
 *
 * DEVICE is a part of the name of a platform or device. The default is UR's first device.
 * ONEAPI_DEVICE_SELECTOR selects the adapters that UR loads, for example level_zero:gpu.
 *
 * Exit codes: 0 no defect shows, 1 the defect shows, 2 inconclusive.
 * Made by `ur-ipc-cts reproduce`. It prints each step with its expectation, the requirements of ur-ipc-cts behind it, and the
 * observation. Each process is this program started anew.
 */
#define _GNU_SOURCE
"
    );
    text
}

/// The code that finds the device, and the second one of its platform if that is used.
fn set_up(second: bool) -> String {
    let found = "                device = devices[k];\n";
    match second {
        true => {
            SET_UP.replace(found, &format!("{found}                find_other(devices, device_count);\n"))
        }
        false => SET_UP.to_owned(),
    }
}

/// Lists the capabilities that the program needs of the device (`true`), and those that the device has to lack
/// (`false`).
fn capabilities(script: &Script) -> Vec<(&'static str, bool)> {
    let things = &script.things;
    let shares = |family| {
        move |turn: &Turn| match turn.step.call {
            Call::Get(verb::Get { of, .. }) => match things.kind(of) {
                ThingKind::Physical => family == Family::Physical,
                ThingKind::Event => family == Family::Event,
                _ => family == Family::Memory,
            },
            Call::Physical(verb::Physical { shared: true, .. }) => family == Family::Physical,
            Call::Event(verb::Event { shared: true, .. }) => family == Family::Event,
            _ => false,
        }
    };
    let Device { memory, physical, event, .. } = script.device;
    let any = |about: &dyn Fn(&Turn) -> bool| script.turns.iter().any(about);
    let mut all = vec![
        (
            "UR_DEVICE_INFO_VIRTUAL_MEMORY_SUPPORT",
            true,
            any(&|turn| matches!(turn.step.call, Call::Physical(_) | Call::PhysicalWrong(_))),
        ),
        (
            "UR_DEVICE_INFO_REUSABLE_EVENTS_SUPPORT_EXP",
            true,
            any(&|turn| matches!(turn.step.call, Call::Event(_))),
        ),
        (
            "UR_DEVICE_INFO_ENQUEUE_HOST_TASK_SUPPORT_EXP",
            true,
            any(&|turn| matches!(turn.step.call, Call::Hold(_))),
        ),
        ("UR_DEVICE_INFO_IPC_MEMORY_SUPPORT_EXP", memory, any(&shares(Family::Memory))),
        ("UR_DEVICE_INFO_IPC_PHYSICAL_MEMORY_SUPPORT_EXP", physical, any(&shares(Family::Physical))),
        ("UR_DEVICE_INFO_IPC_EVENT_SUPPORT_EXP", event, any(&shares(Family::Event))),
    ];
    all.retain(|(_, _, wanted)| *wanted);
    all.into_iter().map(|(capability, has, _)| (capability, has)).collect()
}

/// The variable in which a process has its number.
const fn own_number(in_turns: bool) -> &'static str {
    if in_turns { "self" } else { "number" }
}

/// The lines by which processes begin in an unusual way. They are run before the first call.
fn beginnings(script: &Script, which: &str) -> String {
    let begins = |turn: &Turn| {
        let (process, how) = (constant(turn.step.process), turn.step.call.beginning()?.word());
        Some(format!("        if ({which} == {process})\n            begin_{how}();\n"))
    };
    script.turns.iter().filter_map(begins).collect()
}

fn main_function(processes: &[String], steps: &[String], in_turns: bool, beginnings: &str) -> String {
    let functions: Vec<String> = processes.iter().map(|process| format!("process_{process}")).collect();
    let mut text = format!(
        "
int main(int count, char **arguments) {{
    static void (*const programs[])(void) = {{{}}};
    setvbuf(stdout, NULL, _IONBF, 0);
    if (count == 4 && strcmp(arguments[1], PROCESS) == 0) {{
        alarm(2 * {PATIENCE});
",
        functions.join(", ")
    );
    let which = own_number(in_turns);
    let declared = if in_turns { "" } else { "int " };
    let _ = write!(
        text,
        "        {declared}{which} = arguments[2][0] - 'a';
{beginnings}        set_up({which}, arguments[3]);
        programs[{which}]();
        for (;;)
            pause();
    }}
    if (count > 2)
        end(2, \"usage: bug [DEVICE], a part of the name of a device\");
"
    );
    if in_turns {
        text.push_str(
            "    for (int i = 0; i < PROCESSES; i++) {
        int ends[2];
        if (pipe(ends) || dup2(ends[0], INBOX(i)) < 0 || dup2(ends[1], INBOX(i) + 1) < 0)
            end(2, \"inconclusive: no pipe\");
        close(ends[0]);
        close(ends[1]);
    }
",
        );
    }
    let _ = write!(
        text,
        "    /* A call that does not return is a defect, too. */
    sigaction(SIGALRM, &(struct sigaction){{.sa_handler = awake}}, NULL);
    signal(SIGCHLD, SIG_DFL);
    alarm({PATIENCE});
    for (int i = 0; i < PROCESSES; i++)
        start(i, count > 1 ? arguments[1] : \"\");
"
    );
    for step in steps {
        let _ = writeln!(text, "    {step}");
    }
    text.push_str("    end(0, \"no defect shows\");\n}\n");
    text
}

/// A line of a function, broken behind commas where it is too long; a string that does not fit into a line becomes two.
fn broken(line: &str) -> String {
    if line.is_empty() {
        return "\n".to_owned();
    }
    let inner = line.len() - line.trim_start().len();
    let (mut text, mut now) = (String::new(), " ".repeat(4));
    let mut next_line = |now: &mut String, quote: &str| {
        text.push_str(if quote.is_empty() { now.trim_end() } else { now });
        text.push_str(quote);
        text.push('\n');
        *now = " ".repeat(4 + inner + 4) + quote;
    };
    for argument in arguments(line) {
        if now.len() + argument.trim_end().len() > WIDTH && !now.trim().is_empty() {
            next_line(&mut now, "");
        }
        for part in argument.split_inclusive(", ") {
            if now.len() + part.trim_end().len() > WIDTH && now.trim().len() > 1 {
                next_line(&mut now, "\"");
            }
            now.push_str(part);
        }
    }
    text + &now + "\n"
}

/// Splits a line after commas that are in no string. The pieces keep their commas.
fn arguments(line: &str) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    let mut in_string = false;
    for part in line.split_inclusive(", ") {
        match all.last_mut() {
            Some(last) if in_string => last.push_str(part),
            _ => all.push(part.to_owned()),
        }
        in_string ^= part.matches('"').count() % 2 == 1;
    }
    all
}
