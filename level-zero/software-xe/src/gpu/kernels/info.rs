//! The description of kernels that compilers put beside their code: `.ze_info`.

use serde::Deserialize;

/// The description of a kernel: how to start it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct KernelInfo {
    name: String,
    #[serde(default)]
    execution_env: ExecutionEnvironment,
    #[serde(default)]
    pub(super) payload_arguments: Vec<PayloadArgument>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Deserialize)]
struct ExecutionEnvironment {
    #[serde(default)]
    offset_to_skip_per_thread_data_load: usize,
    #[serde(default)]
    inline_data_payload_size: usize,
}

/// A part of what a kernel's threads are given.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub(super) struct PayloadArgument {
    pub(super) arg_type: String,
    pub(super) offset: usize,
    pub(super) size: usize,
    /// The kernel's argument that it belongs to.
    pub(super) arg_index: Option<usize>,
    /// The offset within that argument at which it belongs.
    #[serde(default)]
    pub(super) source_offset: usize,
    pub(super) addrmode: Option<String>,
}

#[derive(Deserialize)]
struct Description {
    #[serde(default)]
    kernels: Vec<KernelInfo>,
}

impl KernelInfo {
    /// Finds one kernel in a description.
    pub(super) fn find(description: &[u8], kernel: &str) -> Result<Self, String> {
        let text = std::str::from_utf8(description).map_err(|error| error.to_string())?;
        let text = text.trim_end_matches('\0');
        let description: Description = serde_yaml::from_str(text).map_err(|error| error.to_string())?;
        description
            .kernels
            .into_iter()
            .find(|info| info.name == kernel)
            .ok_or_else(|| format!("it does not describe {kernel}"))
    }

    /// The offset at which threads begin that need not load their local ids, as the hardware has made them.
    pub(super) fn skip(&self) -> usize {
        self.execution_env.offset_to_skip_per_thread_data_load
    }

    /// Bytes of the payload that are in the command itself.
    pub(super) fn inline_size(&self) -> usize {
        self.execution_env.inline_data_payload_size
    }

    /// Bytes of the payload that all threads have in common.
    pub(super) fn payload_size(&self) -> usize {
        self.payload_arguments.iter().map(|part| part.offset.saturating_add(part.size)).max().unwrap_or(0)
    }
}
