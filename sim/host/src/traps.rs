//! The host serves cores that executed TRAP: it finds them halted, does what they ask, and lets
//! them go on. Services: newlib's libgloss for Epiphany.

use crate::chip::{Chip, CoreAt};
use crate::chip::{DEBUGCMD, DEBUGSTATUS, HALT, OWN, PC, R0};
use crate::env::{Env, Want};
use crate::words::word;
use serde::{Deserialize, Serialize};

/// One poll of all started cores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub(crate) struct Traps {
    pub chip: Chip,
}

/// How far it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Serving {
    /// Place in the list of cores.
    core: usize,
    part: Part,
    pc: u32,
    trap: u32,
    /// r0 to r3.
    args: [u32; 4],
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
enum Part {
    Look,
    Looked,
    Where,
    Code,
    Args,
    Text,
    Result,
    Errno,
    Pc,
    Resume,
}

/// TRAP: `tttttt1111100010` (architecture reference, instruction set).
fn trap_code(code: u16) -> Option<u32> {
    (code & 0x3ff == 0x3e2).then_some(u32::from(code >> 10))
}

const WRITE: u32 = 0;
const READ: u32 = 1;
const EXIT: u32 = 3;
const PASS: u32 = 4;
const FAIL: u32 = 5;
const CLOSE: u32 = 6;
const EXTENDED: u32 = 7;
/// Of the extended service, in r3.
const EXTENDED_CLOSE: u32 = 3;
const EXTENDED_READ: u32 = 4;
const EXTENDED_WRITE: u32 = 5;
/// errno of a service that the host does not have.
const ENOSYS: u32 = 88;
/// Bytes that one call can print.
const MOST: u32 = 0x1_0000;

impl Traps {
    pub fn begin(&self) -> Serving {
        Serving {
            core: 0,
            part: Part::Look,
            pc: 0,
            trap: 0,
            args: [0; 4],
        }
    }

    pub fn go_on(&self, s: &mut Serving, got: &[u8], env: &mut Env<'_>) -> Want {
        loop {
            let number = env.shared.served.get(s.core).copied();
            let Some(core) = number.and_then(|n| self.chip.numbered(n)) else {
                return Want::Next;
            };
            if let Some(want) = self.core(core, s, got, env) {
                return want;
            }
            s.core += 1;
            s.part = Part::Look;
        }
    }

    /// Continues with one core; `None` when it is done.
    fn core(&self, core: CoreAt, s: &mut Serving, got: &[u8], env: &mut Env<'_>) -> Option<Want> {
        let read = |local: u32, bytes| {
            Some(Want::Read {
                at: core.global(local),
                bytes,
            })
        };
        let write = |local: u32, value| Some(Want::write_word(core.global(local), value));
        let (next, want) = match s.part {
            Part::Look if env.shared.exits.contains_key(&core.number) => return None,
            Part::Look => (Part::Looked, read(DEBUGSTATUS, 4)),
            Part::Looked if word(got, 0) & HALT == 0 => return None,
            Part::Looked => (Part::Where, read(PC, 4)),
            // The instruction that halted it is at the PC, or is the one before.
            Part::Where => {
                s.pc = word(got, 0);
                (Part::Code, read(s.pc.saturating_sub(2) & !1, 4))
            }
            Part::Code => {
                let [before, at] = [word(got, 0) as u16, (word(got, 0) >> 16) as u16];
                let (trap, resume) = match (trap_code(at), trap_code(before)) {
                    (Some(t), _) => (t, s.pc.wrapping_add(2)),
                    (None, Some(t)) => (t, s.pc),
                    (None, None) => {
                        if !env.shared.stuck.contains(&core.number) {
                            env.shared.stuck.push(core.number);
                            let what =
                                format!("{} is halted at {:#x}, not by TRAP", core.name(), s.pc);
                            env.warn(&what);
                        }
                        return None;
                    }
                };
                (s.trap, s.pc) = (trap, resume);
                (Part::Args, read(R0, 16))
            }
            Part::Args => {
                s.args = [word(got, 0), word(got, 4), word(got, 8), word(got, 12)];
                return self.serve(core, s, env);
            }
            Part::Text => {
                env.bus.print(core.number, env.now, got);
                s.args = [got.len() as u32, 0, 0, 0];
                (Part::Result, write(R0, s.args[0]))
            }
            Part::Result => (Part::Errno, write(R0 + 12, s.args[3])),
            Part::Errno => (Part::Pc, write(PC, s.pc)),
            Part::Pc => (Part::Resume, write(DEBUGCMD, 0)),
            Part::Resume => return None,
        };
        s.part = next;
        want
    }

    /// Begins the service that a core requests.
    fn serve(&self, core: CoreAt, s: &mut Serving, env: &mut Env<'_>) -> Option<Want> {
        let [r0, r1, r2, r3] = s.args;
        let answer = |s: &mut Serving, result: u32, errno: u32| {
            s.args = [result, 0, 0, errno];
            s.part = Part::Result;
            Some(Want::write_word(core.global(R0), result))
        };
        match s.trap {
            WRITE => self.print(core, s, r1, r2),
            EXTENDED if r3 == EXTENDED_WRITE => self.print(core, s, r1, r2),
            EXIT => {
                env.shared.exits.insert(core.number, r0);
                None
            }
            PASS | FAIL => {
                let text: &[u8] = if s.trap == PASS { b"pass\n" } else { b"fail\n" };
                env.bus.print(core.number, env.now, text);
                env.shared.exits.insert(core.number, s.trap - PASS);
                None
            }
            READ | CLOSE => answer(s, 0, 0),
            EXTENDED if matches!(r3, EXTENDED_CLOSE | EXTENDED_READ) => answer(s, 0, 0),
            _ => answer(s, u32::MAX, ENOSYS),
        }
    }

    fn print(&self, core: CoreAt, s: &mut Serving, at: u32, bytes: u32) -> Option<Want> {
        if bytes == 0 {
            s.args = [0; 4];
            s.part = Part::Result;
            return Some(Want::write_word(core.global(R0), 0));
        }
        s.part = Part::Text;
        let at = if at < OWN { core.global(at) } else { at };
        Some(Want::Read {
            at,
            bytes: bytes.min(MOST),
        })
    }
}
