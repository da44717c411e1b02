//! The assembler: from actions to ops, for one core.

use crate::barectf::Format;
use crate::layout::{Layout, NAMES, core_name, core_number, host_cpu, number_in_kind};
use crate::op::{Op, Value};
use crate::program::{FIRST_OP, Function};
use crate::workload::{Action, CoreDef, Number, Workload};
use std::collections::{BTreeMap, BTreeSet};

/// Names of one kind that a core has, as 8-bit numbers.
#[derive(Default)]
struct Names(Vec<String>);

impl Names {
    fn number(&mut self, name: &str) -> u8 {
        let found = self.0.iter().position(|n| n == name);
        let i = found.unwrap_or_else(|| {
            self.0.push(name.to_owned());
            self.0.len() - 1
        });
        i as u8
    }
}

/// Most variables, and most kept blocks.
const MOST_NAMES: usize = 256;
/// Times that `Each` writes its body at most.
const MOST_COPIES: u64 = 1000;
/// Times that all `Each` of a core write their bodies at most, those within others included.
const MOST_COPIES_IN_ALL: u64 = 100_000;
/// Words of payload of a message at most: what variables can take.
const MOST_WORDS: usize = 64;

/// See the module.
pub(crate) struct Assembler<'a> {
    w: &'a Workload,
    def: &'a CoreDef,
    core: u8,
    layout: &'a Layout,
    format: Option<&'a Format>,
    ops: Vec<Op>,
    vars: Names,
    slots: Names,
    /// Names that stand for a number at this place.
    env: Vec<(String, u64)>,
    /// Of the function being assembled: this core reaches it, an interrupt reaches it.
    reached: bool,
    in_handler: bool,
    /// Bodies of `Each` written so far.
    copies: u64,
    problems: Vec<String>,
}

impl<'a> Assembler<'a> {
    pub fn new(
        w: &'a Workload,
        def: &'a CoreDef,
        core: u8,
        layout: &'a Layout,
        format: Option<&'a Format>,
    ) -> Assembler<'a> {
        // The number in the name of the core: of the DSP, or of a CPU of the ARM but the first.
        let env = match core {
            0 => Vec::new(),
            _ => vec![("n".to_owned(), u64::from(number_in_kind(core)))],
        };
        let mut a = Assembler {
            w,
            def,
            core,
            layout,
            format,
            ops: vec![Op::Nop; FIRST_OP as usize],
            vars: Names::default(),
            slots: Names::default(),
            env,
            reached: false,
            in_handler: false,
            copies: 0,
            problems: Vec::new(),
        };
        // A variable may be read in a function that comes before the one that sets it.
        for t in &def.tasks {
            for name in t.with.keys() {
                a.vars.number(name);
            }
        }
        for body in w.functions.values() {
            a.declare(body);
        }
        a
    }

    /// Takes up the variables that `body` sets.
    fn declare(&mut self, body: &[Action]) {
        for action in body {
            match action {
                Action::Loop { index, body, .. } => {
                    if let Some(i) = index {
                        self.vars.number(i);
                    }
                    self.declare(body);
                }
                Action::Forever(b)
                | Action::Every { body: b, .. }
                | Action::Each { body: b, .. } => {
                    self.declare(b);
                }
                Action::Set(v, _) | Action::Add(v, _) | Action::Clock(v) => {
                    self.vars.number(v);
                }
                Action::Get { into, .. } => {
                    for v in into {
                        self.vars.number(v);
                    }
                }
                _ => {}
            }
        }
    }

    /// Names of the variables.
    pub fn vars(&self) -> Vec<String> {
        self.vars.0.clone()
    }

    /// How many blocks can be kept.
    pub fn slots(&self) -> usize {
        self.slots.0.len()
    }

    /// What was assembled.
    pub fn into_ops(self) -> Vec<Op> {
        self.ops
    }

    /// Functions that can be reached from `roots`.
    fn reach(&self, roots: &[u16]) -> BTreeSet<u16> {
        fn calls<'a>(body: &'a [Action], out: &mut Vec<&'a str>) {
            for action in body {
                match action {
                    Action::Call(f) => out.push(f),
                    Action::Loop { body, .. }
                    | Action::Forever(body)
                    | Action::Every { body, .. }
                    | Action::Each { body, .. } => calls(body, out),
                    _ => {}
                }
            }
        }
        let names: Vec<&String> = self.w.functions.keys().collect();
        let bodies: Vec<&Vec<Action>> = self.w.functions.values().collect();
        let mut seen = BTreeSet::new();
        let mut todo = roots.to_vec();
        while let Some(f) = todo.pop() {
            if !seen.insert(f) {
                continue;
            }
            let mut called = Vec::new();
            calls(bodies[usize::from(f)], &mut called);
            let numbers = called
                .iter()
                .filter_map(|c| names.iter().position(|n| n == c));
            todo.extend(numbers.map(|i| i as u16));
        }
        seen
    }

    /// Assembles all functions.
    pub fn functions(
        &mut self,
        tasks: &[u16],
        handler: Option<u16>,
        problems: &mut Vec<String>,
    ) -> Vec<Function> {
        let from_handler = self.reach(handler.as_slice());
        let mut reached = self.reach(tasks);
        reached.extend(&from_handler);
        let mut out = Vec::new();
        let functions: &'a BTreeMap<String, Vec<Action>> = &self.w.functions;
        for (i, (name, body)) in functions.iter().enumerate() {
            let first = self.ops.len() as u32;
            self.reached = reached.contains(&(i as u16));
            self.in_handler = from_handler.contains(&(i as u16));
            self.body(&format!("functions.{name}"), body);
            self.ops.push(Op::Ret);
            out.push(Function {
                name: name.clone(),
                first,
                end: self.ops.len() as u32,
            });
        }
        if self.vars.0.len() > MOST_NAMES || self.slots.0.len() > MOST_NAMES {
            self.problems.push(format!(
                "functions: more than {MOST_NAMES} variables or kept blocks"
            ));
        }
        problems.append(&mut self.problems);
        out
    }

    fn problem(&mut self, path: &str, what: impl std::fmt::Display) {
        if self.reached {
            self.problems.push(format!("{path}: {what}"));
        }
    }

    fn body(&mut self, path: &str, body: &[Action]) {
        for (i, action) in body.iter().enumerate() {
            self.action(&format!("{path}[{i}]"), action);
        }
    }

    /// `name` with the numbers that its `{…}` stand for.
    fn written_out(&self, name: &str) -> String {
        let mut s = name.to_owned();
        // The innermost meaning of a name comes first.
        for (key, n) in self.env.iter().rev() {
            s = s.replace(&format!("{{{key}}}"), &n.to_string());
        }
        s
    }

    fn value(&mut self, path: &str, n: &Number) -> Value {
        let name = match n {
            Number::Is(v) => return Value::Is(*v),
            Number::Named(name) => name,
        };
        if let Some((_, v)) = self.env.iter().rev().find(|e| e.0 == *name) {
            return Value::Is(*v);
        }
        if let Some(v) = self.w.params.get(name) {
            return Value::Is(*v);
        }
        match self.vars.0.iter().position(|v| v == name) {
            Some(i) => Value::Var(i as u8),
            None => {
                self.problem(path, format!("no parameter or variable is called `{name}`"));
                Value::Is(0)
            }
        }
    }

    fn values(&mut self, path: &str, numbers: &[Number]) -> Vec<Value> {
        if numbers.len() > MOST_WORDS {
            self.problem(path, format!("more than {MOST_WORDS} numbers"));
        }
        numbers.iter().map(|n| self.value(path, n)).collect()
    }

    fn find(&mut self, path: &str, what: &str, name: &str, at: Option<usize>) -> u16 {
        if at.is_none() {
            self.problem(path, format!("no {what} is called `{name}`"));
        }
        at.unwrap_or(0) as u16
    }

    fn queue(&mut self, path: &str, name: &str) -> u16 {
        let name = self.written_out(name);
        let at = self.layout.queues.iter().position(|q| q.name == name);
        self.find(path, "queue", &name, at)
    }

    fn own_queue(&mut self, path: &str, name: &str) -> u16 {
        let q = self.queue(path, name);
        if let Some(at) = self.layout.queues.get(usize::from(q))
            && at.home != self.core
        {
            let (name, home) = (at.name.clone(), core_name(at.home));
            let me = core_name(self.core);
            self.problem(
                path,
                format!("`{name}` is a queue of {home}, and this runs on {me}"),
            );
        }
        q
    }

    fn heap(&mut self, path: &str, name: &str) -> u16 {
        let name = self.written_out(name);
        let at = self.layout.heaps.iter().position(|h| h.name == name);
        self.find(path, "heap", &name, at)
    }

    /// The slot of a kept block.
    fn slot(&mut self, name: &str) -> u8 {
        let name = self.written_out(name);
        self.slots.number(&name)
    }

    fn semaphore(&mut self, path: &str, name: &str) -> u8 {
        let at = self.def.semaphores.keys().position(|s| s == name);
        self.find(path, "semaphore of this core", name, at) as u8
    }

    fn result(&mut self, path: &str, name: &str) -> u32 {
        let at = self.layout.results.iter().position(|r| r == name);
        let i = self.find(path, "result", name, at);
        self.layout.result(self.core, i.into())
    }

    fn other(&mut self, path: &str, name: &str) -> u8 {
        let name = self.written_out(name);
        match core_number(&name) {
            Some(core) if core != self.core => core,
            Some(core) => {
                self.problem(path, format!("`{name}` is this core itself"));
                core
            }
            None => {
                self.problem(path, format!("there is no core `{name}`; write {NAMES}"));
                0
            }
        }
    }

    /// Another core to which an interrupt leads, and from it one back if `both_ways`. A DSP interrupts the
    /// host as a whole, and Linux lets its first CPU take that.
    fn interrupted(&mut self, path: &str, name: &str, both_ways: bool) -> u8 {
        let to = self.other(path, name);
        let (me, other) = (host_cpu(self.core), host_cpu(to));
        let later = |cpu: Option<u8>| cpu.is_some_and(|n| n > 0);
        if me.is_none() && later(other) || both_ways && later(me) && other.is_none() {
            self.problem(
                path,
                "interrupts of DSPs come to the first CPU of the ARM alone; let `arm` do this",
            );
        }
        to
    }

    fn event(&mut self, path: &str, name: &str, values: usize) -> u16 {
        let Some(format) = self.format else {
            self.problem(path, "there is no `trace` that says what events there are");
            return 0;
        };
        if self.def.tracer.is_none() {
            self.problem(path, "this core has no tracer");
        }
        let Some(event) = format.event(name) else {
            self.problem(path, format!("no event is called `{name}`"));
            return 0;
        };
        let fields = format.class(event).map_or(0, |c| c.fields.len());
        if fields != values {
            self.problem(
                path,
                format!("`{name}` has {fields} fields, and {values} values are given"),
            );
        }
        event
    }

    fn may_wait(&mut self, path: &str) {
        if self.in_handler {
            self.problem(path, "waits, which `on_interrupt` cannot");
        }
    }

    fn looped(
        &mut self,
        path: &str,
        (count, var, period_us): (Option<Value>, Option<u8>, Option<Value>),
        body: &[Action],
    ) {
        let begin = self.ops.len();
        self.ops.push(Op::Nop);
        self.body(path, body);
        let end = self.ops.len() as u32;
        self.ops.push(Op::Next);
        self.ops[begin] = Op::Loop {
            count,
            var,
            period_us,
            end,
        };
    }

    fn action(&mut self, path: &str, action: &Action) {
        let op = match action {
            Action::Compute(n) => Op::Compute(self.value(path, n)),
            Action::Loop { count, index, body } => {
                let count = self.value(path, count);
                let var = index.as_ref().map(|i| self.vars.number(i));
                return self.looped(path, (Some(count), var, None), body);
            }
            Action::Forever(body) => {
                self.may_wait(path);
                return self.looped(path, (None, None, None), body);
            }
            Action::Every {
                period_us,
                count,
                body,
            } => {
                self.may_wait(path);
                let (count, period) = (self.value(path, count), self.value(path, period_us));
                return self.looped(path, (Some(count), None, Some(period)), body);
            }
            Action::Each {
                name,
                from,
                to,
                body,
            } => {
                if to.saturating_sub(*from) >= MOST_COPIES {
                    return self.problem(path, format!("more than {MOST_COPIES} copies"));
                }
                for n in *from..=*to {
                    self.copies += 1;
                    if self.copies > MOST_COPIES_IN_ALL {
                        // Every level above would say so again.
                        if self.copies == MOST_COPIES_IN_ALL + 1 {
                            let what = format!("more than {MOST_COPIES_IN_ALL} copies in all");
                            self.problems.push(format!("{path}: {what}; use Loop"));
                        }
                        return;
                    }
                    self.env.push((name.clone(), n));
                    self.body(path, body);
                    self.env.pop();
                }
                return;
            }
            Action::Call(f) => {
                let at = self.w.functions.keys().position(|n| n == f);
                Op::Call(self.find(path, "function", f, at))
            }
            Action::Set(v, n) => Op::Set(self.vars.number(v), self.value(path, n)),
            Action::Add(v, n) => Op::Add(self.vars.number(v), self.value(path, n)),
            Action::Clock(v) => Op::Clock(self.vars.number(v)),
            Action::Store(r, n) => Op::Store(self.result(path, r), self.value(path, n)),
            Action::Elapsed(v, r) => {
                let at = self.result(path, r);
                match self.vars.0.iter().position(|n| n == v) {
                    Some(i) => Op::Elapsed(i as u8, at),
                    None => return self.problem(path, format!("no variable is called `{v}`")),
                }
            }
            Action::Trace(e, values) => {
                let event = self.event(path, e, values.len());
                Op::Trace(event, self.values(path, values))
            }
            Action::Tracing(on) => Op::Tracing(*on),
            Action::Flush => Op::Flush,
            Action::Sleep(n) => {
                self.may_wait(path);
                Op::Sleep(self.value(path, n))
            }
            Action::Pend(s) => {
                self.may_wait(path);
                Op::Pend(self.semaphore(path, s))
            }
            Action::Post(s) => Op::Post(self.semaphore(path, s)),
            Action::TaskCreate(t) => {
                let at = self.def.tasks.iter().position(|d| d.name == *t);
                Op::TaskCreate(self.find(path, "task of this core", t, at) as u8)
            }
            Action::Priority(p) => {
                if !(1..=15).contains(p) {
                    self.problem(path, "a priority is 1 to 15");
                }
                Op::Priority(*p)
            }
            Action::Yield => Op::Yield,
            Action::Create(q) => Op::Create(self.own_queue(path, q)),
            Action::Open(q) => {
                self.may_wait(path);
                Op::Open(self.queue(path, q))
            }
            Action::Alloc(h) => Op::Alloc(self.heap(path, h)),
            Action::Put {
                queue,
                words,
                reply,
            } => Op::Put {
                queue: self.queue(path, queue),
                words: self.values(path, words),
                reply: reply.as_ref().map(|r| self.own_queue(path, r)),
            },
            Action::Get { queue, into } => {
                self.may_wait(path);
                if into.len() > MOST_WORDS {
                    self.problem(path, format!("more than {MOST_WORDS} variables"));
                }
                Op::Get {
                    queue: self.own_queue(path, queue),
                    into: into.iter().map(|v| self.vars.number(v)).collect(),
                }
            }
            Action::Reply(words) => Op::Reply(self.values(path, words)),
            Action::Free => Op::Free,
            Action::HeapAlloc(h, name) => {
                let heap = self.heap(path, h);
                Op::HeapAlloc(heap, self.slot(name))
            }
            Action::HeapFree(name) => Op::HeapFree(self.slot(name)),
            Action::Read(name, bytes) => Op::Read(self.slot(name), *bytes),
            Action::Write(name, bytes) => Op::Write(self.slot(name), *bytes),
            Action::Interrupt(core) => Op::Interrupt(self.interrupted(path, core, false)),
            Action::Release(core) => {
                let p = self.other(path, core);
                if host_cpu(p).is_some() {
                    self.problem(path, "releases DSPs only");
                }
                Op::Release(p)
            }
            Action::Exchange(core) => {
                self.may_wait(path);
                self.event(path, "sync_cause", 1);
                self.event(path, "sync_effect", 1);
                Op::Exchange(self.interrupted(path, core, true))
            }
            Action::Drain { queue, batch } => {
                self.may_wait(path);
                if *batch == 0 {
                    self.problem(path, "batch must be at least 1");
                }
                Op::Drain {
                    queue: self.own_queue(path, queue),
                    batch: *batch,
                }
            }
            Action::Print(text) => Op::Print(self.written_out(text)),
            Action::Exit(status) => Op::Exit(*status),
        };
        self.ops.push(op);
    }
}
