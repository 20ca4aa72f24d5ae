//! A backend behind UR's C ABI, in one library of two shapes:
//!
//! - a **loader**, `libur_loader.so`: UR's entry points under their names. So the backend `ur` is tested on all of the suite
//!   where there is no Unified Runtime. There are no layers.
//! - an **adapter**, which UR's own loader opens (`UR_ADAPTERS_FORCE_LOAD`) and asks for tables of entry points. So UR's
//!   own tests run on our backends. If the suite finds a defect only below UR's loader, it comes from the loader or its
//!   layers. The loader hands the table of a single adapter through. With several adapters, or with
//!   `UR_ENABLE_LOADER_INTERCEPT=1`, it looks into handles, and does not find in ours what it expects.
//!
//! `UR_IPC_ABI_BACKEND` chooses the backend as `--backend` of the command does (default: `host`), and `UR_IPC_ABI_ADAPTERS`
//! how often its adapter is listed.

mod adapter;
mod adapters;
mod backend;
mod entry;
mod loader;
