//! The entry points on a driver that does nothing.

mod commands;
mod devices;
mod fake;
mod fake_device;
mod memory;
