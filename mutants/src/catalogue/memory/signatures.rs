//! The signatures of the entry points that mutants of this family override, for use inside `layer!`, and methods that
//! many of them have.

/// `urIPCGetMemHandleExp`.
macro_rules! get {
    (($self:ident, $context:pat, $mem:pat, $data:pat, $size:pat) $body:block) => {
        unsafe fn ipc_get_mem_handle_exp(
            &$self,
            $context: ::ur_ipc_api::ContextHandle,
            $mem: *mut ::std::ffi::c_void,
            $data: *mut *mut ::std::ffi::c_void,
            $size: *mut usize,
        ) -> ::ur_ipc_api::UrResult $body
    };
}

/// `urIPCPutMemHandleExp`.
macro_rules! put {
    (($self:ident, $context:pat, $data:pat) $body:block) => {
        unsafe fn ipc_put_mem_handle_exp(
            &$self,
            $context: ::ur_ipc_api::ContextHandle,
            $data: *mut ::std::ffi::c_void,
        ) -> ::ur_ipc_api::UrResult $body
    };
}

/// `urIPCOpenMemHandleExp`.
macro_rules! open {
    (($self:ident, $context:pat, $device:pat, $data:pat, $size:pat, $mem:pat) $body:block) => {
        unsafe fn ipc_open_mem_handle_exp(
            &$self,
            $context: ::ur_ipc_api::ContextHandle,
            $device: ::ur_ipc_api::DeviceHandle,
            $data: *mut ::std::ffi::c_void,
            $size: usize,
            $mem: *mut *mut ::std::ffi::c_void,
        ) -> ::ur_ipc_api::UrResult $body
    };
}

/// `urIPCCloseMemHandleExp`.
macro_rules! close {
    (($self:ident, $context:pat, $mem:pat) $body:block) => {
        unsafe fn ipc_close_mem_handle_exp(
            &$self,
            $context: ::ur_ipc_api::ContextHandle,
            $mem: *mut ::std::ffi::c_void,
        ) -> ::ur_ipc_api::UrResult $body
    };
}

/// `urUSMDeviceAlloc`.
macro_rules! alloc {
    (($self:ident, $context:pat, $device:pat, $desc:pat, $pool:pat, $size:pat, $mem:pat) $body:block) => {
        unsafe fn usm_device_alloc(
            &$self,
            $context: ::ur_ipc_api::ContextHandle,
            $device: ::ur_ipc_api::DeviceHandle,
            $desc: *const ::ur_ipc_api::UsmDesc,
            $pool: ::ur_ipc_api::UsmPoolHandle,
            $size: usize,
            $mem: *mut *mut ::std::ffi::c_void,
        ) -> ::ur_ipc_api::UrResult $body
    };
}

/// `urUSMFree`.
macro_rules! free {
    (($self:ident, $context:pat, $mem:pat) $body:block) => {
        unsafe fn usm_free(
            &$self,
            $context: ::ur_ipc_api::ContextHandle,
            $mem: *mut ::std::ffi::c_void,
        ) -> ::ur_ipc_api::UrResult $body
    };
}

/// `urUSMGetMemAllocInfo`.
macro_rules! alloc_info {
    (($self:ident, $context:pat, $mem:pat, $name:pat, $size:pat, $value:pat, $size_ret:pat) $body:block) => {
        unsafe fn usm_get_mem_alloc_info(
            &$self,
            $context: ::ur_ipc_api::ContextHandle,
            $mem: *const ::std::ffi::c_void,
            $name: ::ur_ipc_api::UsmAllocInfo,
            $size: usize,
            $value: *mut ::std::ffi::c_void,
            $size_ret: *mut usize,
        ) -> ::ur_ipc_api::UrResult $body
    };
}

/// `urEnqueueUSMMemcpy`.
macro_rules! copy {
    (
        ($self:ident, $queue:pat, $blocking:pat, $dst:pat, $src:pat, $size:pat, $count:pat, $list:pat, $event:pat)
        $body:block
    ) => {
        unsafe fn enqueue_usm_memcpy(
            &$self,
            $queue: ::ur_ipc_api::QueueHandle,
            $blocking: bool,
            $dst: *mut ::std::ffi::c_void,
            $src: *const ::std::ffi::c_void,
            $size: usize,
            $count: u32,
            $list: *const ::ur_ipc_api::EventHandle,
            $event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult $body
    };
}

/// `urEnqueueUSMFill`.
macro_rules! fill {
    (
        ($self:ident, $queue:pat, $mem:pat, $unit:pat, $pattern:pat, $size:pat, $count:pat, $list:pat, $event:pat)
        $body:block
    ) => {
        unsafe fn enqueue_usm_fill(
            &$self,
            $queue: ::ur_ipc_api::QueueHandle,
            $mem: *mut ::std::ffi::c_void,
            $unit: usize,
            $pattern: *const ::std::ffi::c_void,
            $size: usize,
            $count: u32,
            $list: *const ::ur_ipc_api::EventHandle,
            $event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult $body
    };
}

/// The methods that keep `self.open`, the [`Ranges`](super::support::Ranges) of what is open.
macro_rules! keep_open {
    () => {
        open! { (self, context, device, data, size, mem) {
            // SAFETY: same contract.
            let result = unsafe { self.inner.ipc_open_mem_handle_exp(context, device, data, size, mem) };
            if result.is_success() {
                // SAFETY: written by the successful call.
                self.open.add(&*self.inner, context, unsafe { mem.read() });
            }
            result
        } }

        close! { (self, context, mem) {
            self.open.remove(mem);
            // SAFETY: same contract.
            unsafe { self.inner.ipc_close_mem_handle_exp(context, mem) }
        } }
    };
}

/// A layer whose entry point answers a code, and does nothing else, where a condition on its arguments holds.
macro_rules! answers {
    ($type:ident, get($($arg:ident),*), $condition:expr, $code:ident) => {
        answers!(@ $type, get, ipc_get_mem_handle_exp, ($($arg),*), $condition, $code);
    };
    ($type:ident, put($($arg:ident),*), $condition:expr, $code:ident) => {
        answers!(@ $type, put, ipc_put_mem_handle_exp, ($($arg),*), $condition, $code);
    };
    ($type:ident, open($($arg:ident),*), $condition:expr, $code:ident) => {
        answers!(@ $type, open, ipc_open_mem_handle_exp, ($($arg),*), $condition, $code);
    };
    ($type:ident, close($($arg:ident),*), $condition:expr, $code:ident) => {
        answers!(@ $type, close, ipc_close_mem_handle_exp, ($($arg),*), $condition, $code);
    };
    (@ $type:ident, $entry:ident, $method:ident, ($($arg:ident),*), $condition:expr, $code:ident) => {
        $crate::catalogue::tools::layer!($type {}
            $entry! { (self, $($arg),*) {
                if $condition {
                    return ::ur_ipc_api::UrResult::$code;
                }
                // SAFETY: same contract.
                unsafe { self.inner.$method($($arg),*) }
            } }
        );
    };
}
