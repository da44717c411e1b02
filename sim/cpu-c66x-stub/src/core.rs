//! One stub core: its state, its time and its meters.

use crate::barectf::Packet;
use crate::layout::{host_cpu, number_in_kind};
use crate::meters::Meter;
use crate::micro::Micro;
use crate::params::Params;
use crate::program::Program;
use crate::tsc::Tsc;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use trueboard_core::cpu::{ErrorStop, Past, RunCx};
use trueboard_core::fact::{CoreState, FactKind};
use trueboard_core::meter::{Accounts, Meters};
use trueboard_core::observe::Running;
use trueboard_core::time::{Clock, Tick};

/// Ops kept for crash messages.
const HISTORY: usize = 12;

/// A function that was called.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Frame {
    /// The op that called it.
    pub site: u32,
    /// Its number.
    pub function: u16,
}

/// A loop that is under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Looping {
    /// Its first op.
    pub body: u32,
    /// Passes left, this one included; `None` is for ever.
    pub left: Option<u64>,
    /// Passes done.
    pub done: u64,
    /// The variable that shows that.
    pub var: Option<u8>,
    /// Cycles between passes.
    pub period: Option<u64>,
    /// When the next one begins.
    pub next: u64,
}

/// What can be interrupted and gone on with: a task, or the interrupt handler.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Context {
    pub pc: u32,
    pub frames: Vec<Frame>,
    pub loops: Vec<Looping>,
    pub vars: Vec<u64>,
    /// What is left of the service under way.
    pub micro: VecDeque<Micro>,
    /// The message that it has, or 0.
    pub message: u32,
    /// What the last list operation gave, or 0.
    pub taken: u32,
    /// Interrupts are masked.
    pub masked: bool,
    /// It is in the tracer.
    pub tracing: bool,
}

/// What a task waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Wait {
    /// Its creation.
    Creation,
    /// A time, in cycles.
    Until(u64),
    /// A semaphore.
    Semaphore(u8),
    /// A message.
    Queue(u16),
    /// Nothing any more: it has ended.
    End,
}

/// A task.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Task {
    pub context: Context,
    pub priority: u8,
    /// What it waits for; `None` when it is ready or runs.
    pub waits: Option<Wait>,
    /// Since when it is ready, among those of its priority.
    pub turn: u64,
}

/// The interrupt handler at work.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Handler {
    pub context: Context,
    /// The interrupt.
    pub level: u8,
    /// How often `on_interrupt` is still to run.
    pub calls: u32,
    /// Its end was accounted for.
    pub leaving: bool,
}

/// A tracer's state.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Tracer {
    pub on: bool,
    pub packet: Packet,
    pub discarded: u64,
    /// Packets taken from the heap.
    pub taken: u32,
    /// The bytes that are handed over, and the message that takes them.
    pub closed: Vec<u8>,
    pub message: u32,
    /// Its metadata is with its stream.
    pub announced: bool,
    /// The cycles in which the counter was read for records that are yet to be written, by what it showed.
    pub reads: BTreeMap<u64, u64>,
    /// Those of the records that were written.
    pub stamped: Vec<u64>,
}

/// A stub core. See the crate.
#[derive(Clone, Serialize, Deserialize)]
pub struct StubCore {
    pub(crate) params: Params,
    pub(crate) id: u8,
    pub(crate) clock: Clock,
    pub(crate) hz: u64,
    #[serde(skip)]
    pub(crate) program: Option<Arc<Program>>,
    /// What was metered, by the accounts of an observer.
    #[serde(skip)]
    pub(crate) accounts: Accounts,

    pub(crate) cycle: u64,
    pub(crate) state: CoreState,
    pub(crate) error: Option<ErrorStop>,
    pub(crate) tsc: Tsc,
    pub(crate) tasks: Vec<Task>,
    pub(crate) current: Option<u8>,
    pub(crate) turns: u64,
    pub(crate) semaphores: Vec<u32>,
    /// Blocks that are kept, or 0.
    pub(crate) blocks: Vec<u32>,
    pub(crate) handler: Option<Handler>,
    /// Interrupts that wait, a bit each.
    pub(crate) pending: u8,
    /// The next interrupt is the first after power-down.
    pub(crate) woken: bool,
    /// It was released, and is still to read where it boots.
    pub(crate) boots: bool,
    /// Another task than the current one may have to run.
    pub(crate) look: bool,
    /// What the last read of a register gave.
    pub(crate) io: u32,
    pub(crate) tracer: Tracer,
    /// Packets of each core that are written and not given back.
    pub(crate) held: Vec<Vec<u32>>,
    /// Number of the last message that was put, of a DSP.
    pub(crate) puts: u16,
    /// Number of the last step of an exchange.
    pub(crate) exchanges: u32,
    /// Number of the last answer to an exchange.
    pub(crate) answered: u32,
    /// Exchanges that were not answered in time.
    pub(crate) unanswered: u32,
    pub(crate) history: VecDeque<u32>,
    pub(crate) tally: Vec<u64>,
    pub(crate) metered: u64,
}

impl StubCore {
    /// A stub of core `id`, held until it is started; `arm` for a CPU of the host.
    ///
    /// # Errors
    /// All that is wrong with the workload or the place of the core.
    pub fn new(
        params: Params,
        id: u8,
        clock: Clock,
        hz: u64,
        arm: bool,
    ) -> Result<StubCore, Vec<String>> {
        let program = params.program(id)?;
        if arm != host_cpu(id).is_some() {
            return Err(vec![
                "core 0 must be the first CPU of the ARM, cores 1 to 8 the DSPs, and those after them \
                 the other CPUs of the ARM"
                    .to_owned(),
            ]);
        }
        if arm != params.cluster.is_some() {
            return Err(vec![
                "cluster: a CPU of the ARM needs it, and a DSP has none".to_owned(),
            ]);
        }
        let k = usize::from(number_in_kind(id));
        let offset = params.tsc.offset.get(k).copied().unwrap_or(0);
        let ppm = params.tsc.ppm.get(k).copied().unwrap_or(0);
        let mut core = StubCore {
            turns: 0,
            semaphores: Vec::new(),
            blocks: Vec::new(),
            tracer: Tracer::default(),
            tsc: Tsc::new(offset, ppm),
            tasks: Vec::new(),
            params,
            id,
            clock,
            hz,
            program: program.map(Arc::new),
            accounts: Accounts::default(),
            cycle: 0,
            state: CoreState::Held,
            error: None,
            current: None,
            handler: None,
            pending: 0,
            woken: false,
            boots: false,
            look: true,
            io: 0,
            held: Vec::new(),
            puts: 0,
            exchanges: 0,
            answered: 0,
            unanswered: 0,
            history: VecDeque::new(),
            tally: vec![0; Meter::COUNT],
            metered: 0,
        };
        core.reset();
        Ok(core)
    }

    /// Puts everything to where the program begins, but for time and meters.
    pub(crate) fn reset(&mut self) {
        let program = self.program.clone();
        let p = program.as_ref();
        let tasks = p.iter().flat_map(|p| {
            (0..).zip(&p.tasks).map(|(i, t)| Task {
                context: Context {
                    pc: self.first_op(t.function),
                    frames: vec![Frame {
                        site: i,
                        function: t.function,
                    }],
                    vars: t.vars.clone(),
                    ..Context::default()
                },
                priority: t.priority,
                waits: (!t.starts).then_some(Wait::Creation),
                turn: i.into(),
            })
        });
        let tasks: Vec<Task> = tasks.collect();
        self.turns = tasks.len() as u64;
        self.tasks = tasks;
        self.semaphores = p.map(|p| p.semaphores.clone()).unwrap_or_default();
        self.blocks = vec![0; p.map_or(0, |p| p.slots)];
        self.tracer = Tracer {
            on: p.is_some_and(|p| p.tracer.is_some()),
            announced: self.tracer.announced,
            ..Tracer::default()
        };
        self.tsc.reset();
        self.state = CoreState::Held;
        (self.current, self.handler) = (None, None);
        (self.pending, self.woken, self.look, self.boots) = (0, false, true, false);
        self.held.clear();
        (self.io, self.puts, self.exchanges, self.answered) = (0, 0, 0, 0);
        self.history.clear();
    }

    pub(crate) fn tick(&self) -> Tick {
        Tick(self.clock.ticks(self.cycle))
    }

    /// Adds to a meter.
    pub(crate) fn count(&mut self, m: Meter, n: u64) {
        if let Some(t) = self.tally.get_mut(m as usize) {
            *t += n;
        }
    }

    /// Lets `cycles` pass, which belong to meter `m`.
    pub(crate) fn spend(&mut self, cycles: u64, m: Meter) {
        self.cycle += cycles;
        self.count(m, cycles);
        if self.context().is_some_and(|c| c.tracing) {
            self.count(Meter::TracerCycles, cycles);
        }
    }

    /// Brings the bank of meters up to now.
    pub(crate) fn flush(&mut self, meters: &mut Meters) {
        self.count(Meter::Cycles, self.cycle - self.metered);
        self.metered = self.cycle;
        let Some(bank) = meters.cores.get_mut(usize::from(self.id)) else {
            return;
        };
        for &m in Meter::ALL {
            if let Some(t) = self.tally.get_mut(m as usize) {
                bank.add(true, m, std::mem::take(t));
            }
        }
    }

    /// Puts the time of a core that does nothing forward.
    pub(crate) fn skip(&mut self, at: Tick, meters: &mut Meters) {
        let target = self.clock.cycle_of(at);
        if target <= self.cycle {
            return;
        }
        self.flush(meters);
        let idle = target - self.cycle;
        self.cycle = target;
        self.metered = target;
        if let Some(bank) = meters.cores.get_mut(usize::from(self.id)) {
            bank.add(true, Meter::IdleCycles, idle);
        }
    }

    /// What runs.
    pub(crate) fn context(&self) -> Option<&Context> {
        match &self.handler {
            Some(h) => Some(&h.context),
            None => Some(&self.tasks.get(usize::from(self.current?))?.context),
        }
    }

    /// What runs.
    pub(crate) fn context_mut(&mut self) -> Option<&mut Context> {
        match &mut self.handler {
            Some(h) => Some(&mut h.context),
            None => Some(&mut self.tasks.get_mut(usize::from(self.current?))?.context),
        }
    }

    /// The op that runs, or that was interrupted.
    pub(crate) fn at_op(&self) -> u32 {
        self.context().map_or(0, |c| c.pc)
    }

    /// The address of an op.
    pub(crate) fn address(&self, op: u32) -> u64 {
        self.program.as_ref().map_or(0, |p| p.address(op))
    }

    pub(crate) fn note_op(&mut self, op: u32) {
        if self.history.len() == HISTORY {
            self.history.pop_front();
        }
        self.history.push_back(op);
    }

    pub(crate) fn executed(&self) -> Vec<Past> {
        let now = self.at_op();
        let before = self.history.iter().filter(|&&op| op != now);
        let past = |&op| Past {
            pc: self.address(op),
            trapped: false,
        };
        before.map(past).collect()
    }

    /// Stops for good.
    pub(crate) fn stop(&mut self, what: String, exit: Option<u32>) -> ErrorStop {
        let error = ErrorStop {
            trap: 0,
            pc: self.address(self.at_op()),
            what,
            exit,
        };
        self.state = CoreState::Error;
        self.error = Some(error.clone());
        error
    }

    pub(crate) fn fact(&mut self, cx: &mut RunCx<'_>, kind: FactKind) {
        if !cx.facts.on() {
            return;
        }
        let at = self.tick();
        let asked = cx.facts.control(at, self.id, kind);
        if !asked.anything() {
            return;
        }
        self.flush(cx.meters);
        if let Some(bank) = cx.meters.cores.get(usize::from(self.id)) {
            if let Some(account) = asked.account() {
                self.accounts.turn_to(account, bank);
            }
            if asked.meters {
                cx.facts.measured(at, self.id, &Running::of_bank(bank));
            }
        }
    }

    pub(crate) fn entered(&mut self, f: Frame, cx: &mut RunCx<'_>) {
        let to = self.first_op(f.function);
        let (from, to) = (self.address(f.site), self.address(to));
        self.fact(cx, FactKind::Call { from, to });
    }

    pub(crate) fn left(&mut self, f: Frame, from: u32, cx: &mut RunCx<'_>) {
        let (from, to) = (self.address(from), self.address(f.site + 1));
        self.fact(cx, FactKind::Return { from, to });
    }

    /// The first op of a function.
    pub(crate) fn first_op(&self, function: u16) -> u32 {
        let functions = self.program.as_ref().map(|p| &p.functions);
        let f = functions.and_then(|f| f.get(usize::from(function)));
        f.map_or(0, |f| f.first)
    }

    /// Cycles of so many microseconds.
    pub(crate) fn cycles_of_us(&self, us: u64) -> u64 {
        let cycles = u128::from(us) * u128::from(self.hz) / 1_000_000;
        u64::try_from(cycles).unwrap_or(u64::MAX / 2)
    }
}
