//! The engines, with memory of the tests' own: no kernel driver, no process that shares it.

mod support;

mod atomics;
mod batches;
mod calculations;
mod copies;
mod hostile;
mod kernels;
mod late_writes;
mod registers;
mod semaphores;
mod stores;
mod walkers;
