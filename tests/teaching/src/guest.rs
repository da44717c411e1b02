//! The core as the engine, observers and debuggers see it.

use crate::core::{METERS, Meter, Rv32};
use crate::isa::{self, Class, Decoded, NAMES, Op, Reg};
use std::borrow::Cow;
use trueboard_core::cpu::{Past, RegName, RunCx, Stop};
use trueboard_core::device::CoreSignal;
use trueboard_core::fact::CoreState;
use trueboard_core::inspect::Inspect;
use trueboard_core::isa::Role;

use trueboard_core::meter::{Dictionary, Meters};
use trueboard_core::observe::{Executed, InsnKind, Left, RegSet, Stepped, Touched};
use trueboard_core::time::Tick;
use trueboard_engine::guest::{Guest, Outside, Step, Waits};
use trueboard_engine::pages::{DecodedCode, Invalidated};
use trueboard_engine::steps::{Steps, step_observed};

impl Guest for Rv32 {
    const METERS: &'static Dictionary = &METERS;

    trueboard_engine::guest_parts!();

    fn cycle(&self) -> u64 {
        self.cycle
    }

    fn skip_to(&mut self, cycle: u64, meters: &mut Meters) {
        let Some(idle) = cycle.checked_sub(self.cycle) else {
            return;
        };
        self.flush_meters(meters);
        (self.cycle, self.metered) = (cycle, cycle);
        if let Some(bank) = meters.cores.get_mut(usize::from(self.common.id)) {
            bank.add(true, Meter::IdleCycles, idle);
        }
    }

    fn flush_meters(&mut self, meters: &mut Meters) {
        self.meter_blocks();
        if let Some(bank) = meters.cores.get_mut(usize::from(self.common.id)) {
            let mut counts = std::mem::take(&mut self.counts);
            counts[Meter::Cycles as usize] = self.cycle - self.metered;
            bank.add_all(true, &counts);
            self.metered = self.cycle;
        }
    }

    fn code(&self) -> &impl DecodedCode {
        &self.code
    }

    fn code_mut(&mut self) -> &mut impl DecodedCode {
        &mut self.code
    }

    fn code_changed(&mut self, how: Invalidated) {
        match how {
            Invalidated::Nothing => {}
            Invalidated::Some => self.blocks.unlink(),
            Invalidated::All => self.clear_blocks(),
        }
    }

    fn begin_slice(&mut self, cx: &mut RunCx<'_>) -> Option<Stop> {
        self.until = self.common.cycle_of(cx.until);
        self.common.yield_now = false;
        self.pending = false;
        None
    }

    fn is_over(&self, _: &RunCx<'_>) -> Option<Stop> {
        (self.cycle >= self.until).then_some(Stop::Horizon)
    }

    fn is_pending(&self) -> bool {
        self.pending
    }

    fn recompute_pending(&mut self) {
        self.pending = self.common.yield_now;
    }

    fn handle_pending(&mut self, cx: &mut RunCx<'_>) -> Step {
        if self.common.yield_now {
            return Step::Stop(Stop::Yield);
        }
        if cx.armed.watches() && cx.mem.is_watch_reached() {
            return Step::Stop(Stop::Watched);
        }
        self.apply_code_log(cx.mem.code_log());
        self.pending = false;
        Step::Next
    }

    fn advance(&mut self, cx: &mut RunCx<'_>) -> Step {
        match self.run_blocks(cx) {
            true => Step::Next,
            false => self.single_step(cx),
        }
    }

    fn advance_observed(&mut self, _alone: bool, cx: &mut RunCx<'_>) -> Step {
        step_observed(self, cx)
    }

    fn after_horizon(&mut self) -> Option<Stop> {
        self.common.yield_now.then_some(Stop::Yield)
    }

    fn end_slice(&mut self, _: &Stop, _: &mut RunCx<'_>) {}

    fn saved(&self) -> Cow<'_, Rv32> {
        let mut state = self.clone();
        let counts = &mut state.counts;
        self.blocks.pending(|insns, _, times| {
            insns
                .iter()
                .for_each(|insn| crate::core::count(insn, times, counts));
        });
        Cow::Owned(state)
    }
}

impl Outside for Rv32 {
    fn signal(&mut self, signal: CoreSignal, at: Tick, meters: &mut Meters) {
        if let (CoreSignal::Start(entry), CoreState::Held) = (signal, self.activity.state) {
            self.skip_to(self.common.cycle_of(at), meters);
            self.begin_at(entry.map_or(self.pc, |pc| pc as u32));
            self.activity.state = CoreState::Running;
        }
    }

    fn registers_changed(&mut self, _: Tick, _: &mut Meters) {}
}

impl Waits for Rv32 {}

impl Steps for Rv32 {
    type Before = u32;
    type Looked = (u32, Option<Decoded>);

    fn before(&self, _: &RunCx<'_>) -> u32 {
        self.pc
    }

    fn look(&mut self, cx: &RunCx<'_>) -> (u32, Option<Decoded>) {
        let word = cx
            .mem
            .peek(self.pc.into(), 4)
            .and_then(|b| b.try_into().ok());
        (self.pc, word.map(u32::from_le_bytes).and_then(Decoded::of))
    }

    fn step(&mut self, cx: &mut RunCx<'_>) -> (Step, bool) {
        if self.pending {
            return (self.handle_pending(cx), false);
        }
        let step = self.single_step(cx);
        let completed = matches!(step, Step::Next);
        (step, completed)
    }

    fn report(&mut self, (pc, insn): Self::Looked, completed: bool, cx: &mut RunCx<'_>) {
        let Some(insn) = insn.filter(|_| completed) else {
            return;
        };
        let op = insn.op;
        let mut done = Executed {
            pc: pc.into(),
            physical: pc.into(),
            bytes: 4,
            next: self.pc.into(),
            kind: match op {
                _ if insn.is_call() => InsnKind::Call,
                Op::Addi if insn.imm == 0 => InsnKind::Copy,
                Op::Fence => InsnKind::Order,
                _ => InsnKind::Other,
            },
            stack: self.x.get(Reg(2)).into(),
            ..Executed::default()
        };
        // What it reads and writes is in its row.
        for field in op.row().form.operands.iter().filter(|f| f.kind == "Reg") {
            let register = match field.value(insn.word) {
                0 => RegSet::NONE,
                n => RegSet::of(n as usize),
            };
            let set = match (field.role, op.class(), field.name) {
                (Role::Write, ..) => &mut done.writes,
                (_, Class::Store, "rs2") => &mut done.passes,
                (..) => &mut done.reads,
            };
            *set = *set | register;
        }
        if let Some((address, bytes)) = self.accessed {
            let mut access = Touched {
                address: address.into(),
                physical: address.into(),
                bytes,
                load: op.class() == Class::Load,
                store: op.class() == Class::Store,
                memory: cx.mem.find(address.into(), bytes.into()).is_some(),
                ..Touched::default()
            };
            access.take_outcome(cx.mem, access.value);
            done.access = Some(access);
        }
        let at = self.common.tick(self.cycle);
        cx.facts.executed(at, self.common.id, &done);
    }

    fn stepped(&self, pc: u32, _: &RunCx<'_>) -> Stepped {
        Stepped {
            pc: pc.into(),
            bytes: 4,
            next: self.pc.into(),
            slot: false,
            uncounted: None,
            access: self.accessed.map(|(at, bytes)| (at.into(), bytes)),
            left: Left::default(),
        }
    }
}

/// x0 to x31 and the program counter.
static REGISTERS: [RegName; 33] = {
    let mut all = [const {
        RegName {
            name: "pc",
            bits: 32,
        }
    }; 33];
    let mut i = 0;
    while i < 32 {
        all[i].name = NAMES[i];
        i += 1;
    }
    all
};

impl Inspect for Rv32 {
    fn pc(&self) -> u64 {
        self.pc.into()
    }

    fn is_quiet(&self) -> bool {
        true
    }

    fn register_name(&self, place: usize) -> String {
        NAMES
            .get(place)
            .map_or_else(String::new, ToString::to_string)
    }

    fn history(&self) -> Vec<Past> {
        self.history
            .executed(self.pc, |at| self.code.get(at.into()).map(|_| 4))
    }

    fn registers(&self) -> &'static [RegName] {
        &REGISTERS
    }

    fn get(&self, i: usize) -> u64 {
        match u8::try_from(i) {
            Ok(n @ 0..32) => self.x.get(Reg(n)).into(),
            _ => self.pc.into(),
        }
    }

    fn set(&mut self, i: usize, value: u64) {
        match u8::try_from(i) {
            Ok(n @ 0..32) => self.x.set(Reg(n), value as u32),
            _ => self.pc = value as u32 & !3,
        }
    }

    fn disasm(&self, pc: u64, bytes: &[u8]) -> (String, usize) {
        match bytes {
            &[a, b, c, d, ..] => (isa::disasm(u32::from_le_bytes([a, b, c, d]), pc as u32), 4),
            _ => ("?".to_owned(), bytes.len()),
        }
    }
}
