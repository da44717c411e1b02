//! From a workload to what one core runs: everything is checked, and all that is wrong is reported, each
//! with its path.

use crate::assemble::Assembler;
use crate::barectf::Format;
use crate::layout::{Layout, Map, NAMES, core_name, core_number, free_queue, host_cpu};
use crate::op::Op;
use crate::workload::{CoreDef, TracerDef, Workload};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of an op.
pub const OP_BYTES: u32 = 4;
/// Ops that only have an address: those at which tasks begin, and the entry of interrupts.
pub(crate) const IDLE_OPS: u32 = 64;
/// The op at which interrupts enter.
pub(crate) const ISR_OP: u32 = IDLE_OPS;
/// Ops before those of functions.
pub(crate) const FIRST_OP: u32 = IDLE_OPS + 1;
/// Tasks that a core may have: each begins at an idle op of its own.
const MOST_TASKS: usize = IDLE_OPS as usize;
/// Task priorities of SYS/BIOS that are not the idle task's (`Task.numPriorities` is 16).
const PRIORITIES: std::ops::RangeInclusive<u8> = 1..=15;

/// A function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// Its name.
    pub name: String,
    /// Its first op.
    pub first: u32,
    /// One past its last.
    pub end: u32,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TaskCode {
    /// Its name.
    pub name: String,
    /// Its first priority.
    pub priority: u8,
    /// The function that it runs.
    pub function: u16,
    /// It exists from the beginning.
    pub starts: bool,
    /// First values of the variables.
    pub vars: Vec<u64>,
}

/// A tracer.
#[derive(Clone, Debug)]
pub struct TracerCode {
    /// As described.
    pub def: TracerDef,
    /// The queue that packets go to.
    pub to: Option<u16>,
    /// The queue by which they come back.
    pub free: Option<u16>,
    /// The heap that they are of.
    pub heap: Option<u16>,
    /// `func_entry` and `func_exit`, if calls are traced.
    pub functions: Option<(u16, u16)>,
    /// `message_put` and `message_get`, if messages are traced.
    pub messages: Option<(u16, u16)>,
    /// `sync_cause` and `sync_effect`, if the format has them.
    pub exchange: Option<(u16, u16)>,
    /// `task_switch`, if switches of tasks are traced.
    pub switches: Option<u16>,
}

/// What a core runs.
#[derive(Clone, Debug)]
pub struct Program {
    /// Number of its core.
    pub core: u8,
    /// Ops; the address of the first is [`Map::code`].
    pub ops: Vec<Op>,
    /// Functions, by place.
    pub functions: Vec<Function>,
    /// Tasks.
    pub tasks: Vec<TaskCode>,
    /// First counts of semaphores.
    pub semaphores: Vec<u32>,
    /// The function that interrupts run.
    pub on_interrupt: Option<u16>,
    /// How many blocks the core can keep.
    pub slots: usize,
    /// Its tracer.
    pub tracer: Option<TracerCode>,
    /// What tracers write.
    pub format: Option<Format>,
    /// Shared data.
    pub layout: Layout,
}

impl Program {
    /// The address of op number `op`.
    pub fn address(&self, op: u32) -> u64 {
        u64::from(self.layout.map.code) + u64::from(OP_BYTES) * u64::from(op)
    }

    /// The places that are not described: where a core is when it does nothing, and its handler.
    pub fn idle_and_handler(&self) -> [Function; 2] {
        let place = |name: &str, first, end| Function {
            name: name.to_owned(),
            first,
            end,
        };
        [
            place("idle", 0, IDLE_OPS),
            place("interrupt_handler", ISR_OP, FIRST_OP),
        ]
    }

    /// The op at `address`.
    pub fn op_at(&self, address: u64) -> Option<u32> {
        let off = address.checked_sub(self.layout.map.code.into())?;
        let op = u32::try_from(off / u64::from(OP_BYTES)).ok()?;
        ((op as usize) < self.ops.len()).then_some(op)
    }
}

/// The cores that `key` of `cores` names: `arm`, `arm2`, `arm1-3`, `dsp3`, `dsp0-7`.
fn named_cores(key: &str) -> Option<Vec<u8>> {
    if let Some(core) = core_number(key) {
        return Some(vec![core]);
    }
    let (kind, range) = key.split_at_checked(3)?;
    let (a, b) = range.split_once('-')?;
    let (a, b): (u8, u8) = (a.parse().ok()?, b.parse().ok()?);
    let cores = (a..=b).map(|n| core_number(&format!("{kind}{n}")));
    let cores: Option<Vec<u8>> = cores.collect();
    cores.filter(|c| !c.is_empty())
}

/// A workload, checked and laid out.
pub struct Described {
    /// As written.
    pub workload: Workload,
    /// What each of its cores runs, by the number of the core.
    pub programs: BTreeMap<u8, Program>,
    /// Those that another one releases; the rest begins with the board.
    pub released: BTreeSet<u8>,
}

impl Described {
    /// Checks `w` whole.
    ///
    /// # Errors
    /// All that is wrong, each with its path.
    pub fn new(w: Workload, map: Map) -> Result<Described, Vec<String>> {
        let mut problems = Vec::new();
        let mut cores: BTreeMap<u8, (&str, &CoreDef)> = BTreeMap::new();
        for (key, def) in &w.cores {
            let Some(named) = named_cores(key) else {
                problems.push(format!(
                    "cores.{key}: names no cores; write {NAMES}, or several at once: arm1-3, dsp0-7"
                ));
                continue;
            };
            for n in named {
                if cores.insert(n, (key, def)).is_some() {
                    problems.push(format!("cores.{key}: {} has a part already", core_name(n)));
                }
            }
        }
        if cores.is_empty() && problems.is_empty() {
            problems.push("cores: there is none".to_owned());
        }
        let other_cpu = cores.iter().find(|(n, _)| host_cpu(**n).is_some());
        if let (Some((_, (key, _))), false) = (other_cpu, cores.contains_key(&0)) {
            problems.push(format!(
                "cores.{key}: the first CPU of the ARM takes the interrupts of the DSPs; describe `arm`, too"
            ));
        }
        let format = w
            .trace
            .as_ref()
            .and_then(|t| Format::new(t).map_err(|e| problems.extend(e)).ok());
        let tracers: Vec<(String, u32)> = cores
            .iter()
            .filter_map(|(n, (_, def))| {
                let t = def.tracer.as_ref()?;
                t.to.is_some().then(|| (core_name(*n), t.packets))
            })
            .collect();
        let layout = Layout::new(&w, &tracers, map, &mut problems);
        let mut programs = BTreeMap::new();
        for (&n, &(key, def)) in &cores {
            let maker = Maker {
                w: &w,
                def,
                key,
                core: n,
                layout: &layout,
                format: format.as_ref(),
            };
            programs.insert(n, maker.program(&mut problems));
        }
        // Equal cores agree.
        let mut seen = BTreeSet::new();
        problems.retain(|p| seen.insert(p.clone()));
        if problems.is_empty() {
            let ops = programs.values().flat_map(|p| &p.ops);
            let released = ops.filter_map(|op| match op {
                Op::Release(dsp) => Some(*dsp),
                _ => None,
            });
            Ok(Described {
                workload: w,
                released: released.collect(),
                programs,
            })
        } else {
            Err(problems)
        }
    }
}

/// Makes the program of one core.
struct Maker<'a> {
    w: &'a Workload,
    def: &'a CoreDef,
    key: &'a str,
    core: u8,
    layout: &'a Layout,
    format: Option<&'a Format>,
}

impl Maker<'_> {
    fn program(&self, problems: &mut Vec<String>) -> Program {
        let names: Vec<&String> = self.w.functions.keys().collect();
        let place = format!("cores.{}", self.key);
        let function = |path: &str, name: &str, problems: &mut Vec<String>| {
            let found = names.iter().position(|n| *n == name);
            if found.is_none() {
                problems.push(format!(
                    "{path}: there is no function `{name}` in `functions`"
                ));
            }
            found.map(|i| i as u16)
        };
        let mut roots = Vec::new();
        for (i, t) in self.def.tasks.iter().enumerate() {
            let path = format!("{place}.tasks[{i}]");
            if !PRIORITIES.contains(&t.priority) {
                problems.push(format!("{path}.priority: must be 1 to 15"));
            }
            if self.def.tasks.iter().take(i).any(|o| o.name == t.name) {
                problems.push(format!("{path}.name: there is a task `{}` already", t.name));
            }
            roots.extend(function(&format!("{path}.runs"), &t.runs, problems));
        }
        if self.def.tasks.is_empty() || self.def.tasks.len() > MOST_TASKS {
            problems.push(format!("{place}.tasks: there must be 1 to {MOST_TASKS}"));
        }
        let handler = self.def.on_interrupt.as_ref();
        let on_interrupt =
            handler.and_then(|h| function(&format!("{place}.on_interrupt"), h, problems));
        let tracer = self.tracer(&place, problems);
        let mut asm = Assembler::new(self.w, self.def, self.core, self.layout, self.format);
        let functions = asm.functions(&roots, on_interrupt, problems);
        let vars = asm.vars();
        let tasks = self.def.tasks.iter().map(|t| TaskCode {
            name: t.name.clone(),
            priority: t.priority,
            function: names.iter().position(|n| **n == t.runs).unwrap_or(0) as u16,
            starts: t.starts,
            vars: vars
                .iter()
                .map(|v| t.with.get(v).copied().unwrap_or(0))
                .collect(),
        });
        let tasks = tasks.collect();
        Program {
            core: self.core,
            slots: asm.slots(),
            ops: asm.into_ops(),
            functions,
            tasks,
            semaphores: self.def.semaphores.values().copied().collect(),
            on_interrupt,
            tracer,
            format: self.format.cloned(),
            layout: self.layout.clone(),
        }
    }

    fn tracer(&self, place: &str, problems: &mut Vec<String>) -> Option<TracerCode> {
        let def = self.def.tracer.clone()?;
        let Some(format) = self.format else {
            if self.w.trace.is_none() {
                problems.push(format!(
                    "{place}.tracer: there is no `trace` that says what it writes"
                ));
            }
            return None;
        };
        let queue = |name: &str| self.layout.queues.iter().position(|q| q.name == name);
        let mut code = TracerCode {
            to: None,
            free: None,
            heap: None,
            functions: None,
            messages: None,
            switches: None,
            exchange: format.event("sync_cause").zip(format.event("sync_effect")),
            def,
        };
        if code.def.packets == 0 {
            problems.push(format!("{place}.tracer.packets: must be at least 1"));
        }
        if let Some(to) = &code.def.to {
            let own = free_queue(&core_name(self.core));
            code.to = queue(to).map(|i| i as u16);
            code.free = queue(&own).map(|i| i as u16);
            let mut heaps = self.layout.heaps.iter();
            code.heap = heaps.position(|h| h.name == own).map(|i| i as u16);
            if code.to.is_none() {
                problems.push(format!("{place}.tracer.to: no queue is called `{to}`"));
            }
        }
        if code.def.functions {
            code.functions = format.event("func_entry").zip(format.event("func_exit"));
            if code.functions.is_none() {
                problems.push(format!(
                    "{place}.tracer.functions: `trace.events` needs func_entry and func_exit with \
                     one field each"
                ));
            }
        }
        if code.def.messages {
            code.messages = format.event("message_put").zip(format.event("message_get"));
            let takes_message = |e| {
                let fields = format.class(e).map_or(&[][..], |c| &c.fields);
                fields.len() == 3 || fields.len() == 4 && fields[3].0 == "size"
            };
            if code
                .messages
                .is_none_or(|(p, g)| !takes_message(p) || !takes_message(g))
            {
                problems.push(format!(
                    "{place}.tracer.messages: `trace.events` needs message_put and message_get with \
                     three fields each: source, destination, sequence number; a fourth one must be \
                     `size`"
                ));
            }
        }
        if code.def.tasks {
            code.switches = format.event("task_switch");
            let class = code.switches.and_then(|e| format.class(e));
            let names = class.map(|c| c.fields.iter().map(|f| f.0.as_str()).collect::<Vec<_>>());
            if names.is_none_or(|n| n != ["from", "to"]) {
                problems.push(format!(
                    "{place}.tracer.tasks: `trace.events` needs task_switch with two fields, `from` and \
                     `to`"
                ));
            }
        }
        Some(code)
    }
}
