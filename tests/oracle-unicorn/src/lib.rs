//! unicorn-engine's SPARC as an oracle: programs that take no trap, in the same process.
//!
//! The code of [`oracle::layout`] that runs many cases in a row does all that unicorn's interface
//! does not: Y, the windows, FSR, the FPU registers and PSR travel through memory. Unicorn takes no
//! traps, so the trap that ends a program is done by a few instructions (`piece`), and a program
//! that traps ends there. Hooks on instructions are not used: they break
//! delayed jumps.
//!
//! What unicorn cannot show is not compared: traps, TBR, the LEON's own registers. What it does
//! wrong is in [`known`].

pub mod known;

use oracle::asm::{NOP, Src::I, Src::R, ba, f3, set};
use oracle::blocks::{self, BLOCK_WORDS};
use oracle::case::{Case, End, FSR, Oracle, Outcome, PSR, TBR, Trap, WIM};
use oracle::layout::{self, Piece};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use trueboard_cpu_sparcv8::isa::Op;
use unicorn_engine::{Arch, Mode, Prot, RegisterSPARC, Unicorn as Engine};

/// The version, as in `Cargo.toml`.
pub const VERSION: &str = "2.1.5";
/// Cases in one round.
const BATCH: usize = 3000;
/// Where the end of a program goes.
const END: u32 = layout::HANDLER;
/// Offset from %g7 of two words for the end of a program: %g1, and the program's last PC.
const SAVED: i32 = 1024;
/// PSR of the code that loads states: ET=0, EF=1, S=1.
const PSR_LOADER: u64 = 0x10c0;

/// Held by the engine of a process: unicorn 2.1.5 crashes now and then (SIGSEGV) when several are made and run at once.
static ONE_ENGINE: Mutex<()> = Mutex::new(());

/// Unicorn's SPARC. There is one at a time: [`Unicorn::new`] waits for others to be dropped.
pub struct Unicorn {
    engine: Engine<'static, ()>,
    /// Number of the trap that stopped it.
    trap: Rc<Cell<Option<u32>>>,
    /// Released behind `engine`.
    _one: MutexGuard<'static, ()>,
}

impl Unicorn {
    /// An engine with the common code in its memory.
    ///
    /// # Errors
    /// What unicorn says.
    pub fn new() -> Result<Unicorn, String> {
        let one = ONE_ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut engine =
            Engine::new(Arch::SPARC, Mode::SPARC32 | Mode::BIG_ENDIAN).map_err(text)?;
        engine
            .mem_map(layout::RAM.into(), layout::RAM_BYTES.into(), Prot::ALL)
            .map_err(text)?;
        let mut unicorn = Unicorn {
            engine,
            trap: Rc::default(),
            _one: one,
        };
        let trap = Rc::clone(&unicorn.trap);
        unicorn
            .engine
            .add_intr_hook(move |engine, number| {
                trap.set(Some(number));
                // It stops; there is nobody to tell if it does not.
                let _ = engine.emu_stop();
            })
            .map_err(text)?;
        for piece in layout::many() {
            unicorn.write(piece.at, &piece.words)?;
        }
        let end = piece();
        unicorn.write(end.at, &end.words)?;
        Ok(unicorn)
    }

    fn write(&mut self, at: u32, words: &[u32]) -> Result<(), String> {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_be_bytes()).collect();
        self.engine.mem_write(at.into(), &bytes).map_err(text)
    }

    fn read(&self, at: u32, words: usize) -> Result<Vec<u32>, String> {
        let mut bytes = vec![0; words * 4];
        self.engine.mem_read(at.into(), &mut bytes).map_err(text)?;
        let word = |b: &[u8]| u32::from_be_bytes([b[0], b[1], b[2], b[3]]);
        Ok(bytes.chunks_exact(4).map(word).collect())
    }

    fn run_batch(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        let mut placed = None;
        for case in cases {
            if placed != Some(case.base) {
                placed = Some(case.base);
                self.write(case.base, &ended(case))?;
            }
        }
        self.write(layout::BEFORE, &blocks::before(cases))?;
        self.engine.ctl_flush_tb().map_err(text)?;
        let mut out = Vec::with_capacity(cases.len());
        // Each round goes on until a program traps.
        while out.len() < cases.len() {
            let from = out.len() as u32;
            let mut variables = layout::variables(cases.len() as u32 - from);
            variables[0] += from * layout::BLOCK;
            variables[1] += from * layout::BLOCK;
            self.write(layout::VARS, &variables)?;
            self.trap.set(None);
            self.engine
                .reg_write(RegisterSPARC::PSR, PSR_LOADER)
                .map_err(text)?;
            let stopped = self
                .engine
                .emu_start(layout::NEXT.into(), layout::HALT.into(), 0, 0);
            let left = self.read(layout::VARS + 8, 1)?[0] as usize;
            let done = match (self.trap.get(), stopped) {
                (None, Ok(())) => cases.len(),
                // The case that trapped is counted already.
                (Some(_), _) => cases.len() - left - 1,
                (None, Err(e)) => return Err(format!("{e:?}")),
            };
            let after = self.read(
                layout::AFTER + from * layout::BLOCK,
                (done - from as usize) * BLOCK_WORDS,
            )?;
            out.extend(after.chunks_exact(BLOCK_WORDS).map(outcome));
            out.extend(self.trap.get().map(trapped));
        }
        Ok(out)
    }
}

/// The instructions that do to the state what the trap at the end of a program does (V8 7.1);
/// with PSR.S=1 before, and the window below valid.
fn piece() -> Piece {
    let (g1, g7, l0, l1, l2) = (1, 7, 16, 17, 18);
    let words = vec![
        f3(Op::Save, 0, R(0), 0),
        f3(Op::Ld, g7, I(SAVED + 4), l1),
        f3(Op::Add, l1, I(4), l2),
        f3(Op::Rdpsr, 0, R(0), l0),
        f3(Op::Andn, l0, I(0x20), l0),
        f3(Op::Or, l0, I(0x40), l0),
        f3(Op::Ld, g7, I(SAVED), g1),
        ba(layout::DONE.wrapping_sub(END + 28)),
        NOP,
    ];
    Piece { at: END, words }
}

/// The program with an end that goes to [`piece`] instead of trapping.
fn ended(case: &Case) -> Vec<u32> {
    let end = f3(Op::Ticc, 0, I(layout::END_TRAP as i32), 8);
    let kept = case
        .code
        .iter()
        .rposition(|&w| w != end)
        .map_or(0, |i| i + 1);
    let mut code = case.code[..kept].to_vec();
    let pc = case.base + kept as u32 * 4;
    code.push(f3(Op::St, 7, I(SAVED), 1));
    code.extend(set(pc, 1));
    code.push(ba(END.wrapping_sub(pc + 12)));
    code.push(f3(Op::St, 7, I(SAVED + 4), 1));
    code
}

/// An outcome from a state block.
fn outcome(block: &[u32]) -> Outcome {
    let mut outcome = blocks::outcome(block, &[]);
    // As for QEMU, its tt is what WRTBR wrote last.
    outcome.after[TBR] = None;
    // FSR.ver, see `known`.
    outcome.after[FSR] = outcome.after[FSR].map(|v| v & !(7 << 17) | 2 << 17);
    outcome
}

/// The outcome of a program that trapped: nothing but the trap's number is to be seen.
fn trapped(number: u32) -> Outcome {
    let trap = Trap {
        tt: number as u8,
        pc: 0,
        npc: 0,
        psr: 0,
        fsr: 0,
    };
    Outcome {
        traps: vec![trap],
        ..Outcome::nothing(End::Lost)
    }
}

fn text(e: unicorn_engine::uc_error) -> String {
    format!("unicorn: {e:?}")
}

impl Oracle for Unicorn {
    fn name(&self) -> String {
        format!("unicorn {VERSION}")
    }

    /// In supervisor mode, with no invalid window and the programs of
    /// [`oracle::generate::Generator::block`].
    fn supports(&self, case: &Case) -> bool {
        case.before[PSR] & 0x80 != 0 && case.before[WIM] == 0
    }

    fn run(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        let mut out = Vec::with_capacity(cases.len());
        for batch in cases.chunks(BATCH) {
            out.extend(self.run_batch(batch)?);
        }
        Ok(out)
    }
}
