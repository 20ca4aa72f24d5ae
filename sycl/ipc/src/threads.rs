//! Rules for threads: the `Send` and `Sync` of each type.
//!
//! Unified Runtime lets handles move between threads, and calls with different handles run at once. Two threads must not
//! be in calls with the same handle unless that is noted ("Multithreading and Concurrency" in its `INTRO.rst`). So types
//! with a handle are `Send`, and not `Sync`: [`Queue`], [`PhysicalMem`] and [`Event`].
//!
//! Platforms, devices and contexts are both. By the letter of that text no two threads could allocate in one context.
//! Every runtime on top of it does so, DPC++'s above all, and its allocations are noted to be safe. Memory is an address
//! and no handle: [`UsmMemory`], [`OpenedMemory`], [`VirtualMem`] and [`Mapping`] are both too. So is [`Handle`], which
//! is bytes of its own.
//!
//! None of this comes from fields by accident: it is written down with each type, and held to below.

use crate::{
    Context, Device, Error, Event, Handle, Mapping, OpenedMemory, PhysicalMem, Platform, Queue, UsmMemory,
    UsmPointer, VirtualMem,
};
use std::cell::Cell;

/// Makes a type `Send` and not `Sync`.
pub type OneThread = Cell<()>;

const fn any_thread<T: Send + Sync>() {}
const fn one_thread_at_a_time<T: Send>() {}

const _: () = {
    any_thread::<Error>();
    any_thread::<Platform>();
    any_thread::<Device>();
    any_thread::<Context>();
    any_thread::<UsmMemory>();
    any_thread::<UsmPointer<'_>>();
    any_thread::<OpenedMemory>();
    any_thread::<VirtualMem>();
    any_thread::<Mapping>();
    any_thread::<Handle<'_, UsmMemory>>();
    any_thread::<Handle<'_, PhysicalMem>>();
    any_thread::<Handle<'_, Event>>();
    // That these are not `Sync` is held to by an example in the documentation of each.
    one_thread_at_a_time::<Queue>();
    one_thread_at_a_time::<PhysicalMem>();
    one_thread_at_a_time::<Event>();
};
