//! Devices that are types of the program around the simulator: a trait with the few methods that such a device needs.

use std::collections::BTreeMap;
use trueboard_core::bus::BusFault;
use trueboard_core::device::{Cx, Device, ResetPhase};
use trueboard_core::event::EventKey;
use trueboard_core::regs::RegDesc;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};
use trueboard_core::time::{Clock, Tick};

/// Base ticks from now to the latest request: beyond the end of every run.
const LATEST: u64 = 1 << 62;

/// A device of one's own. All that it does has to follow from what it is called with: it must look at no clock, file or
/// random number of the host, or two runs are not alike.
pub trait Peripheral: Send {
    /// The register word at byte offset `offset`, a multiple of 4; `io` is the time and the lines.
    fn read(&mut self, offset: u32, io: &mut Io) -> u32;

    /// Writes the register word at byte offset `offset`.
    fn write(&mut self, offset: u32, value: u32, io: &mut Io);

    /// The time that [`Io::wake_in`] named has come.
    fn tick(&mut self, io: &mut Io) {
        let _ = io;
    }

    /// What [`Peripheral::read`] would answer at `cycle`, without its effects: for debuggers.
    fn peek(&self, offset: u32, cycle: u64) -> u32;

    /// The state, for checkpoints, forks and snapshots: all that a later answer depends on.
    fn save(&self) -> Vec<u8>;

    /// Takes a state that [`Peripheral::save`] gave.
    ///
    /// # Errors
    /// Why the bytes are no state of this device.
    fn restore(&mut self, bytes: &[u8]) -> Result<(), String>;
}

/// Time and lines of a [`Peripheral`], during a call.
#[derive(Debug)]
pub struct Io {
    cycle: u64,
    wake: Option<u64>,
    lines: Vec<(u16, bool)>,
}

impl Io {
    /// The cycle of the device's clock, counted from reset.
    #[must_use]
    pub fn cycle(&self) -> u64 {
        self.cycle
    }

    /// Asks for [`Peripheral::tick`] in so many cycles, at least one, in place of an earlier request.
    pub fn wake_in(&mut self, cycles: u64) {
        self.wake = Some(cycles.max(1));
    }

    /// Drives an output line: an interrupt, where [`Mapped::lines`] leads it to a controller.
    pub fn line(&mut self, line: u16, level: bool) {
        self.lines.push((line, level));
    }
}

/// Where a [`Peripheral`] is on a board.
#[derive(Clone, Debug)]
pub struct Mapped {
    /// Its name, as of a device in a board file.
    pub name: String,
    /// The address of its first register.
    pub at: u64,
    /// The bytes of its registers.
    pub size: u64,
    /// Where its lines go: `device.pin` of the board, by number of the line.
    pub lines: BTreeMap<u16, String>,
}

impl Mapped {
    /// A device with this name, at this address, with so many bytes of registers.
    #[must_use]
    pub fn new(name: impl Into<String>, at: u64, size: u64) -> Mapped {
        Mapped {
            name: name.into(),
            at,
            size,
            lines: BTreeMap::new(),
        }
    }

    /// Leads a line to an input of another device: `irqamp.5`.
    #[must_use]
    pub fn line(mut self, line: u16, to: impl Into<String>) -> Mapped {
        self.lines.insert(line, to.into());
        self
    }
}

/// A [`Peripheral`] as the board takes it.
pub struct Own<P> {
    inner: P,
    /// The event that is to come.
    wake: Option<EventKey>,
    /// Its clock, which reset tells.
    clock: Clock,
    /// What it was before anything happened.
    first: Vec<u8>,
}

impl<P: Peripheral> Own<P> {
    /// The device around a peripheral that nothing has touched.
    pub fn new(inner: P) -> Own<P> {
        Own {
            first: inner.save(),
            inner,
            wake: None,
            clock: Clock::default(),
        }
    }

    fn call<R>(&mut self, cx: &mut Cx<'_>, f: impl FnOnce(&mut P, &mut Io) -> R) -> R {
        let mut io = Io {
            cycle: cx.cycles(),
            wake: None,
            lines: Vec::new(),
        };
        let answer = f(&mut self.inner, &mut io);
        if let Some(cycles) = io.wake {
            if let Some(key) = self.wake.take() {
                cx.cancel(key);
            }
            let ticks = cx.clock.ticks_per_cycle().saturating_mul(cycles);
            let at = cx.now.after(ticks.min(LATEST));
            self.wake = Some(cx.schedule(at, 0));
        }
        for (line, level) in io.lines {
            cx.line(line, level);
        }
        answer
    }
}

impl<P: Peripheral> Device for Own<P> {
    fn kind(&self) -> &'static str {
        "own"
    }

    fn map(&self) -> &'static [RegDesc] {
        &[]
    }

    fn reset(&mut self, phase: ResetPhase, cx: &mut Cx<'_>) {
        self.clock = cx.clock;
        if phase == ResetPhase::Enter {
            if let Some(key) = self.wake.take() {
                cx.cancel(key);
            }
            // A peripheral takes what it gave itself; one that does not keeps its state.
            let first = self.first.clone();
            let _ = self.inner.restore(&first);
        }
    }

    fn read(&mut self, off: u32, cx: &mut Cx<'_>) -> Result<u32, BusFault> {
        Ok(self.call(cx, |p, io| p.read(off, io)))
    }

    fn write(&mut self, off: u32, value: u32, cx: &mut Cx<'_>) -> Result<(), BusFault> {
        self.call(cx, |p, io| p.write(off, value, io));
        Ok(())
    }

    fn byte_enables(&self) -> bool {
        true
    }

    fn event(&mut self, _: u32, cx: &mut Cx<'_>) {
        self.wake = None;
        self.call(cx, P::tick);
    }

    fn peek(&self, off: u32, now: Tick) -> Option<u32> {
        Some(self.inner.peek(off, self.clock.cycles_at(now)))
    }

    fn save(&self) -> Vec<u8> {
        to_bytes(&(self.wake, self.inner.save()))
    }

    fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let (wake, inner): (Option<EventKey>, Vec<u8>) = from_bytes(bytes)?;
        self.inner.restore(&inner).map_err(SnapshotError::new)?;
        self.wake = wake;
        Ok(())
    }
}
