//! The status of a shim function, as the contract has it.

use ur_ipc_api::UrResult;
use ur_ipc_api::implement::checks::Ur;
use ur_ipc_api::sycl::{Errc, Error, Result};

/// The shim's status if there is nothing to call (`NOT_OFFERED` in `shim/shim.hpp`).
const NOT_OFFERED: i32 = -2;

/// The error that a status other than 0 stands for.
pub(crate) fn error(status: i32, message: String) -> Error {
    if status == NOT_OFFERED {
        return Error::left_out(&message);
    }
    // Any other that is negative is an exception without an errc.
    let errc = u32::try_from(status).map_or(Errc::NONE, Errc);
    let ur = ur_result(&message);
    Error { errc, message, ur }
}

/// Converts SYCL's answer to a query to Unified Runtime's terms.
pub(crate) fn answered<T>(answer: Result<T>) -> Ur<T> {
    answer.map_err(|error| error.ur.unwrap_or(UrResult::ERROR_UNSUPPORTED_ENUMERATION))
}

/// Finds the result of Unified Runtime in a message: the exceptions of DPC++ have it in words alone. An example is
/// "level_zero backend failed with error: 45 (UR_RESULT_ERROR_INVALID_ARGUMENT)".
fn ur_result(message: &str) -> Option<UrResult> {
    let (_, number) = message.split_once("backend failed with error: ")?;
    let end = number.find(|c: char| !c.is_ascii_digit()).unwrap_or(number.len());
    number[..end].parse().ok().map(UrResult)
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    #[rstest]
    #[case(
        1,
        "level_zero backend failed with error: 48 (UR_RESULT_ERROR_X)",
        Errc::RUNTIME,
        Some(UrResult(48))
    )]
    #[case(8, "HandleData data size does not correspond", Errc::INVALID, None)]
    #[case(1, "cuda backend failed with error: ", Errc::RUNTIME, None)]
    #[case(-1, "std::bad_alloc", Errc::NONE, None)]
    fn a_status_is_an_exception(
        #[case] status: i32,
        #[case] message: &str,
        #[case] errc: Errc,
        #[case] ur: Option<UrResult>,
    ) {
        let error = error(status, message.to_owned());
        assert_eq!((error.errc, error.ur, error.message.as_str()), (errc, ur, message));
    }

    #[test]
    fn what_is_not_offered_is_left_out() {
        let error = error(NOT_OFFERED, "views of handles are of C++20".to_owned());
        assert_eq!(error.why_left_out(), Some("views of handles are of C++20"));
    }
}
