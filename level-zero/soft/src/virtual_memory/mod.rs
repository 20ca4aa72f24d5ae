//! Virtual memory: reserved addresses into which physical memory is mapped.

mod calls;
mod pieces;
mod reservation;

pub use calls::{
    zeVirtualMemFree, zeVirtualMemGetAccessAttribute, zeVirtualMemMap, zeVirtualMemQueryPageSize,
    zeVirtualMemReserve, zeVirtualMemSetAccessAttribute, zeVirtualMemUnmap,
};
