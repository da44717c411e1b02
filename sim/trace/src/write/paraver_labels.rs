//! The `.pcf` (names and colours of states, events and values) and the `.row` (names of rows) of a Paraver trace.
//! Readers keep types and values there as signed 32-bit numbers. Functions and registers are therefore small numbers in
//! the trace, and these files name them.

use super::TraceError;
use super::pcf::{Numbers, STATES, block, head, replace};
use crate::context::TraceContext;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trueboard_core::fact::Source;

/// Event types. User functions and L4STAT counters have Extrae's numbers, so that stock views
/// work; the block from 47000000 is our own.
pub(super) mod ty {
    pub(crate) use super::super::prv::FUNCTION;
    pub(crate) const TEMPERATURE: u32 = 47_000_003;
    pub(crate) const POWER: u32 = 47_000_004;
    pub(crate) const TRAP: u32 = 47_000_010;
    pub(crate) const INTERRUPT: u32 = 47_000_011;
    pub(crate) const CONSOLE: u32 = 47_000_012;
    pub(crate) const TASK: u32 = 47_000_013;
    pub(crate) const READ_REGISTER: u32 = 47_000_020;
    pub(crate) const READ_VALUE: u32 = 47_000_021;
    pub(crate) const WRITTEN_REGISTER: u32 = 47_000_022;
    pub(crate) const WRITTEN_VALUE: u32 = 47_000_023;
    /// One type per bus from here.
    pub(crate) const BUSES: u32 = 47_001_000;
    /// One type per output line from here.
    pub(crate) const LINES: u32 = 47_010_000;
}

/// Numbers given so far, and their names.
pub(super) struct Labels {
    pcf: PathBuf,
    row: PathBuf,
    rows: String,
    functions: Numbers,
    /// Numbers of functions, by core and address.
    by_entry: FxHashMap<(u8, u64), u64>,
    tasks: Numbers,
    registers: Numbers,
    traps: BTreeMap<u64, String>,
    counters: BTreeMap<u32, String>,
    own: BTreeMap<u32, Numbers>,
    l4stat_base: u32,
}

impl Labels {
    pub(super) fn new(path: &Path, cx: &TraceContext) -> Labels {
        let n = cx.cores.len();
        let mut rows = format!("LEVEL CPU SIZE {n}\n");
        for name in &cx.cores {
            rows += &format!("{name}.{}\n", cx.board);
        }
        rows += &format!(
            "\nLEVEL NODE SIZE 1\n{}\n\nLEVEL THREAD SIZE {n}\n",
            cx.board
        );
        for name in &cx.cores {
            rows += &format!("{name}\n");
        }
        Labels {
            pcf: path.with_extension("pcf"),
            row: path.with_extension("row"),
            rows,
            functions: Numbers::default(),
            by_entry: FxHashMap::default(),
            tasks: Numbers::default(),
            registers: Numbers::default(),
            traps: BTreeMap::new(),
            counters: BTreeMap::new(),
            own: BTreeMap::new(),
            l4stat_base: cx.options.l4stat_base,
        }
    }

    /// The number of the function at `entry` in the image of a core.
    pub(super) fn function(&mut self, core: u8, entry: u64, cx: &TraceContext) -> u64 {
        if let Some(&known) = self.by_entry.get(&(core, entry)) {
            return known;
        }
        let functions = &mut self.functions;
        let named = || functions.of(&cx.function(core, entry));
        *self.by_entry.entry((core, entry)).or_insert_with(named)
    }

    /// The number of a task.
    pub(super) fn task(&mut self, name: &str) -> u64 {
        self.tasks.of(name)
    }

    /// The number of a device's register.
    pub(super) fn register(&mut self, source: Source, offset: u32, cx: &TraceContext) -> u64 {
        let name = format!("{} {}", cx.source(source), cx.register(source, offset));
        self.registers.of(&name)
    }

    /// The value for a core's trap type: its number. Where cores have several names for one number, the second name
    /// has the number plus 65536, and so on.
    pub(super) fn trap(&mut self, core: u8, tt: u16, cx: &TraceContext) -> u64 {
        let name = cx.trap(core, tt);
        let mut value = u64::from(tt);
        while self.traps.get(&value).is_some_and(|known| *known != name) {
            value += 1 << 16;
        }
        self.traps.insert(value, name);
        value
    }

    /// The event type of an L4STAT counter.
    pub(super) fn counter(&mut self, event: u8, name: &str) -> u32 {
        let ty = self.l4stat_base + u32::from(event);
        self.counters
            .entry(ty)
            .or_insert_with(|| format!("L4STAT {event:#04x} {name}"));
        ty
    }

    /// An event type of its own for `name`, in the block that begins at `base`.
    pub(super) fn own(&mut self, base: u32, name: &str) -> u32 {
        base + (self.own.entry(base).or_default().of(name) - 1) as u32
    }

    /// Writes both files. They replace their older selves as a whole, so that a full disk leaves
    /// the older ones.
    pub(super) fn write(&self) -> Result<(), TraceError> {
        replace(&self.row, &self.rows)?;
        replace(&self.pcf, &self.text())
    }

    fn text(&self) -> String {
        let mut s = head(STATES);
        let from_zero = |zero: &str, names: &Numbers| {
            let named = names.names.iter().enumerate();
            let mut v = vec![(0, zero.to_owned())];
            v.extend(named.map(|(i, name)| (i as u64 + 1, name.clone())));
            v
        };
        let left = |names: &Numbers| from_zero("End", names);
        let traps = self.traps.iter().map(|(&value, n)| (value, n.clone()));
        let none = Vec::new();
        block(
            &mut s,
            &[(0, ty::FUNCTION, "User function")],
            &left(&self.functions),
        );
        block(
            &mut s,
            &[(0, ty::TRAP, "Trap handler")],
            &[(0, "End".into())]
                .into_iter()
                .chain(traps)
                .collect::<Vec<_>>(),
        );
        block(
            &mut s,
            &[(0, ty::INTERRUPT, "Interrupt handler, level")],
            &[(0, "End".into())],
        );
        block(
            &mut s,
            &[
                (6, ty::READ_REGISTER, "Register read"),
                (6, ty::WRITTEN_REGISTER, "Register written"),
            ],
            &left(&self.registers),
        );
        block(
            &mut s,
            &[
                (6, ty::READ_VALUE, "Value read from the register"),
                (6, ty::WRITTEN_VALUE, "Value written to the register"),
                (6, ty::TEMPERATURE, "Die temperature [millidegree C]"),
                (6, ty::POWER, "Power [microwatt]"),
                (6, ty::CONSOLE, "Console byte"),
            ],
            &none,
        );
        if !self.tasks.names.is_empty() {
            let first = from_zero("what the core began with", &self.tasks);
            block(&mut s, &[(0, ty::TASK, "Task")], &first);
        }
        for (base, names) in &self.own {
            for (i, name) in names.names.iter().enumerate() {
                block(&mut s, &[(6, base + i as u32, name)], &none);
            }
        }
        let counters: Vec<_> = self
            .counters
            .iter()
            .map(|(&t, n)| (7, t, n.as_str()))
            .collect();
        if !counters.is_empty() {
            block(&mut s, &counters, &none);
        }
        s
    }
}
