//! Entry points by short names for their arguments.

/// An entry point of a layer, by its name and names for the layer and the arguments.
macro_rules! method {
    (event_create_exp($this:ident, $context:ident, $device:ident, $desc:ident, $event:ident) $body:block) => {
        unsafe fn event_create_exp(
            &self,
            $context: ::ur_ipc_api::ContextHandle,
            $device: ::ur_ipc_api::DeviceHandle,
            $desc: *const ::ur_ipc_api::ExpEventDesc,
            $event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (event_retain($this:ident, $event:ident) $body:block) => {
        unsafe fn event_retain(&self, $event: ::ur_ipc_api::EventHandle) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (event_release($this:ident, $event:ident) $body:block) => {
        unsafe fn event_release(&self, $event: ::ur_ipc_api::EventHandle) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (event_wait($this:ident, $count:ident, $list:ident) $body:block) => {
        unsafe fn event_wait(
            &self,
            $count: u32,
            $list: *const ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (event_get_info($this:ident, $event:ident, $name:ident, $size:ident, $value:ident, $size_ret:ident)
        $body:block) => {
        unsafe fn event_get_info(
            &self,
            $event: ::ur_ipc_api::EventHandle,
            $name: ::ur_ipc_api::EventInfo,
            $size: usize,
            $value: *mut ::std::ffi::c_void,
            $size_ret: *mut usize,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (event_get_profiling_info(
        $this:ident, $event:ident, $name:ident, $size:ident, $value:ident, $size_ret:ident
    ) $body:block) => {
        unsafe fn event_get_profiling_info(
            &self,
            $event: ::ur_ipc_api::EventHandle,
            $name: ::ur_ipc_api::ProfilingInfo,
            $size: usize,
            $value: *mut ::std::ffi::c_void,
            $size_ret: *mut usize,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (ipc_get_event_handle_exp($this:ident, $event:ident, $data:ident, $size:ident) $body:block) => {
        unsafe fn ipc_get_event_handle_exp(
            &self,
            $event: ::ur_ipc_api::EventHandle,
            $data: *mut *mut ::std::ffi::c_void,
            $size: *mut usize,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (ipc_put_event_handle_exp($this:ident, $context:ident, $data:ident) $body:block) => {
        unsafe fn ipc_put_event_handle_exp(
            &self,
            $context: ::ur_ipc_api::ContextHandle,
            $data: *mut ::std::ffi::c_void,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (ipc_open_event_handle_exp($this:ident, $context:ident, $data:ident, $size:ident, $event:ident)
        $body:block) => {
        unsafe fn ipc_open_event_handle_exp(
            &self,
            $context: ::ur_ipc_api::ContextHandle,
            $data: *const ::std::ffi::c_void,
            $size: usize,
            $event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (enqueue_events_wait_with_barrier_ext(
        $this:ident, $queue:ident, $properties:ident, $count:ident, $list:ident, $event:ident
    ) $body:block) => {
        unsafe fn enqueue_events_wait_with_barrier_ext(
            &self,
            $queue: ::ur_ipc_api::QueueHandle,
            $properties: *const ::ur_ipc_api::ExpEnqueueExtProperties,
            $count: u32,
            $list: *const ::ur_ipc_api::EventHandle,
            $event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (enqueue_usm_memcpy(
        $this:ident, $queue:ident, $blocking:ident, $to:ident, $from:ident, $size:ident,
        $count:ident, $list:ident, $event:ident
    ) $body:block) => {
        unsafe fn enqueue_usm_memcpy(
            &self,
            $queue: ::ur_ipc_api::QueueHandle,
            $blocking: bool,
            $to: *mut ::std::ffi::c_void,
            $from: *const ::std::ffi::c_void,
            $size: usize,
            $count: u32,
            $list: *const ::ur_ipc_api::EventHandle,
            $event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (enqueue_usm_fill(
        $this:ident, $queue:ident, $to:ident, $pattern_size:ident, $pattern:ident, $size:ident,
        $count:ident, $list:ident, $event:ident
    ) $body:block) => {
        unsafe fn enqueue_usm_fill(
            &self,
            $queue: ::ur_ipc_api::QueueHandle,
            $to: *mut ::std::ffi::c_void,
            $pattern_size: usize,
            $pattern: *const ::std::ffi::c_void,
            $size: usize,
            $count: u32,
            $list: *const ::ur_ipc_api::EventHandle,
            $event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (enqueue_events_wait(
        $this:ident, $queue:ident, $count:ident, $list:ident, $event:ident
    ) $body:block) => {
        unsafe fn enqueue_events_wait(
            &self,
            $queue: ::ur_ipc_api::QueueHandle,
            $count: u32,
            $list: *const ::ur_ipc_api::EventHandle,
            $event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
    (enqueue_events_wait_with_barrier(
        $this:ident, $queue:ident, $count:ident, $list:ident, $event:ident
    ) $body:block) => {
        unsafe fn enqueue_events_wait_with_barrier(
            &self,
            $queue: ::ur_ipc_api::QueueHandle,
            $count: u32,
            $list: *const ::ur_ipc_api::EventHandle,
            $event: *mut ::ur_ipc_api::EventHandle,
        ) -> ::ur_ipc_api::UrResult {
            let $this = self;
            $body
        }
    };
}

pub(super) use method;
