//! What made the cycles: every cycle of the cores that are asked about, by instruction, part of the CPI stack, and
//! what lay behind the stall.
//!
//! A stall for data says which data, why they were not in the cache any more, and who owned the buses meanwhile. A
//! stall for the write buffer is one for the store that is in it, so what that store waited for is charged to it.
//! Who owned a bus is known by core; what the owner did there is its last instruction that went to a bus.

mod lines;
mod posted;
mod rows;
mod scope;

pub use rows::{Activation, CauseRow, Causes, Code, DataNames, Level, Missed, Owner};
pub use scope::Asked;

use crate::stack::{Change, Frame, FrameKind, OfTask, ShadowStack};
use crate::symbols::Symbols;
use lines::Lines;
use posted::Posted;
use rows::{Data, Key, Miss, Resolve, Rows, Waited};
use rustc_hash::FxHashMap;
use scope::Scope;
use std::sync::Arc;
use trueboard_core::fact::FactKind;
use trueboard_core::meter::{Charged, CoreMeter, Dictionary};
use trueboard_core::observe::{Kinds, Observer, Step, Wait};
use trueboard_core::time::Tick;

/// Follows all cores instruction by instruction, and charges the cycles of what is asked about.
pub struct Why {
    asked: Asked,
    symbols: Arc<dyn Symbols>,
    cores: Vec<Core>,
    /// Of the shared cache.
    shared: Lines,
    rows: Rows,
    called: Vec<Called>,
    /// First addresses and sizes, by address.
    objects: Vec<(u64, u64)>,
    /// By bus: how many masters each core is there, if not one.
    masters: FxHashMap<u8, u8>,
}

struct Core {
    dictionary: &'static Dictionary,
    stalls: Stalls,
    stack: ShadowStack,
    scope: OfTask<Scope>,
    /// Calls of the function, and those of them that were made within another one.
    calls: u64,
    recursive: u64,
    /// Functions by entry: one is the function that is asked about.
    targets: FxHashMap<u64, bool>,
    lines: Lines,
    posted: Posted,
    /// The last instruction that went to a bus.
    on_bus: u64,
    /// Its last store to a device.
    device_store: Option<DeviceStore>,
    at: Tick,
    /// Since the function was called last.
    since: Rows,
    under_way: OfTask<UnderWay>,
}

/// The call of the function that is under way in a task.
#[derive(Clone, Debug, Default)]
struct UnderWay {
    /// What was charged within it.
    within: Rows,
    /// When it began, and what came before it.
    call: Option<(Tick, Rows)>,
}

/// A store to a device.
#[derive(Clone, Copy)]
struct DeviceStore {
    pc: u64,
    address: u64,
    /// Where the function was called that has stored.
    caller: Option<u64>,
}

/// An outermost call that has ended.
struct Called {
    core: u8,
    begin: Tick,
    end: Tick,
    rows: Rows,
    before: Rows,
}

/// Parts of the CPI stack by what they wait for.
struct Stalls {
    parts: Vec<CoreMeter>,
    data: Vec<CoreMeter>,
    code: Vec<CoreMeter>,
    stores: Vec<CoreMeter>,
}

impl Stalls {
    fn of(dictionary: &'static Dictionary) -> Stalls {
        let charged = |to: Charged| -> Vec<CoreMeter> {
            let rules = dictionary.rules.iter().filter(|r| r.charged == to);
            rules.map(|r| r.part).collect()
        };
        Stalls {
            parts: dictionary.stack.to_vec(),
            data: charged(Charged::Data),
            code: charged(Charged::Code),
            stores: charged(Charged::Stores),
        }
    }
}

impl Why {
    /// Follows `cores`, and charges what is `asked`. `objects` are first addresses and sizes of data by address;
    /// `symbols` names functions; `masters` says of which buses each core is several
    /// masters, and how many.
    pub fn new(
        asked: Asked,
        cores: &[&'static Dictionary],
        objects: Vec<(u64, u64)>,
        masters: &[(u8, u8)],
        symbols: Arc<dyn Symbols>,
        stack_limit: usize,
    ) -> Why {
        let core = |&dictionary: &&'static Dictionary| Core {
            stalls: Stalls::of(dictionary),
            dictionary,
            stack: ShadowStack::new(stack_limit),
            scope: OfTask::default(),
            calls: 0,
            recursive: 0,
            targets: FxHashMap::default(),
            lines: Lines::default(),
            posted: Posted::default(),
            on_bus: 0,
            device_store: None,
            at: Tick(0),
            since: Rows::default(),
            under_way: OfTask::default(),
        };
        Why {
            asked,
            symbols,
            cores: cores.iter().map(core).collect(),
            shared: Lines::default(),
            rows: Rows::default(),
            called: Vec::new(),
            objects,
            masters: masters.iter().copied().collect(),
        }
    }

    /// What was charged, with names.
    pub fn report(&self, names: &dyn DataNames) -> Causes {
        let resolve = Resolve {
            names,
            dictionaries: self.cores.iter().map(|c| c.dictionary).collect(),
        };
        let activation = |c: &Called| Activation {
            core: c.core,
            begin: c.begin.0,
            end: c.end.0,
            rows: resolve.rows(&c.rows),
            before: resolve.rows(&c.before),
        };
        let mut activations: Vec<Activation> = self.called.iter().map(activation).collect();
        activations.sort_by_key(|a| (a.core, a.begin));
        Causes {
            rows: resolve.rows(&self.rows),
            calls: self.cores.iter().map(|c| c.calls).sum(),
            recursive: self.cores.iter().map(|c| c.recursive).sum(),
            activations,
        }
    }

    /// Where data at `address` belong.
    fn data(&self, address: u64, device: bool) -> Data {
        if device {
            return Data::Device(address & !0xff);
        }
        let next = self.objects.partition_point(|o| o.0 <= address);
        let object = next.checked_sub(1).and_then(|i| {
            let &(first, size) = self.objects.get(i)?;
            (address - first < size).then_some(i)
        });
        match object.and_then(|i| u32::try_from(i).ok()) {
            Some(i) => Data::Object(i),
            None => Data::Page(address & !0xfff),
        }
    }
}

impl Core {
    /// The function called `name` is entered by this frame.
    fn enters(&mut self, core: u8, frame: &Frame, name: &str, symbols: &dyn Symbols) -> bool {
        if frame.kind != FrameKind::Function {
            return false;
        }
        let named = || symbols.function(core, frame.entry) == Some((name, 0));
        *self.targets.entry(frame.entry).or_insert_with(named)
    }
}

impl Observer for Why {
    fn kinds(&self) -> Kinds {
        Kinds::CONTROL | Kinds::INSTRUCTION | Kinds::CAUSE
    }

    fn happened(&mut self, core: u8, event: &FactKind) -> bool {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return false;
        };
        let name = self.asked.function.as_deref();
        for change in c.stack.step(event).to_vec() {
            match change {
                Change::Enter(frame) => {
                    let named = |name| c.enters(core, &frame, name, &*self.symbols);
                    let target = name.is_some_and(named);
                    let outermost = c.scope.enter(target);
                    c.calls += u64::from(target);
                    c.recursive += u64::from(target && !outermost);
                    if outermost && self.asked.intervals {
                        c.under_way.call = Some((c.at, std::mem::take(&mut c.since)));
                    }
                }
                Change::Leave(_) => {
                    if c.scope.leave()
                        && let Some((begin, before)) = c.under_way.call.take()
                    {
                        self.called.push(Called {
                            core,
                            begin,
                            end: c.at,
                            rows: std::mem::take(&mut c.under_way.within),
                            before,
                        });
                    }
                }
                Change::Switch { task, new } => {
                    c.scope.switch(task, new);
                    c.under_way.switch(task, new);
                }
            }
        }
        false
    }

    fn step(&mut self, core: u8, at: Tick, step: &Step<'_>) {
        let place = usize::from(core);
        if place >= self.cores.len() {
            return;
        }
        let behind = &step.behind;
        let mut waits = self.waits(core, behind.waits);
        let data = behind.access.map(|a| self.data(a.address, a.device));
        let charged = self.charged(core, step, data, &mut waits);
        let asked = &self.asked;
        let c = &mut self.cores[place];
        if asked.includes(core, at) {
            let inside = asked.function.is_none() || c.scope.inside(asked.itself);
            if inside {
                self.rows.add_all(&charged);
            }
            if asked.intervals {
                c.since.add_all(&charged);
                if inside {
                    c.under_way.within.add_all(&charged);
                }
            }
        }
        let store = behind.access.filter(|a| a.store && !a.load);
        if store.is_some() {
            c.posted = Posted::new(step.pc, data.unwrap_or_default(), waits);
        }
        if !behind.waits.is_empty() || behind.shared || store.is_some() {
            c.on_bus = step.pc;
        }
        if let Some(a) = behind.access.filter(|a| a.store && a.device) {
            let top = c.stack.frames().last();
            c.device_store = Some(DeviceStore {
                pc: step.pc,
                address: a.address,
                caller: top
                    .filter(|f| f.kind == FrameKind::Function)
                    .map(|f| f.site),
            });
        }
        c.at = at;
        self.follow_lines(core, step);
    }
}

impl Why {
    /// The cycles of `step`, charged. Takes those of `waits` in which the core stood.
    fn charged(
        &self,
        core: u8,
        step: &Step<'_>,
        data: Option<Data>,
        waits: &mut Vec<Waited>,
    ) -> Rows {
        let mut rows = Rows::default();
        let c = &self.cores[usize::from(core)];
        let behind = &step.behind;
        let missed = behind.access.filter(|a| a.load && a.missed);
        let miss = missed.map_or(Miss::None, |a| c.lines.missed(a.address, behind.left.known));
        let level = match (behind.shared, behind.shared_missed) {
            (false, _) => Level::Unknown,
            (true, false) => Level::SharedCache,
            (true, true) => match behind.access.map(|a| self.shared.missed(a.address, true)) {
                None | Some(Miss::First) => Level::Memory,
                Some(_) => Level::MemoryAgain,
            },
        };
        let (mut cycles, mut idle, mut parts) = (0, 0, 0);
        for &(part, n) in step.advanced {
            match part {
                CoreMeter::CYCLES => cycles = n,
                CoreMeter::IDLE_CYCLES => idle = n,
                part if c.stalls.parts.contains(&part) => {
                    parts += n;
                    let key = Key::new(core, step.pc, part);
                    if c.stalls.stores.contains(&part) {
                        let key = Key {
                            data: c.posted.data,
                            store: Some(c.posted.pc),
                            ..key
                        };
                        rows.charge(key, n, &c.posted.waits_within(n));
                    } else if c.stalls.code.contains(&part) {
                        let level = match missed {
                            Some(_) => Level::Unknown,
                            None => level,
                        };
                        rows.charge(Key { level, ..key }, n, &rows::take(waits, n));
                    } else if c.stalls.data.contains(&part) {
                        let data = data.unwrap_or_default();
                        let key = Key {
                            data,
                            miss,
                            level,
                            ..key
                        };
                        rows.charge(key, n, &rows::take(waits, n));
                    } else {
                        rows.add(key, n);
                    }
                }
                _ => {}
            }
        }
        let rest = cycles.saturating_sub(parts);
        rows.add(Key::new(core, step.pc, CoreMeter::CYCLES), rest);
        let asleep = Key {
            data: (c.device_store).map_or(Data::Unknown, |t| self.data(t.address, true)),
            store: c.device_store.map(|t| t.pc),
            caller: c.device_store.and_then(|t| t.caller),
            ..Key::new(core, step.pc, CoreMeter::IDLE_CYCLES)
        };
        rows.add(asleep, idle);
        rows
    }

    /// What a step of `core` waited for. Others than cores may have waited since the step before.
    fn waits(&self, core: u8, waits: &[Wait]) -> Vec<Waited> {
        let waited = |w: &Wait| {
            let masters = self.masters.get(&w.bus).copied().unwrap_or(1).max(1);
            let owner = self.cores.get(usize::from(w.owner / masters));
            (w.master / masters == core).then(|| Waited {
                bus: w.bus,
                owner: match owner {
                    Some(_) => w.owner / masters,
                    None => w.owner,
                },
                pc: owner.map_or(0, |c| c.on_bus),
                cycles: w.cycles,
            })
        };
        waits.iter().filter_map(waited).collect()
    }

    /// Keeps account of who has taken lines away from whom.
    fn follow_lines(&mut self, core: u8, step: &Step<'_>) {
        let (access, left) = (step.behind.access, step.behind.left);
        let by = (core, step.pc);
        let store = access.filter(|a| a.store && !a.device);
        for (i, c) in self.cores.iter_mut().enumerate() {
            if i == usize::from(core) {
                c.lines.own(access, left, by);
            } else if let Some(a) = store {
                c.lines.written(a.address, by);
            }
        }
        if let Some(line) = left.shared {
            self.shared.replaced(line, by);
        }
        if let Some(a) = access.filter(|_| step.behind.shared_missed) {
            self.shared.fill(a.address);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symbols::NoSymbols;
    use trueboard_core::observe::{Access, Behind};
    use trueboard_cpu_sparcv8::meters::METERS;

    /// Two cores, each of which has two ports at bus 2.
    fn follows(objects: &[(u64, u64)]) -> Why {
        let (asked, symbols) = (Asked::default(), Arc::new(NoSymbols));
        let cores = [&METERS, &METERS];
        Why::new(asked, &cores, objects.to_vec(), &[(2, 2)], symbols, 16)
    }

    #[test]
    fn data_belong_to_the_object_whose_bytes_they_are() {
        let why = follows(&[(0x100, 8), (0x110, 4)]);
        for (address, data) in [
            (0xff, Data::Page(0)),
            (0x100, Data::Object(0)),
            (0x107, Data::Object(0)),
            (0x108, Data::Page(0)),
            (0x10f, Data::Page(0)),
            (0x110, Data::Object(1)),
            (0x113, Data::Object(1)),
            (0x114, Data::Page(0)),
            (0x1fff, Data::Page(0x1000)),
        ] {
            assert_eq!(why.data(address, false), data, "{address:#x}");
        }
        assert_eq!(why.data(0x8000_0104, true), Data::Device(0x8000_0100));
    }

    #[test]
    fn ports_of_a_core_are_that_core() {
        let why = follows(&[]);
        let wait = |bus, master, owner| Wait {
            bus,
            master,
            owner,
            cycles: 5,
        };
        // Of core 1: its second port behind the second one of core 0, and behind a master that is no core.
        let waits = [wait(2, 3, 1), wait(2, 1, 3), wait(2, 2, 5), wait(0, 1, 0)];
        let owners = |core| -> Vec<(u8, u8)> {
            let waits = why.waits(core, &waits);
            waits.iter().map(|w| (w.bus, w.owner)).collect()
        };
        assert_eq!(owners(1), [(2, 0), (2, 5), (0, 0)]);
        assert_eq!(owners(0), [(2, 1)]);
    }

    /// An atomic is waited for by its own instruction.
    #[test]
    fn what_is_posted_is_a_store_alone() {
        let mut why = follows(&[]);
        for (pc, load, store, posted) in [
            (0x10, false, true, 0x10),
            (0x14, true, false, 0x10),
            (0x18, true, true, 0x10),
            (0x1c, false, true, 0x1c),
        ] {
            let access = Access {
                pc,
                address: 0x100,
                bytes: 4,
                load,
                store,
                device: false,
                missed: false,
            };
            let step = Step {
                pc,
                completed: true,
                advanced: &[],
                behind: Behind {
                    access: Some(access),
                    ..Behind::default()
                },
            };
            why.step(0, Tick(pc), &step);
            assert_eq!(why.cores[0].posted.pc, posted, "{pc:#x}");
        }
    }
}
