//! The tests of formats, judges and clocks, as one program.

mod brute_epiphany;
mod brute_l4stat;
mod brute_tricore;
mod clocks;
mod common;
mod convert;
mod ctf;
mod ctf_damage;
mod ctf_read;
mod ctf_sound;
mod epiphany;
mod paraver;
mod perfetto;
mod profile;
mod regions;
mod retimed;
mod runs;
mod sensors;
mod synchronisation;
mod trap_names;
mod tricore;
mod tsdl;
mod windows;
