//! The command line as users and scripts meet it: exit codes, one clear line for every mistake,
//! outputs that fail.

mod boards;
mod checks;
mod common;
mod compare;
mod crashes;
mod ends;
mod extrae;
mod first;
mod host;
mod images;
mod keystone;
mod lab;
mod lab_terminal;
mod loading;
mod mutate;
mod nowhere;
mod openmp;
mod options;
mod outputs;
mod page;
mod parallella;
mod power;
mod presets;
mod profile;
mod real_time;
mod scripts;
mod snapshots;
mod sweep;
mod sync;
mod test_specs;
mod trace;
mod tricore;
mod uncertainty;
mod why;
