//! The tests of whole machines, as one program.

mod debug;
mod host;
mod keystone2;
mod layouts;
mod stops;
