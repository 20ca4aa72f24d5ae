//! Numbers of requests, as `ioctl` takes them.

/// The parts of a request's number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Request {
    /// The kind of device.
    pub kind: u8,
    /// The number among the kind's.
    pub number: u8,
    /// Bytes of the argument.
    pub size: usize,
    /// Whether the caller gives something.
    pub input: bool,
    /// Whether the caller is given something.
    pub output: bool,
}

impl Request {
    /// Takes a number apart.
    pub const fn decode(request: u32) -> Self {
        Self {
            kind: (request >> 8) as u8,
            number: request as u8,
            size: (request >> 16 & 0x3FFF) as usize,
            input: request >> 30 & 1 != 0,
            output: request >> 31 & 1 != 0,
        }
    }

    /// Puts a number together.
    pub const fn encode(self) -> u32 {
        (self.output as u32) << 31
            | (self.input as u32) << 30
            | (self.size as u32) << 16
            | (self.kind as u32) << 8
            | self.number as u32
    }

    /// A request of a graphics device with an argument that goes both ways.
    pub const fn both<T>(number: u8) -> Self {
        Self { kind: KIND, number, size: size_of::<T>(), input: true, output: true }
    }

    /// A request of a graphics device with an argument that is only given.
    pub const fn given<T>(number: u8) -> Self {
        Self { kind: KIND, number, size: size_of::<T>(), input: true, output: false }
    }
}

/// The kind of graphics devices.
pub const KIND: u8 = b'd';

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rstest::rstest;

    use super::*;
    use crate::uapi::{drm, xe};

    // The numbers on the right are what a C compiler makes of the macros in the headers.
    #[rstest]
    #[case::version(drm::VERSION, 0xC040_6400)]
    #[case::gem_close(drm::GEM_CLOSE, 0x4008_6409)]
    #[case::prime_handle_to_fd(drm::PRIME_HANDLE_TO_FD, 0xC00C_642D)]
    #[case::prime_fd_to_handle(drm::PRIME_FD_TO_HANDLE, 0xC00C_642E)]
    #[case::device_query(xe::DEVICE_QUERY, 0xC028_6440)]
    #[case::gem_create(xe::GEM_CREATE, 0xC038_6441)]
    #[case::vm_bind(xe::VM_BIND, 0x4088_6445)]
    #[case::exec(xe::EXEC, 0x4038_6449)]
    #[case::wait_user_fence(xe::WAIT_USER_FENCE, 0xC048_644A)]
    fn numbers_are_those_of_the_headers(#[case] request: Request, #[case] number: u32) {
        assert_eq!(request.encode(), number, "{:#x}", request.encode());
    }

    proptest! {
        #[test]
        fn every_number_survives(request: u32) {
            prop_assert_eq!(Request::decode(request).encode(), request);
        }
    }
}
