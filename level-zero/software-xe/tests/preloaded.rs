//! The library as programs use it. This test program starts itself anew with the library preloaded. There it acts as a
//! driver does, by the C library alone.

use std::ffi::CString;
use std::io::Read as _;
use std::os::fd::{AsRawFd as _, FromRawFd as _, OwnedFd};
use std::os::unix::process::ExitStatusExt as _;
use std::path::PathBuf;
use std::process::{Command, Output};

/// The variable with the role of a process that was started anew.
const ROLE: &str = "PRELOADED_ROLE";

/// `_IOWR('d', number, size)`
const fn both(number: u64, size: u64) -> u64 {
    3 << 30 | size << 16 | (b'd' as u64) << 8 | number
}

const VERSION: u64 = both(0x00, 64);
const PRIME_HANDLE_TO_FD: u64 = both(0x2D, 12);
const PRIME_FD_TO_HANDLE: u64 = both(0x2E, 12);
const GEM_CREATE: u64 = both(0x41, 56);
const GEM_MMAP_OFFSET: u64 = both(0x42, 40);

fn library() -> PathBuf {
    let mut path = std::env::current_exe().unwrap();
    path.set_file_name("libsoftware_xe.so");
    path
}

/// Starts the test of this name anew, preloaded, as the one that plays a role.
fn preloaded(test: &str, settings: &[(&str, &str)]) -> Output {
    let machine = format!("preloaded-{}-{test}", std::process::id());
    Command::new(std::env::current_exe().unwrap())
        .args([test, "--exact", "--nocapture", "--test-threads=1"])
        .env("LD_PRELOAD", library())
        .env(ROLE, test)
        .env("SOFTWARE_XE_MACHINE", machine)
        .envs(settings.iter().copied())
        .output()
        .unwrap()
}

/// In the process of the test itself: starts it anew and expects that it succeeds. In the other: whether to go on.
fn is_preloaded(test: &str, settings: &[(&str, &str)]) -> bool {
    if std::env::var_os(ROLE).is_some() {
        return true;
    }
    let output = preloaded(test, settings);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    false
}

fn open_device() -> OwnedFd {
    open_node("/dev/dri/by-path/pci-0000:03:00.0-render")
}

fn open_node(path: &str) -> OwnedFd {
    let path = CString::new(path).unwrap();
    // SAFETY: the path ends with a zero, and the descriptor is nobody else's.
    unsafe {
        let fd = libc::open(path.as_ptr(), libc::O_RDWR | libc::O_CLOEXEC);
        assert!(fd >= 0, "{}", std::io::Error::last_os_error());
        OwnedFd::from_raw_fd(fd)
    }
}

/// Makes a request, and tells the error.
fn request<T>(device: &OwnedFd, number: u64, argument: &mut T) -> Result<(), i32> {
    // SAFETY: the argument is as large as the number says.
    let result = unsafe { libc::ioctl(device.as_raw_fd(), number, std::ptr::from_mut(argument)) };
    if result == 0 { Ok(()) } else { Err(std::io::Error::last_os_error().raw_os_error().unwrap()) }
}

/// An object in local memory: `struct drm_xe_gem_create` in words.
fn create(device: &OwnedFd, size: u64) -> Result<u32, i32> {
    let mut words = [0, size, 2, 0, 2, 0, 0];
    request(device, GEM_CREATE, &mut words)?;
    Ok((words[3] >> 32) as u32)
}

fn map(device: &OwnedFd, handle: u32, length: usize) -> *mut u8 {
    let mut words = [0_u64, handle.into(), 0, 0, 0];
    request(device, GEM_MMAP_OFFSET, &mut words).unwrap();
    let (protection, offset) = (libc::PROT_READ | libc::PROT_WRITE, words[2] as i64);
    // SAFETY: the kernel chooses a free place.
    let place = unsafe {
        libc::mmap(std::ptr::null_mut(), length, protection, libc::MAP_SHARED, device.as_raw_fd(), offset)
    };
    assert_ne!(place, libc::MAP_FAILED, "{}", std::io::Error::last_os_error());
    place.cast()
}

#[test]
fn files_show_the_device() {
    if !is_preloaded("files_show_the_device", &[("SOFTWARE_XE_DEVICES", "b580,lnl")]) {
        return;
    }
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    assert_eq!(read("/sys/bus/pci/devices/0000:03:00.0/device"), "0xe20b\n");
    assert_eq!(read("/sys/class/drm/renderD129/device/device"), "0x64a0\n");
    assert_eq!(std::fs::read_dir("/dev/dri/by-path").unwrap().count(), 4);
    let target = std::fs::read_link("/sys/dev/char/226:128").unwrap();
    assert!(target.ends_with("drm/renderD128"), "{target:?}");
    let missing = std::fs::File::open("/dev/dri/renderD130");
    assert_eq!(missing.unwrap_err().raw_os_error(), Some(libc::ENOENT));
    // Everything else is the machine's own.
    let mut own = String::new();
    std::fs::File::open("/proc/self/comm").unwrap().read_to_string(&mut own).unwrap();
    assert!(!own.is_empty());
}

#[test]
fn a_device_is_opened_anew_by_its_descriptor() {
    if !is_preloaded("a_device_is_opened_anew_by_its_descriptor", &[]) {
        return;
    }
    let primary = open_node("/dev/dri/card0");
    let handle = create(&primary, 65536).unwrap();
    let path = format!("/proc/self/fd/{}", primary.as_raw_fd());
    assert_eq!(std::fs::read_link(&path).unwrap().to_str(), Some("/dev/dri/card0"));
    // It has handles of its own.
    let again = open_node(&path);
    assert_eq!(create(&again, 65536), Ok(handle));
    // SAFETY: all zero is a value of it.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is this test's own.
    assert_eq!(unsafe { libc::fstat(again.as_raw_fd(), &mut stat) }, 0);
    assert_eq!(stat.st_rdev, libc::makedev(226, 0));
}

#[test]
fn requests_are_served() {
    if !is_preloaded("requests_are_served", &[]) {
        return;
    }
    let device = open_device();
    let mut name = [0_u8; 4];
    let mut version = [0_u64; 8];
    (version[2], version[3]) = (4, name.as_mut_ptr() as u64);
    request(&device, VERSION, &mut version).unwrap();
    assert_eq!(&name[..2], b"xe");
    // SAFETY: all zero is a value of it.
    let mut stat: libc::stat = unsafe { std::mem::zeroed() };
    // SAFETY: the structure is this test's own.
    assert_eq!(unsafe { libc::fstat(device.as_raw_fd(), &mut stat) }, 0);
    assert_eq!((stat.st_mode & libc::S_IFMT, stat.st_rdev), (libc::S_IFCHR, libc::makedev(226, 128)));
    // A copy is the same device, also when the first is closed.
    let copy = device.try_clone().unwrap();
    drop(device);
    let handle = create(&copy, 65536).unwrap();
    let place = map(&copy, handle, 65536);
    // SAFETY: it is mapped.
    unsafe { place.write(7) };
    // SAFETY: as above; a second mapping is the same memory.
    assert_eq!(unsafe { map(&copy, handle, 65536).read_volatile() }, 7);
}

#[test]
fn an_object_takes_no_descriptor() {
    if !is_preloaded("an_object_takes_no_descriptor", &[]) {
        return;
    }
    let device = open_device();
    let lowest = || std::fs::File::open("/dev/null").unwrap().as_raw_fd();
    let before = lowest();
    for _ in 0..2000 {
        create(&device, 4096).unwrap();
    }
    assert_eq!(lowest(), before);
    let mut prime = [1_u32, libc::O_CLOEXEC as u32, 0];
    request(&device, PRIME_HANDLE_TO_FD, &mut prime).unwrap();
    assert_eq!(prime[2] as i32, before, "the lowest number that is free");
}

#[test]
fn processes_share_an_object() {
    const TEST: &str = "processes_share_an_object";
    if !is_preloaded(TEST, &[]) {
        return;
    }
    let device = open_device();
    if let Ok(fd) = std::env::var("PRELOADED_FD") {
        let mut prime = [0_u32, 0, fd.parse().unwrap()];
        request(&device, PRIME_FD_TO_HANDLE, &mut prime).unwrap();
        // SAFETY: it is mapped.
        unsafe { map(&device, prime[0], 65536).add(100).write(42) };
        return;
    }
    let handle = create(&device, 65536).unwrap();
    let place = map(&device, handle, 65536);
    // Without the flag the other program has it.
    let mut prime = [handle, 0, 0];
    request(&device, PRIME_HANDLE_TO_FD, &mut prime).unwrap();
    let output = preloaded(TEST, &[("PRELOADED_FD", &prime[2].to_string())]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // SAFETY: it is mapped.
    assert_eq!(unsafe { place.add(100).read_volatile() }, 42);
}

#[test]
fn local_memory_is_one_for_all_processes() {
    const TEST: &str = "local_memory_is_one_for_all_processes";
    if !is_preloaded(TEST, &[("SOFTWARE_XE_VRAM", "1M")]) {
        return;
    }
    let device = open_device();
    if std::env::var_os("PRELOADED_SECOND").is_some() {
        assert_eq!(create(&device, 768 << 10), Err(libc::ENOMEM));
        create(&device, 256 << 10).unwrap();
        return;
    }
    create(&device, 768 << 10).unwrap();
    let machine = std::env::var("SOFTWARE_XE_MACHINE").unwrap();
    let settings = [("PRELOADED_SECOND", "1"), ("SOFTWARE_XE_MACHINE", machine.as_str())];
    let output = preloaded(TEST, &settings);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    // What the other had is free again, though it did not give it back.
    create(&device, 256 << 10).unwrap();
}

#[test]
fn a_fork_is_told_that_it_must_open_its_own() {
    if !is_preloaded("a_fork_is_told_that_it_must_open_its_own", &[]) {
        return;
    }
    let device = open_device();
    // SAFETY: the child calls what a fork of a program with threads may, and the library, which is made for it.
    let child = unsafe { libc::fork() };
    if child == 0 {
        let mut words = [0_u64; 8];
        let inherited = request(&device, VERSION, &mut words) == Err(libc::ENODEV);
        let own = request(&open_device(), VERSION, &mut words) == Ok(());
        // SAFETY: the child ends here.
        unsafe { libc::_exit(if inherited && own { 0 } else { 1 }) };
    }
    let mut status = 0;
    // SAFETY: the status is this test's own.
    assert_eq!(unsafe { libc::waitpid(child, &mut status, 0) }, child);
    assert_eq!(status, 0);
}

#[test]
fn tracing_is_allowed_as_the_settings_say() {
    const TEST: &str = "tracing_is_allowed_as_the_settings_say";
    for yama in ["absent", "present"] {
        if !is_preloaded(TEST, &[("SOFTWARE_XE_YAMA", yama)]) {
            continue;
        }
        // SAFETY: no memory is passed.
        let result = unsafe { libc::prctl(libc::PR_SET_PTRACER, -1_i64, 0, 0, 0) };
        let expected = if std::env::var("SOFTWARE_XE_YAMA").unwrap() == "present" { 0 } else { -1 };
        assert_eq!(result, expected);
        return;
    }
}

#[test]
fn programs_can_tell_that_there_is_no_hardware() {
    if !is_preloaded("programs_can_tell_that_there_is_no_hardware", &[]) {
        return;
    }
    // SAFETY: the name ends with a zero.
    let symbol = unsafe { libc::dlsym(libc::RTLD_DEFAULT, c"hardware_stand_in".as_ptr()) };
    assert!(!symbol.is_null());
    // SAFETY: the function of that name has this type, and gives a text that stays.
    let words = unsafe {
        let function: extern "C" fn() -> *const libc::c_char = std::mem::transmute(symbol);
        std::ffi::CStr::from_ptr(function())
    };
    assert_eq!(words.to_bytes(), b"a software kernel driver");
}

#[test]
fn faults_are_as_asked_for() {
    let settings = [("SOFTWARE_XE_FAULTS", "GEM_CREATE:2=ENOSPC,GEM_MMAP_OFFSET:1=dies")];
    const TEST: &str = "faults_are_as_asked_for";
    if std::env::var_os(ROLE).is_none() {
        let output = preloaded(TEST, &settings);
        assert_eq!(output.status.signal(), Some(libc::SIGKILL), "{output:?}");
        return;
    }
    let device = open_device();
    assert_eq!(create(&device, 4096), Ok(1));
    assert_eq!(create(&device, 4096), Err(libc::ENOSPC));
    map(&device, 1, 4096);
}

#[test]
fn a_bad_setting_ends_the_process_with_a_message() {
    let output = preloaded("requests_are_served", &[("SOFTWARE_XE_VRAM", "much")]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.contains("software-xe: SOFTWARE_XE_VRAM=much: a size is a number"), "{message}");
}
