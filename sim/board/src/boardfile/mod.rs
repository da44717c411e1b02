//! Board files: their form, values that are set, what is built in, and where files come from.

pub(crate) mod built_in;
pub(crate) mod place;
pub mod schema;
pub(crate) mod set;
pub(crate) mod set_power;
pub(crate) mod source;
