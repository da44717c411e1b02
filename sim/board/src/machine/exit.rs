//! The meaning of a customary halt: success, a status, or a fatal error.
//!
//! An image's convention decides which registers hold it, and its symbols name the convention. An image without one
//! halts with success.

use crate::machine::ended::Ended;
use crate::machine::kinds::HasSymbol;
use trueboard_core::cpu::Core;

/// An image with this symbol leaves its status in the first output register when it halts.
pub const EXIT_STATUS: &str = "__exit_status_in_o0";

/// RTEMS on SPARC halts in this function (`cpukit/score/cpu/sparc/syscall.S`), with its fatal
/// source in %g2 and its fatal code in %g3.
const RTEMS_HALT: &str = "sparc_syscall_exit";
/// `RTEMS_FATAL_SOURCE_EXIT` (`rtems/score/interr.h`): the program called `exit`; the code is its
/// status.
const RTEMS_EXIT: u32 = 5;

/// How core number `core`, a LEON, ended the run when it halted with `status`: what it has in its first
/// output register, whatever that means.
pub fn ended(core: u8, cpu: &dyn Core, has: HasSymbol<'_>, status: u32) -> Ended {
    if has(EXIT_STATUS) {
        return Ended::Exit { core, status };
    }
    if !has(RTEMS_HALT) {
        return Ended::Exit { core, status: 0 };
    }
    match (register(cpu, "g2"), register(cpu, "g3")) {
        (RTEMS_EXIT, status) => Ended::Exit { core, status },
        (source, code) => Ended::Fatal { core, source, code },
    }
}

fn register(cpu: &dyn Core, name: &str) -> u32 {
    let at = cpu.registers().iter().position(|r| r.name == name);
    at.map_or(0, |i| cpu.get(i) as u32)
}
