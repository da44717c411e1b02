//! What cores did last, and what it did to caches and buses.

use crate::explain;
use crate::lab::Lab;
use crate::place::place;
use crate::trail::{Done, Trail, Waited, Which};
use crate::view::{
    Access, Bus, Cache, Evicted, Executed, Master, Passed, Pipeline, Set, Stage, Stall, Wait, Way,
};
use trueboard_board::Machine;
use trueboard_core::meter::{BusMeter, CoreMeter, Dictionary};
use trueboard_core::uarch;

/// Sets of a cache that are shown at most.
const SETS: usize = 64;

/// The last instructions of each core.
pub(crate) fn pipeline(m: &Machine, trail: Option<&Trail>) -> Vec<Pipeline> {
    let cores = 0..m.core_count() as u8;
    cores
        .map(|core| Pipeline {
            core,
            instructions: trail.map_or_else(Vec::new, |t| executed(m, t, core)),
        })
        .collect()
}

fn executed(m: &Machine, trail: &Trail, core: u8) -> Vec<Executed> {
    let dictionary = m.dictionary(core);
    let stall = |done: &_, (part, cycles): (CoreMeter, u64)| {
        let d = dictionary?;
        // The first part of a stack is the cycles of instructions without a stall.
        (d.stack.first() != Some(&part)).then(|| Stall {
            cause: d.name(part).to_owned(),
            cycles,
            reason: match d.rule(part) {
                Some(rule) => rule.does.to_owned(),
                None => d.name(part).replace('_', " "),
            },
            why: explain::of_part(core, done, d.name(part)),
        })
    };
    let mut next = 0;
    let row = |done: &Done| Executed {
        place: place(m, core, done.pc),
        text: m.disassembled(core, done.pc).map_or(String::new(), |d| d.0),
        tick: done.to,
        cycles: done.cycles,
        begins: begins(&mut next, done.cycles),
        lane: lane(dictionary, done),
        fate: done.fate,
        stalls: done.parts.iter().filter_map(|&p| stall(done, p)).collect(),
        access: done.access.map(|a| Access {
            at: a.address,
            bytes: a.bytes,
            store: a.store,
            device: a.device,
            missed: a.missed,
            why: a.missed.then(|| explain::of_part(core, done, "")),
        }),
    };
    trail.done(core).map(row).collect()
}

/// Where an instruction of so many cycles begins, behind those before it, which end at `next`.
fn begins(next: &mut u64, cycles: u64) -> u64 {
    match cycles {
        // Issued beside the one before.
        0 => next.saturating_sub(1),
        _ => std::mem::replace(next, *next + cycles),
    }
}

/// The cycles of an instruction, in their order.
fn lane(dictionary: Option<&Dictionary>, done: &Done) -> Vec<Passed> {
    let Some(d) = dictionary else {
        return Vec::new();
    };
    let passed = |(part, stage, cycles): (CoreMeter, _, u64)| Passed {
        stage: Stage::from(stage),
        cycles,
        cause: d.name(part).to_owned(),
    };
    let lane: Vec<Passed> = d.in_order(&done.parts).into_iter().map(passed).collect();
    if !lane.is_empty() {
        return lane;
    }
    let issue = d.stack.first().map_or("", |&m| d.name(m));
    vec![Passed {
        stage: Stage::Issue,
        cycles: 1,
        cause: issue.to_owned(),
    }]
}

impl Lab {
    /// Caches: those of the chosen core, and those that are shared.
    pub(crate) fn caches(&self, trail: Option<&Trail>) -> Vec<Cache> {
        let m = self.session.machine();
        let all = m.caches().into_iter();
        let shown = all.filter(|(core, ..)| core.is_none_or(|c| c == self.core));
        shown
            .map(|(core, name, cache)| self.cache(core, name, cache, trail))
            .collect()
    }

    fn cache(
        &self,
        core: Option<u8>,
        name: String,
        cache: &uarch::cache::Cache,
        trail: Option<&Trail>,
    ) -> Cache {
        let m = self.session.machine();
        let shape = cache.geometry();
        let which = match core {
            None => Which::Shared,
            Some(c) if name == "icache" => Which::Code(c),
            Some(c) => Which::Data(c),
        };
        let set_of = |at: u64| {
            let line = at / u64::from(shape.line_bytes.max(1));
            (line % u64::from(shape.sets.max(1))) as u32
        };
        let left = trail.into_iter().flat_map(|t| &t.left);
        let mut evicted: std::collections::BTreeMap<u32, Evicted> =
            std::collections::BTreeMap::new();
        let mut latest = std::collections::BTreeMap::new();
        for (&(_, at), gone) in left.filter(|((w, _), _)| *w == which) {
            let set = set_of(at);
            if latest.get(&set).is_some_and(|&to| to > gone.to) {
                continue;
            }
            latest.insert(set, gone.to);
            let entry = Evicted {
                at,
                core: gone.core,
                by: place(m, gone.core, gone.pc),
                why: explain::of_gone(gone),
            };
            evicted.insert(set, entry);
        }
        let way = |set: u32, way: u32| {
            let (at, valid, dirty) = cache.entry(set, way);
            Way {
                at: valid.then_some(at),
                dirty,
                object: valid.then(|| self.object(at)).flatten(),
            }
        };
        let mut rows = Vec::new();
        let mut lines = 0;
        for set in 0..shape.sets {
            let held = (0..shape.ways).filter(|&w| cache.entry(set, w).1).count();
            lines += held as u32;
            if held != 0 {
                rows.push(set);
            }
        }
        // Of many sets, those with recent evictions come first.
        if rows.len() > SETS {
            rows.sort_by_key(|set| std::cmp::Reverse(latest.get(set).copied().unwrap_or(0)));
            rows.truncate(SETS);
            rows.sort_unstable();
        }
        let rows = rows.into_iter().map(|set| Set {
            set,
            ways: (0..shape.ways).map(|w| way(set, w)).collect(),
            evicted: evicted.remove(&set),
        });
        let rows = rows.collect();
        let (hits, misses) = match core {
            Some(core) => lookups(m, core, &name),
            None => (None, None),
        };
        Cache {
            name,
            core,
            sets: shape.sets,
            ways: shape.ways,
            line_bytes: shape.line_bytes,
            rows,
            lines,
            hits,
            misses,
        }
    }

    /// The object of an image that lies at `at`.
    fn object(&self, at: u64) -> Option<String> {
        let image = self.session.machine().image_of(self.core)?;
        let symbols = image.symbols();
        let end = symbols.partition_point(|s| s.at <= at);
        let near = symbols[..end].iter().rev().take(16);
        let holds = |s: &&trueboard_board::Symbol| s.size != 0 && at - s.at < s.size;
        near.filter(holds).map(|s| s.name.clone()).next()
    }
}

/// Lookups of a core's cache that hit and that missed, where its dictionary has them.
fn lookups(m: &Machine, core: u8, cache: &str) -> (Option<u64>, Option<u64>) {
    let bank = m.meters().cores.get(usize::from(core));
    let dictionary = m.dictionary(core);
    let meter = |what: &str| {
        let d = dictionary?;
        let meter = d.by_name(&format!("{cache}_{what}"))?;
        Some(bank?.get(meter))
    };
    let misses = meter("misses").or_else(|| meter("read_misses"));
    (meter("hits"), misses)
}

/// Buses with who used them and who waited.
pub(crate) fn buses(m: &Machine, trail: Option<&Trail>) -> Vec<Bus> {
    let banks = m.bus_names().iter().zip(&m.meters().buses);
    let bus = |(i, (name, bank)): (usize, (&String, &trueboard_core::meter::BusBank))| {
        let used = |id: &usize| bank.used[*id] != 0 || bank.waited[*id] != 0;
        let last = (0..bank.used.len()).rev().find(used).map_or(0, |n| n + 1);
        let masters = (0..last).map(|id| Master {
            id: id as u8,
            name: master(m, id as u8),
            used: bank.used[id],
            waited: bank.waited[id],
            waited_for: bank.waited_for[id][..last].to_vec(),
        });
        let waits = trail.into_iter().flat_map(|t| t.waits.iter().rev());
        Bus {
            name: name.clone(),
            cycles: bank.get(BusMeter::Cycles),
            masters: masters.collect(),
            waits: waits
                .filter(|w| usize::from(w.wait.bus) == i)
                .map(|w| wait(m, w))
                .collect(),
        }
    };
    banks.enumerate().map(bus).collect()
}

/// The name of a master: of most buses a core, by its number.
fn master(m: &Machine, id: u8) -> String {
    let core = m.core_state(id).map(|s| s.0.to_owned());
    core.unwrap_or_else(|| format!("master {id}"))
}

fn wait(m: &Machine, w: &Waited) -> Wait {
    Wait {
        core: w.core,
        owner: w.wait.owner,
        cycles: w.wait.cycles,
        tick: w.to,
        place: place(m, w.core, w.pc),
        why: explain::of_wait(w),
    }
}
