//! Errors, with SYCL's codes.

use std::borrow::Cow;
use std::fmt;
use thiserror::Error;
use ur_ipc_api::UrResult;

/// `sycl::errc`, as far as sharing needs it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
#[doc(alias = "errc")]
#[doc(alias = "sycl::errc")]
#[non_exhaustive]
pub enum Errc {
    /// `errc::invalid`: the call makes no sense, or the bytes are no handle of this platform.
    #[error("errc::invalid")]
    Invalid,
    /// `errc::feature_not_supported`: a device lacks the [`Aspect`](crate::Aspect).
    #[error("errc::feature_not_supported")]
    FeatureNotSupported,
    /// `errc::memory_allocation`: there is no room.
    #[error("errc::memory_allocation")]
    MemoryAllocation,
    /// `errc::runtime`: Unified Runtime answered with an error, which [`Error::ur_result`] has.
    #[error("errc::runtime")]
    Runtime,
}

/// The error of a call, in place of `sycl::exception`.
#[derive(Clone, Debug, PartialEq, Eq)]
#[doc(alias = "exception")]
#[doc(alias = "sycl::exception")]
pub struct Error {
    errc: Errc,
    function: &'static str,
    message: Cow<'static, str>,
    answer: Option<(&'static str, UrResult)>,
}

/// The result of a call.
pub type Result<T, E = Error> = std::result::Result<T, E>;

impl Error {
    /// SYCL's code.
    #[must_use]
    #[doc(alias = "code")]
    pub fn errc(&self) -> Errc {
        self.errc
    }

    /// SYCL's name of the function that failed: `ipc::memory::open`.
    #[must_use]
    pub fn function(&self) -> &'static str {
        self.function
    }

    /// The result of Unified Runtime, if it was called.
    #[must_use]
    pub fn ur_result(&self) -> Option<UrResult> {
        self.answer.map(|(_, result)| result)
    }

    /// Unified Runtime's entry point that answered, where one was asked.
    #[must_use]
    pub fn entry_point(&self) -> Option<&'static str> {
        self.answer.map(|(entry_point, _)| entry_point)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {} ({}", self.function, self.message, self.errc)?;
        if let Some((entry_point, result)) = self.answer {
            write!(f, "; {entry_point} answered {result}")?;
        }
        f.write_str(")")
    }
}

impl std::error::Error for Error {}

/// SYCL's name of a function, which makes the errors of it.
#[derive(Clone, Copy)]
pub struct Function(pub &'static str);

impl Function {
    fn error(
        self,
        errc: Errc,
        message: impl Into<Cow<'static, str>>,
        answer: Option<(&'static str, UrResult)>,
    ) -> Error {
        Error { errc, function: self.0, message: message.into(), answer }
    }

    pub fn invalid(self, message: impl Into<Cow<'static, str>>) -> Error {
        self.error(Errc::Invalid, message, None)
    }

    pub fn not_supported(self, message: impl Into<Cow<'static, str>>) -> Error {
        self.error(Errc::FeatureNotSupported, message, None)
    }

    pub fn runtime(self, message: impl Into<Cow<'static, str>>) -> Error {
        self.error(Errc::Runtime, message, None)
    }

    /// `errc::runtime` for any answer but success, as DPC++'s `checkUrResult` has it.
    pub fn check(self, entry_point: &'static str, result: UrResult) -> Result<()> {
        self.converted(entry_point, result, |_| None)
    }

    /// As [`check`](Self::check), with `errc::invalid` for `INVALID_VALUE`: what bytes are no handle of the platform get.
    pub fn check_open(self, entry_point: &'static str, result: UrResult) -> Result<()> {
        self.converted(entry_point, result, |result| {
            let strange = result == UrResult::ERROR_INVALID_VALUE;
            strange.then_some((Errc::Invalid, "the bytes are no handle of this platform"))
        })
    }

    /// As [`check`](Self::check), with `errc::memory_allocation` where there is no room.
    pub fn check_room(self, entry_point: &'static str, result: UrResult) -> Result<()> {
        self.converted(entry_point, result, |result| {
            let full = matches!(
                result,
                UrResult::ERROR_OUT_OF_RESOURCES
                    | UrResult::ERROR_OUT_OF_HOST_MEMORY
                    | UrResult::ERROR_OUT_OF_DEVICE_MEMORY
            );
            full.then_some((Errc::MemoryAllocation, "there is no room"))
        })
    }

    /// `invalid` with an answer.
    pub fn refused(self, message: &'static str, entry_point: &'static str, result: UrResult) -> Error {
        self.error(Errc::Invalid, message, Some((entry_point, result)))
    }

    fn converted(
        self,
        entry_point: &'static str,
        result: UrResult,
        special: impl FnOnce(UrResult) -> Option<(Errc, &'static str)>,
    ) -> Result<()> {
        if result.is_success() {
            return Ok(());
        }
        let (errc, message) = special(result).unwrap_or((Errc::Runtime, "Unified Runtime failed"));
        Err(self.error(errc, message, Some((entry_point, result))))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rstest::rstest;

    const F: Function = Function("ipc::memory::open");

    #[rstest]
    #[case(UrResult::ERROR_INVALID_VALUE, [Errc::Runtime, Errc::Invalid, Errc::Runtime])]
    #[case(UrResult::ERROR_INVALID_SIZE, [Errc::Runtime; 3])]
    #[case(UrResult::ERROR_INVALID_NULL_POINTER, [Errc::Runtime; 3])]
    #[case(UrResult::ERROR_UNSUPPORTED_FEATURE, [Errc::Runtime; 3])]
    #[case(UrResult::ERROR_OUT_OF_RESOURCES, [Errc::Runtime, Errc::Runtime, Errc::MemoryAllocation])]
    #[case(UrResult::ERROR_OUT_OF_HOST_MEMORY, [Errc::Runtime, Errc::Runtime, Errc::MemoryAllocation])]
    #[case(UrResult::ERROR_OUT_OF_DEVICE_MEMORY, [Errc::Runtime, Errc::Runtime, Errc::MemoryAllocation])]
    #[case(UrResult(0x1234_5678), [Errc::Runtime; 3])]
    fn answers_are_converted_as_by_dpcpp(#[case] result: UrResult, #[case] expected: [Errc; 3]) {
        let checks = [Function::check, Function::check_open, Function::check_room];
        for (check, errc) in checks.into_iter().zip(expected) {
            let error = check(F, "urIPCOpenMemHandleExp", result).expect_err("no success");
            assert_eq!((error.errc(), error.ur_result()), (errc, Some(result)));
            assert_eq!(error.entry_point(), Some("urIPCOpenMemHandleExp"));
            assert_eq!(check(F, "urIPCOpenMemHandleExp", UrResult::SUCCESS), Ok(()));
        }
    }

    #[test]
    fn an_error_says_what_and_where() {
        let error = F.check("urIPCOpenMemHandleExp", UrResult::ERROR_INVALID_SIZE).expect_err("no success");
        assert_eq!(
            error.to_string(),
            "ipc::memory::open: Unified Runtime failed (errc::runtime; urIPCOpenMemHandleExp answered \
             UR_RESULT_ERROR_INVALID_SIZE)"
        );
        let error = F.not_supported("no aspect");
        assert_eq!(error.to_string(), "ipc::memory::open: no aspect (errc::feature_not_supported)");
        assert_eq!((error.ur_result(), error.entry_point()), (None, None));
    }
}
