//! Links the driver.

fn main() {
    // Threads and destructors of thread-local values may outlive the last dlclose.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-z,nodelete");
    // A process may already have a loader's functions of the same names, which the tables must not end up with.
    println!("cargo::rustc-cdylib-link-arg=-Wl,-Bsymbolic");
    println!("cargo::rerun-if-changed=build.rs");
}
