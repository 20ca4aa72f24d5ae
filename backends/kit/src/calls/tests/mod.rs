//! The entry points on the fake driver.

mod commands;
mod devices;
mod fake;
mod fake_device;
mod memory;
