//! Data that a trace needs beside the facts: names, symbols, the time base.

use std::borrow::Cow;
use std::sync::Arc;
use trueboard_analyses::{NoSymbols, Symbols};
use trueboard_core::device::DevId;
use trueboard_core::fact::Source;
use trueboard_core::regs::RegDesc;
use trueboard_core::time::Tick;

/// One device, as traces name it.
#[derive(Clone, Debug)]
pub struct DeviceInfo {
    /// By which facts name it.
    pub id: DevId,
    /// Its id in the board file.
    pub name: String,
    /// Its kind in the board file; `l4stat` makes Paraver show its counters as counters.
    pub kind: String,
    /// Its registers.
    pub registers: &'static [RegDesc],
}

/// Choices of whoever wants the trace.
#[derive(Clone, Copy, Debug)]
pub struct TraceOptions {
    /// End the trace with an error, as a full disk would, beyond so many bytes.
    pub max_bytes: Option<u64>,
    /// End the trace once it has so many bytes; later events are counted.
    pub limit: Option<u64>,
    /// Depth of calls at which the stack begins again.
    pub stack_limit: usize,
    /// Paraver event type of L4STAT event 0. Extrae's first GR740 port wrote 72000000, a later
    /// one 42000000, where the numbers collide with those of PAPI's presets.
    pub l4stat_base: u32,
}

impl Default for TraceOptions {
    fn default() -> TraceOptions {
        TraceOptions {
            max_bytes: None,
            limit: None,
            stack_limit: 1024,
            l4stat_base: 72_000_000,
        }
    }
}

/// Names of a processor's trap types.
pub type TrapName = fn(u16) -> &'static str;

/// Everything that a writer knows besides the facts.
#[derive(Clone)]
pub struct TraceContext {
    /// Name of the board.
    pub board: String,
    /// Base ticks per second.
    pub base_hz: u64,
    /// Names of the cores, by index.
    pub cores: Vec<String>,
    /// Names of the buses, by index.
    pub buses: Vec<String>,
    /// The devices.
    pub devices: Vec<DeviceInfo>,
    /// Names of functions.
    pub symbols: Arc<dyn Symbols>,
    /// Names of trap types, by index of the core. A core without any calls each of them "trap".
    pub trap_names: Vec<TrapName>,
    /// Choices.
    pub options: TraceOptions,
}

impl TraceContext {
    /// Nanoseconds since reset, rounded down; exact where the clock allows.
    ///
    /// ```
    /// # use trueboard_trace::TraceContext;
    /// # use trueboard_core::time::Tick;
    /// let mut cx = TraceContext::bare("demo", 250_000_000, 4);
    /// assert_eq!(cx.ns(Tick(3)), 12);
    /// ```
    pub fn ns(&self, at: Tick) -> u64 {
        let hz = self.base_hz.max(1);
        match at.0.checked_mul(1_000_000_000) {
            Some(n) => n / hz,
            // The division of longer numbers takes the host many instructions.
            None => {
                let ns = u128::from(at.0) * 1_000_000_000 / u128::from(hz);
                u64::try_from(ns).unwrap_or(u64::MAX)
            }
        }
    }

    /// A context without devices and symbols, its cores called `cpu0`, `cpu1`, …
    pub fn bare(board: &str, base_hz: u64, cores: u8) -> TraceContext {
        TraceContext {
            board: board.into(),
            base_hz,
            cores: (0..cores).map(|c| format!("cpu{c}")).collect(),
            buses: Vec::new(),
            devices: Vec::new(),
            symbols: Arc::new(NoSymbols),
            trap_names: Vec::new(),
            options: TraceOptions::default(),
        }
    }

    /// The device `id`.
    pub fn device(&self, id: DevId) -> Option<&DeviceInfo> {
        self.devices.iter().find(|d| d.id == id)
    }

    /// The name of the function at `addr`, or the address itself.
    pub fn function(&self, core: u8, addr: u64) -> Cow<'_, str> {
        match self.symbols.function(core, addr) {
            Some((name, _)) => Cow::Borrowed(name),
            None => Cow::Owned(format!("{addr:#x}")),
        }
    }

    /// The name that a core has for a trap type.
    pub fn trap_name(&self, core: u8, tt: u16) -> &'static str {
        let core = usize::from(core);
        self.trap_names.get(core).map_or("trap", |name| name(tt))
    }

    /// The name of a core's trap type with its number.
    pub fn trap(&self, core: u8, tt: u16) -> String {
        format!("trap {tt:#04x} {}", self.trap_name(core, tt))
    }

    /// What a fact is about, in a word.
    pub fn source(&self, source: Source) -> Cow<'_, str> {
        let known = match source {
            Source::Core(c) => self.cores.get(usize::from(c)).map(String::as_str),
            Source::Bus(b) => self.buses.get(usize::from(b)).map(String::as_str),
            Source::Device(d) => self.device(d).map(|d| d.name.as_str()),
            Source::Board => Some("board"),
        };
        known.map(Cow::Borrowed).unwrap_or_else(|| {
            Cow::Owned(match source {
                Source::Core(c) => format!("core{c}"),
                Source::Bus(b) => format!("bus{b}"),
                Source::Device(d) => format!("device{}", d.0),
                Source::Board => "board".into(),
            })
        })
    }

    /// The name of a register; elements of an array with their index.
    pub fn register(&self, source: Source, offset: u32) -> String {
        let Source::Device(id) = source else {
            return format!("{offset:#x}");
        };
        let found = self.device(id).and_then(|d| {
            d.registers
                .iter()
                .find_map(|r| r.index(offset).map(|i| (r, i)))
        });
        match found {
            Some((r, _)) if r.count == 1 => r.name.into(),
            Some((r, i)) => format!("{}[{i}]", r.name),
            None => format!("{offset:#x}"),
        }
    }
}
