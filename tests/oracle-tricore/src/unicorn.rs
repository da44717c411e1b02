//! unicorn-engine's TriCore, in the same process. It takes no traps: a case that traps ends there.

use crate::Machine;
use crate::batch::{Batch, ENTRY, HALT, OUT, OUT_BYTES, Outcome};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::{Mutex, MutexGuard, PoisonError};
use unicorn_engine::{Arch, Mode, Prot, Unicorn as Engine};

/// The version, as in `Cargo.toml`.
pub const VERSION: &str = "2.1.5";
/// Memories: address and bytes.
const MEMORIES: [(u64, u64); 2] = [(0x8000_0000, 0x10_0000), (0xd000_0000, 0x1_0000)];

/// Held by the engine of a process: unicorn 2.1.5 crashes now and then (SIGSEGV) when several are made and run at once.
static ONE_ENGINE: Mutex<()> = Mutex::new(());

/// Unicorn's TC27x. There is one at a time: [`Unicorn::new`] waits for others to be dropped.
pub struct Unicorn {
    engine: Engine<'static, ()>,
    trapped: Rc<Cell<bool>>,
    /// Released behind `engine`.
    _one: MutexGuard<'static, ()>,
}

impl Unicorn {
    /// An engine with empty memories.
    ///
    /// # Errors
    /// What unicorn says.
    pub fn new() -> Result<Unicorn, String> {
        let one = ONE_ENGINE.lock().unwrap_or_else(PoisonError::into_inner);
        let mut engine = Engine::new(Arch::TRICORE, Mode::LITTLE_ENDIAN).map_err(text)?;
        for (at, bytes) in MEMORIES {
            engine.mem_map(at, bytes, Prot::ALL).map_err(text)?;
        }
        let trapped: Rc<Cell<bool>> = Rc::default();
        let seen = Rc::clone(&trapped);
        engine
            .add_intr_hook(move |engine, _| {
                seen.set(true);
                // It stops; there is nobody to tell if it does not.
                let _ = engine.emu_stop();
            })
            .map_err(text)?;
        Ok(Unicorn {
            engine,
            trapped,
            _one: one,
        })
    }
}

impl Machine for Unicorn {
    fn name(&self) -> String {
        format!("unicorn {VERSION} TC27X")
    }

    fn id(&self) -> &'static str {
        "unicorn"
    }

    fn run(&mut self, batch: &Batch) -> Result<Vec<Option<Outcome>>, String> {
        for (at, bytes) in &batch.pieces {
            self.engine.mem_write((*at).into(), bytes).map_err(text)?;
        }
        self.engine
            .mem_write(OUT.into(), &vec![0; OUT_BYTES])
            .map_err(text)?;
        self.engine.ctl_flush_tb().map_err(text)?;
        let mut lost = vec![false; batch.cases.len()];
        let mut from = 0;
        while let Some(&entry) = batch.entries.get(from) {
            self.trapped.set(false);
            let stopped = self.engine.emu_start(entry.into(), HALT.into(), 0, 0);
            if !self.trapped.get() && stopped.is_ok() {
                break;
            }
            // The case that it was in has no outcome.
            let pc = self.engine.pc_read().map_err(text)? as u32;
            let at = batch.entries.partition_point(|&e| e <= pc).max(from + 1) - 1;
            lost[at] = true;
            from = at + 1;
        }
        let mut out = vec![0; OUT_BYTES];
        self.engine.mem_read(OUT.into(), &mut out).map_err(text)?;
        let outcomes = batch.outcomes(&out).into_iter().zip(lost);
        Ok(outcomes.map(|(o, lost)| (!lost).then_some(o)).collect())
    }
}

const _: () = assert!(ENTRY >= 0x8000_0000);

fn text(e: unicorn_engine::uc_error) -> String {
    format!("unicorn: {e:?}")
}
