//! TRAP: services that a debugger on the host gives a program (libgloss of newlib for the Epiphany).

use crate::core::Ecore;
use crate::issue::Live;
use crate::run::Exit;
use trueboard_core::cpu::{ErrorStop, RunCx, Stop};
use trueboard_core::fact::CoreState;

/// Services by the code of the instruction.
mod service {
    pub const WRITE: u32 = 0;
    pub const EXIT: u32 = 3;
    pub const PASS: u32 = 4;
    pub const FAIL: u32 = 5;
    /// What is wanted is in r3.
    pub const OTHER: u32 = 7;
    pub const OTHER_WRITE: u32 = 5;
}

/// `ENOSYS` and `EBADF` of newlib.
const NOT_SERVED: u32 = 88;
const BAD_FILE: u32 = 9;
/// The longest text that is printed at once.
const LONGEST: u32 = 1 << 16;

impl Ecore {
    /// TRAP `code`: serves it, or halts the core.
    pub(crate) fn trap(&mut self, code: u32, l: &mut Live, cx: &mut RunCx<'_>) -> Result<(), Exit> {
        self.count_trap();
        self.heed(l);
        if !self.params.serve_traps {
            self.halt(0);
            return Ok(());
        }
        let [r0, r1, r2, r3] = [0, 1, 2, 3].map(|n| self.st.reg(n));
        match code {
            service::WRITE => self.print(r0, r1, r2, l, cx),
            service::OTHER if r3 == service::OTHER_WRITE => self.print(r0, r1, r2, l, cx),
            service::EXIT => return Err(self.exit(r0, l)),
            service::PASS => {
                cx.bus.print(self.id, self.tick(l.now), b"pass\n");
                return Err(self.exit(0, l));
            }
            service::FAIL => {
                cx.bus.print(self.id, self.tick(l.now), b"fail\n");
                return Err(self.exit(1, l));
            }
            _ => self.result(u32::MAX, NOT_SERVED),
        }
        Ok(())
    }

    fn result(&mut self, value: u32, errno: u32) {
        self.st.set_reg(0, value);
        self.st.set_reg(3, errno);
    }

    fn print(&mut self, file: u32, at: u32, length: u32, l: &Live, cx: &mut RunCx<'_>) {
        if !(1..=2).contains(&file) {
            return self.result(u32::MAX, BAD_FILE);
        }
        let length = length.min(LONGEST);
        let bytes = cx.mem.peek(self.global(at), length as usize);
        let bytes = bytes.unwrap_or_default().to_vec();
        cx.bus.print(self.id, self.tick(l.now), &bytes);
        self.result(length, 0);
    }

    fn exit(&mut self, status: u32, l: &Live) -> Exit {
        let error = ErrorStop {
            trap: 3,
            pc: l.pc.into(),
            what: "exit".to_owned(),
            exit: Some(status),
        };
        self.state = CoreState::Error;
        self.error = Some(error.clone());
        Exit::Stop(Box::new(Stop::Error(error)))
    }
}
