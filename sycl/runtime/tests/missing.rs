//! Messages about a missing or unusable shim.

use rstest::rstest;
use std::path::PathBuf;
use ur_ipc_sycl::{Options, SyclBackend, SyclError};

fn refused(shim: &str) -> SyclError {
    SyclBackend::open(&Options { shim: PathBuf::from(shim) }).err().expect("there is no such shim")
}

#[rstest]
#[case("/no/such/shim.so", "/no/such/shim.so cannot be opened (", "tools/build-sycl-shim.sh builds it")]
#[case("libc.so.6", "libc.so.6 lacks ur_ipc_sycl_abi", "build it anew with tools/build-sycl-shim.sh")]
fn the_message_says_what_to_do(#[case] shim: &str, #[case] what: &str, #[case] advice: &str) {
    let message = refused(shim).to_string();
    assert!(message.contains(what) && message.contains(advice), "{message}");
}
