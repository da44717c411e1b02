//! The tests of formats, as one program.

mod common;
mod convert;
mod ctf;
mod ctf_damage;
mod ctf_read;
mod ctf_sound;
mod paraver;
mod perfetto;
mod retimed;
mod trap_names;
mod tsdl;
mod vcd;
