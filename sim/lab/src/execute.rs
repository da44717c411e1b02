//! Commands carried out.

use crate::command::{Command, Stop, StopKind};
use crate::lab::Lab;
use crate::place;
use trueboard_board::{
    Back, Budget, Ended, NotThere, Pause, Session, Stops, WatchKind, Watchpoint,
};
use trueboard_core::time::Tick;

/// Cycles of a piece if a command does not say how many.
const PIECE: u64 = 1_000_000;
/// Instructions that a command executes one by one at most.
const STEPS: u32 = 100_000;

impl Lab {
    /// Carries a command out; the error is a line for the user, and nothing has happened then.
    pub(crate) fn execute(&mut self, command: &Command) -> Result<(), String> {
        if let Some(refusal) = self.refusal(command) {
            return Err(refusal);
        }
        let core = |core: &Option<u8>| core.unwrap_or(self.core);
        match command {
            Command::Run { cycles } => self.run(*cycles, self.stops()),
            Command::RunTo { place, cycles } => {
                let (at, _) = self.address(place)?;
                let mut stops = self.stops();
                stops.breakpoints.insert(at);
                self.run(*cycles, stops);
            }
            Command::Step { core: c, count } => {
                let c = self.known(core(c))?;
                self.step(c, count.unwrap_or(1));
            }
            Command::StepLine { core: c } => {
                let c = self.known(core(c))?;
                self.step_line(c);
            }
            Command::StepOver { core: c } => {
                let c = self.known(core(c))?;
                self.step_over(c);
            }
            Command::StepOut { core: c } => {
                let c = self.known(core(c))?;
                self.step_out(c)?;
            }
            Command::StepBack { core: c, count } => {
                let c = self.known(core(c))?;
                self.step_back(c, count.unwrap_or(1))?;
            }
            Command::RunBack { place } => {
                let mut stops = self.stops();
                if let Some(place) = place {
                    stops.breakpoints.insert(self.address(place)?.0);
                }
                self.run_back(&stops)?;
            }
            Command::LastWrite { place, bytes } => {
                let stops = Stops {
                    watched: [self.watchpoint(place, *bytes, false)?.1].into(),
                    ..Stops::default()
                };
                self.run_back(&stops)?;
            }
            Command::Break { place } => {
                let (at, _) = self.address(place)?;
                self.breakpoints.insert(at, place.clone());
            }
            Command::Unbreak { place } => {
                let (at, _) = self.address(place)?;
                if self.breakpoints.remove(&at).is_none() {
                    return Err(format!("unbreak `{place}`: no breakpoint is there"));
                }
            }
            Command::Watch {
                place,
                bytes,
                reads,
            } => {
                let (at, point) = self.watchpoint(place, *bytes, *reads)?;
                self.watched.insert(at, point);
            }
            Command::Unwatch { place } => {
                let (at, _) = self.address(place)?;
                if self.watched.remove(&at).is_none() {
                    return Err(format!("unwatch `{place}`: nothing is watched there"));
                }
            }
            Command::GoTo { tick, cycle } => {
                let clock = self.session.machine().core_clock(self.core);
                let cycles = cycle.map(|c| c.saturating_mul(clock.ticks_per_cycle()));
                let to = (*tick).or(cycles);
                self.go_to(to.ok_or("go_to: a time is missing; give `tick` or `cycle`")?)?;
            }
            Command::Choose { core } => self.core = self.known(*core)?,
            Command::Type { text } => {
                self.session.machine_mut().type_in(text.as_bytes());
            }
            Command::Patch {
                place,
                value,
                bytes,
            } => self.patch(place, value, bytes.unwrap_or(4))?,
            Command::Reset => self.reset()?,
        }
        Ok(())
    }

    fn known(&self, core: u8) -> Result<u8, String> {
        let m = self.session.machine();
        match m.core_count() {
            n if usize::from(core) < n => Ok(core),
            n => Err(NotThere::core(&m.name, core, n).to_string()),
        }
    }

    fn address(&self, text: &str) -> Result<(u64, Option<u64>), String> {
        place::address(self.session.machine(), self.core, text)
    }

    /// Memory to be watched, by the address that the core has, and by that of all masters.
    fn watchpoint(
        &self,
        text: &str,
        bytes: Option<u64>,
        reads: bool,
    ) -> Result<(u64, Watchpoint), String> {
        let (at, size) = self.address(text)?;
        let len = bytes.or(size.filter(|&n| n != 0)).unwrap_or(4);
        let m = self.session.machine();
        let pa = m.seen_by_all(self.core, at);
        if len == 0
            || usize::try_from(len)
                .ok()
                .and_then(|n| m.memory().peek(pa, n))
                .is_none()
        {
            return Err(format!(
                "watch `{text}`: {len} bytes at {at:#x} are not in one memory; name a variable, or fewer bytes"
            ));
        }
        let kind = match reads {
            true => WatchKind::Access,
            false => WatchKind::Change,
        };
        Ok((at, Watchpoint { at: pa, len, kind }))
    }

    /// Continues up to `stops`, or for a piece.
    fn run(&mut self, cycles: Option<u64>, stops: Stops) {
        let m = self.session.machine();
        let ticks = Budget::Cycles(cycles.unwrap_or(PIECE).max(1)).ticks(m);
        let until = m.now().after(ticks);
        let pause = self.session.run_to(until, &stops, &mut self.console);
        self.paused(&pause);
    }

    /// One instruction of a core. Others' breakpoints do not stop it.
    fn one(&mut self, core: u8) -> Pause {
        let stops = Stops {
            step: Some(core),
            ..Stops::default()
        };
        let until = self
            .session
            .machine()
            .end_time()
            .after(ticks_of_step(&self.session));
        self.session.run_to(until, &stops, &mut self.console)
    }

    fn step(&mut self, core: u8, count: u32) {
        for _ in 0..count.clamp(1, STEPS) {
            let pause = self.one(core);
            self.paused(&pause);
            if !matches!(pause, Pause::Stepped { .. }) {
                self.says_why_it_does_not_step(core, &pause);
                return;
            }
        }
    }

    /// A core that does not execute is not stepped: the board continues for a piece instead.
    fn says_why_it_does_not_step(&mut self, core: u8, pause: &Pause) {
        if *pause == Pause::Ended(Ended::Paused) {
            let state = self.session.machine().core_state(core);
            let state = state.map_or(String::new(), |s| format!("{:?}", s.1).to_lowercase());
            self.stop = Stop {
                kind: StopKind::Piece,
                core: Some(core),
                text: format!(
                    "core {core} executes nothing ({state}); the board has gone on by a piece"
                ),
            };
        }
    }

    fn step_line(&mut self, core: u8) {
        let line = |lab: &Lab| {
            let m = lab.session.machine();
            let place = place::place(m, core, m.pc(core));
            place.file.zip(place.line)
        };
        let begin = line(self);
        let depth = self.depth(core);
        for _ in 0..STEPS {
            if !self.over(core) {
                return;
            }
            let now = line(self);
            let moved = now.is_some() && now != begin || begin.is_none();
            if moved || self.depth(core) < depth {
                break;
            }
        }
        self.stepped(core, "the next line");
    }

    fn step_over(&mut self, core: u8) {
        if self.over(core) {
            self.stepped(core, "the next instruction");
        }
    }

    /// One instruction, or a call as a whole. False if another stop ended it.
    fn over(&mut self, core: u8) -> bool {
        let m = self.session.machine();
        let (pc, depth) = (m.pc(core), self.depth(core));
        let pause = self.one(core);
        self.paused(&pause);
        if !matches!(pause, Pause::Stepped { .. }) {
            self.says_why_it_does_not_step(core, &pause);
            return false;
        }
        // The delay slot of a call belongs to it.
        let m = self.session.machine();
        let behind = m.disassembled(core, pc).map_or(4, |d| d.1 as u64);
        if m.pc(core) == pc.wrapping_add(behind)
            && self.depth(core) <= depth
            && !self.is_call(core, pc)
        {
            return true;
        }
        if self.depth(core) <= depth && !self.is_call(core, pc) {
            return true;
        }
        self.back_at(core, pc, depth)
    }

    /// The instruction at `pc` is a call, by its text.
    fn is_call(&self, core: u8, pc: u64) -> bool {
        let text = self.session.machine().disassembled(core, pc);
        text.is_some_and(|(text, _)| {
            let name = text.split_whitespace().next().unwrap_or_default();
            matches!(
                name,
                "call"
                    | "calla"
                    | "calli"
                    | "fcall"
                    | "fcalla"
                    | "fcalli"
                    | "bl"
                    | "jalr"
                    | "jl"
                    | "jla"
                    | "jli"
            )
        })
    }

    /// Continues until `core` is behind its call at `site`, no deeper than `depth`. False if another stop ended it.
    fn back_at(&mut self, core: u8, site: u64, depth: usize) -> bool {
        let m = self.session.machine();
        let len = m.disassembled(core, site).map_or(4, |d| d.1 as u64);
        // Behind the call, or behind its delay slot.
        let behind = [len, len + 4].map(|n| site.wrapping_add(n));
        let mut stops = self.stops();
        stops.breakpoints.extend(behind);
        let until = m.end_time().after(ticks_of_step(&self.session));
        loop {
            let pause = self.session.run_to(until, &stops, &mut self.console);
            let there = |lab: &Lab| behind.contains(&lab.session.machine().pc(core));
            match &pause {
                Pause::Breakpoint { core: c } if *c == core && there(self) => {
                    if self.depth(core) <= depth {
                        return true;
                    }
                }
                Pause::Breakpoint { core: c } => {
                    let pc = self.session.machine().pc(*c);
                    if self.breakpoints.contains_key(&pc) {
                        self.paused(&pause);
                        return false;
                    }
                }
                _ => {
                    self.paused(&pause);
                    return false;
                }
            }
        }
    }

    fn step_out(&mut self, core: u8) -> Result<(), String> {
        let m = self.session.machine();
        let calls = m.calls(core);
        let Some(&site) = calls.first() else {
            return Err(format!(
                "step_out: no caller of {} is known; run to a place instead",
                m.place(core, m.pc(core))
            ));
        };
        if self.back_at(core, site, calls.len().saturating_sub(1)) {
            self.stepped(core, "behind the call");
        }
        Ok(())
    }

    /// The number of calls that led to a core's place.
    fn depth(&self, core: u8) -> usize {
        self.session.machine().calls(core).len()
    }

    fn stepped(&mut self, core: u8, to: &str) {
        let m = self.session.machine();
        self.stop = Stop {
            kind: StopKind::Stepped,
            core: Some(core),
            text: format!("core {core} is at {to}, {}", m.place(core, m.pc(core))),
        };
    }

    fn step_back(&mut self, core: u8, count: u32) -> Result<(), String> {
        self.can_go_back()?;
        for _ in 0..count.clamp(1, STEPS) {
            match self.session.step_back(core) {
                Some(Back::There(pause)) => self.paused_back(&pause),
                Some(Back::Begin) => {
                    self.earliest();
                    break;
                }
                None => break,
            }
        }
        Ok(())
    }

    fn run_back(&mut self, stops: &Stops) -> Result<(), String> {
        self.can_go_back()?;
        match self.session.run_back(stops) {
            Some(Back::There(pause)) => self.paused_back(&pause),
            _ => self.earliest(),
        }
        Ok(())
    }

    fn can_go_back(&self) -> Result<(), String> {
        self.not_recorded.clone().map_or(Ok(()), Err)
    }

    pub(crate) fn earliest(&mut self) {
        self.stop = Stop {
            kind: StopKind::Earliest,
            core: None,
            text: "nothing earlier is recorded".to_owned(),
        };
    }

    fn go_to(&mut self, tick: u64) -> Result<(), String> {
        if tick < self.stands_at() {
            self.can_go_back()?;
            self.session.back_to(self.core, Tick(tick));
        }
        if self.stands_at() < tick {
            let stops = Stops {
                arrive: Some((self.core, Tick(tick))),
                ..Stops::default()
            };
            let pause = self.session.run_to(Tick(tick), &stops, &mut self.console);
            if !matches!(pause, Pause::Ended(Ended::Paused) | Pause::Stepped { .. }) {
                self.paused(&pause);
                return Ok(());
            }
        }
        self.stop = Stop {
            kind: StopKind::There,
            core: Some(self.core),
            text: format!("core {} is at tick {}", self.core, self.stands_at()),
        };
        Ok(())
    }

    fn patch(&mut self, place: &str, value: &str, bytes: u8) -> Result<(), String> {
        let (at, _) = self.address(place)?;
        let number = place::number(value)
            .ok_or_else(|| format!("patch `{place}`: `{value}` is no number; write 42 or 0x2a"))?;
        let n = usize::from(bytes);
        if !matches!(n, 1 | 2 | 4 | 8) {
            return Err(format!(
                "patch `{place}`: {bytes} bytes; write 1, 2, 4 or 8"
            ));
        }
        let m = self.session.machine();
        let kind = m.core_kind(self.core);
        let big = kind.and_then(|k| k.images()).is_some_and(|e| e.big_endian);
        let data = match big {
            true => number.to_be_bytes()[16 - n..].to_vec(),
            false => number.to_le_bytes()[..n].to_vec(),
        };
        if !self.session.machine_mut().patch(self.core, at, &data) {
            return Err(format!("patch `{place}`: no memory is at {at:#x}"));
        }
        Ok(())
    }

    fn reset(&mut self) -> Result<(), String> {
        let options = self.setup.options()?;
        self.session = Session::new(&self.board, options).map_err(|e| e.to_string())?;
        self.begin();
        Ok(())
    }

    /// Notes where going back came to: at a watchpoint that is in front of the access.
    pub(crate) fn paused_back(&mut self, pause: &Pause) {
        self.paused(pause);
        if let Pause::Watched { core, at, kind } = pause {
            let m = self.session.machine();
            let does = match kind {
                WatchKind::Change => "changes",
                WatchKind::Read => "reads",
                WatchKind::Access => "accesses",
            };
            let place = m.place(*core, m.pc(*core));
            self.stop.text = format!("core {core} is at {place}, and {does} {at:#x} next");
        }
    }

    /// Notes why the run came back.
    pub(crate) fn paused(&mut self, pause: &Pause) {
        let m = self.session.machine();
        let at = |core: u8| m.place(core, m.pc(core));
        let (kind, core, text) = match pause {
            Pause::Ended(Ended::Paused) => (StopKind::Piece, None, "the run can go on".to_owned()),
            Pause::Ended(_) => (StopKind::Ended, None, self.session.outcome().detail),
            Pause::Breakpoint { core } => (
                StopKind::Breakpoint,
                Some(*core),
                format!("core {core} is at a breakpoint, {}", at(*core)),
            ),
            Pause::Stepped { core } => (
                StopKind::Stepped,
                Some(*core),
                format!("core {core} is at {}", at(*core)),
            ),
            Pause::Watched {
                core,
                at: data,
                kind,
            } => {
                let did = match kind {
                    WatchKind::Change => "has changed",
                    WatchKind::Read => "has read",
                    WatchKind::Access => "has accessed",
                };
                (
                    StopKind::Watchpoint,
                    Some(*core),
                    format!("core {core} {did} {data:#x}, and is at {}", at(*core)),
                )
            }
        };
        self.stop = Stop { kind, core, text };
    }
}

/// Base ticks within which a core that executes has executed an instruction.
fn ticks_of_step(session: &Session) -> u64 {
    Budget::Cycles(PIECE).ticks(session.machine())
}
