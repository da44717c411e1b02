//! TRAP: services that a debugger on the host gives a program (libgloss of newlib for the Epiphany).

use crate::state::State;
use trueboard_core::cpu::{ErrorStop, RunCx};
use trueboard_core::time::Tick;

/// Services by the code of the instruction.
mod service {
    pub const WRITE: u32 = 0;
    pub const READ: u32 = 1;
    pub const OPEN: u32 = 2;
    pub const EXIT: u32 = 3;
    pub const PASS: u32 = 4;
    pub const FAIL: u32 = 5;
    pub const CLOSE: u32 = 6;
    /// What is wanted is in r3.
    pub const OTHER: u32 = 7;
}

/// What r3 says (newlib, `libgloss/syscall.h`).
mod call {
    pub const OPEN: u32 = 2;
    pub const CLOSE: u32 = 3;
    pub const READ: u32 = 4;
    pub const WRITE: u32 = 5;
    pub const LSEEK: u32 = 6;
    pub const UNLINK: u32 = 7;
    pub const FSTAT: u32 = 10;
    pub const STAT: u32 = 15;
    pub const TIME_OF_DAY: u32 = 19;
    pub const LINK: u32 = 21;
}

/// `errno` of newlib.
mod errno {
    pub const ENOENT: u32 = 2;
    pub const EBADF: u32 = 9;
    pub const EFAULT: u32 = 14;
    pub const ESPIPE: u32 = 29;
    pub const ENOSYS: u32 = 88;
}

/// The longest text that is printed at once.
const LONGEST: u32 = 1 << 16;
/// The longest name in a warning.
const NAME: usize = 64;
/// `struct stat`: size, place of `st_mode`, and that of a character device that all can read and write.
const STAT: usize = 60;
const ST_MODE: usize = 4;
const CHARACTER_DEVICE: u32 = 0x21b6;

/// A program that asks for a service.
pub(crate) struct Caller<'a> {
    pub st: &'a State,
    /// The core, the time, and the TRAP.
    pub id: u8,
    pub at: Tick,
    pub pc: u32,
}

/// What a service answers, or `errno`.
type Answer = Result<u32, u32>;

impl Caller<'_> {
    /// Serves TRAP `code`.
    ///
    /// # Errors
    /// When the program ends.
    pub fn serve(&self, code: u32, cx: &mut RunCx<'_>) -> Result<Answer, ErrorStop> {
        let [r0, r1, r2, r3] = [0, 1, 2, 3].map(|n| self.st.reg(n));
        let wanted = match code {
            service::EXIT => return Err(self.exit(r0)),
            service::PASS | service::FAIL => {
                let text: &[u8] = if code == service::PASS {
                    b"pass\n"
                } else {
                    b"fail\n"
                };
                cx.bus.print(self.id, self.at, text);
                return Err(self.exit(code - service::PASS));
            }
            service::WRITE => call::WRITE,
            service::READ => call::READ,
            service::OPEN => call::OPEN,
            service::CLOSE => call::CLOSE,
            service::OTHER => r3,
            _ => 0,
        };
        let console = r0 <= 2;
        Ok(match wanted {
            call::WRITE => self.print_text(r0, r1, r2, cx),
            call::READ => self.read_typed(r0, r1, r2, cx),
            call::OPEN | call::STAT | call::UNLINK | call::LINK => self.no_file(r0, cx),
            call::CLOSE if console => Ok(0),
            call::LSEEK if console => Err(errno::ESPIPE),
            call::FSTAT if console => self.put_answer(r1, &console_stat(), cx),
            call::CLOSE | call::LSEEK | call::FSTAT => Err(errno::EBADF),
            call::TIME_OF_DAY => {
                let time = self.time_of_day(cx);
                self.put_answer(r0, &time, cx)
            }
            _ => Err(errno::ENOSYS),
        })
    }

    fn print_text(&self, file: u32, at: u32, length: u32, cx: &mut RunCx<'_>) -> Answer {
        if !(1..=2).contains(&file) {
            return Err(errno::EBADF);
        }
        let length = length.min(LONGEST);
        let bytes = cx.mem.peek(self.st.global(at), length as usize);
        let bytes = bytes.ok_or(errno::EFAULT)?.to_vec();
        cx.bus.print(self.id, self.at, &bytes);
        Ok(length)
    }

    /// What was typed; nothing, which is the end of the file, when there is no more.
    fn read_typed(&self, file: u32, at: u32, length: u32, cx: &mut RunCx<'_>) -> Answer {
        if file != 0 {
            return Err(errno::EBADF);
        }
        let length = length.min(LONGEST) as usize;
        if cx.mem.peek(self.st.global(at), length).is_none() {
            return Err(errno::EFAULT);
        }
        let bytes = cx.bus.typed(self.id, length);
        self.put_answer(at, &bytes, cx)?;
        Ok(bytes.len() as u32)
    }

    /// Programs on the board have no files; a warning names the one that was asked for.
    fn no_file(&self, name: u32, cx: &mut RunCx<'_>) -> Answer {
        let from = self.st.global(name);
        let bytes = (from..).map_while(|pa| cx.mem.peek(pa, 1)?.first().copied());
        let name: Vec<u8> = bytes.take(NAME).take_while(|&b| b != 0).collect();
        let what = format!(
            "core {} asked for the file {:?}: programs on this board have the console only, it gets ENOENT",
            self.id,
            String::from_utf8_lossy(&name)
        );
        cx.bus.warn(self.id, self.at, &what);
        Err(errno::ENOENT)
    }

    /// Simulated time since the beginning: `struct timeval` with 64 bits of seconds.
    fn time_of_day(&self, cx: &RunCx<'_>) -> [u8; 16] {
        let ns = cx.bus.nanoseconds(self.at);
        let microseconds = (ns / 1000) % 1_000_000;
        let mut time = [0; 16];
        time[..8].copy_from_slice(&(ns / 1_000_000_000).to_le_bytes());
        time[8..].copy_from_slice(&microseconds.to_le_bytes());
        time
    }

    /// Puts bytes into the program's memory.
    fn put_answer(&self, at: u32, bytes: &[u8], cx: &mut RunCx<'_>) -> Answer {
        if bytes.is_empty() || cx.mem.poke(self.st.global(at), bytes) {
            Ok(0)
        } else {
            Err(errno::EFAULT)
        }
    }

    fn exit(&self, status: u32) -> ErrorStop {
        ErrorStop {
            trap: 3,
            pc: self.pc.into(),
            what: "exit".to_owned(),
            exit: Some(status),
        }
    }
}

/// `struct stat` of the console.
fn console_stat() -> [u8; STAT] {
    let mut stat = [0; STAT];
    stat[ST_MODE..ST_MODE + 4].copy_from_slice(&CHARACTER_DEVICE.to_le_bytes());
    stat
}
