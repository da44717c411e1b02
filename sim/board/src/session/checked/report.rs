//! Findings in words, for the report.

use super::{CheckOptions, layout::register};
use crate::findings::{ChecksReport, FindingReport, OtherParty, StackReport};
use crate::machine::Machine;
use crate::machine::kinds::{NO_SOURCES, RuleSources};
use crate::report::OutcomeKind;
use trueboard_analyses::Symbols;
use trueboard_check::{
    Check, Checker, Finding, Findings, Party, Source, StackUse, Told, Waiting, What,
};
use trueboard_core::fact::CoreState;

/// What the checker of `m` found; none without one. `ended` is how the run ended.
pub(crate) fn report(
    m: &Machine,
    options: &CheckOptions,
    symbols: &dyn Symbols,
    ended: OutcomeKind,
) -> Option<ChecksReport> {
    let checker: &Checker = m.observer()?;
    let standing: Vec<u64> = m.cores.iter().map(|c| c.pc()).collect();
    let mut findings = checker.findings(&standing);
    if options.checks.has(Check::Deadlock) {
        deadlock(m, checker, ended, &mut findings);
    }
    let words = Words {
        m,
        checker,
        symbols,
    };
    let mut all: Vec<FindingReport> = findings.iter().map(|f| words.finding(f)).collect();
    let mut kinds: Vec<(Finding, usize)> = findings.iter().copied().zip(0..).collect();
    if options.checks.has(Check::Registers) {
        for (finding, report) in words.devices() {
            kinds.push((finding, all.len()));
            all.push(report);
        }
    }
    let mut out = ChecksReport {
        checks: (Check::ALL.into_iter())
            .filter(|&c| options.checks.has(c))
            .map(|c| c.name().to_owned())
            .collect(),
        ..ChecksReport::default()
    };
    for ((finding, _), mut f) in kinds.into_iter().zip(all) {
        let accepted = &options.accepted;
        let reason = accepted.reason(&finding, &image(m, f.core), &f.function, &f.object);
        f.reason = reason.map(str::to_owned);
        match f.reason {
            Some(_) => out.accepted.push(f),
            None => out.findings.push(f),
        }
    }
    if options.checks.has(Check::Stack) {
        let used = checker.stacks().iter().filter(|u| u.used() != 0);
        out.stacks = used.map(stack).collect();
    }
    Some(out)
}

fn stack(u: &StackUse) -> StackReport {
    StackReport {
        core: u.core,
        name: u.name.clone(),
        used_bytes: u.used(),
        size_bytes: u.bounded.then(|| u.end.saturating_sub(u.at)),
        low: u.low,
        top: u.end,
    }
}

/// A run that ended because nothing was left, while cores wait for memory: each of them waits for another one.
fn deadlock(m: &Machine, checker: &Checker, ended: OutcomeKind, findings: &mut Findings) {
    let over = matches!(
        ended,
        OutcomeKind::NothingLeft
            | OutcomeKind::Budget
            | OutcomeKind::Timeout
            | OutcomeKind::Interrupted
    );
    let mut waiting: Vec<(u8, Option<Waiting>)> = Vec::new();
    let observed = checker.layout().cores.iter().map(|c| c.observed);
    for ((core, state), _) in (0u8..).zip(&m.states).zip(observed).filter(|c| c.1) {
        match state {
            CoreState::Running => match checker.waiting(core) {
                Some(w) if checker.layout().memory(w.physical).is_some() => {
                    waiting.push((core, Some(w)))
                }
                // It gets on, or waits for a device.
                _ => return,
            },
            CoreState::Idle => waiting.push((core, None)),
            _ => {}
        }
    }
    if !over || !waiting.iter().any(|w| w.1.is_some()) {
        return;
    }
    for (core, w) in waiting.iter().filter_map(|&(core, w)| Some((core, w?))) {
        findings.add(Finding {
            check: Check::Deadlock,
            what: What::Waits,
            core,
            pc: w.pc,
            address: Some(w.physical),
            other: w.writer,
            amount: w.turns,
            at: w.since,
            count: 1,
        });
    }
}

struct Words<'a> {
    m: &'a Machine,
    checker: &'a Checker,
    symbols: &'a dyn Symbols,
}

impl Words<'_> {
    fn function(&self, core: u8, pc: u64) -> String {
        let image = self.m.image_of(core);
        let at = image.map_or(pc, |image| self.m.linked(core, image, pc));
        match self.symbols.function(core, at) {
            Some((name, _)) => name.to_owned(),
            None => format!("{pc:#x}"),
        }
    }

    fn line(&self, core: u8, pc: u64) -> Option<String> {
        let image = self.m.image_of(core)?;
        image.line_at(self.m.linked(core, image, pc))
    }

    /// What is at a physical address.
    fn object(&self, pa: u64) -> String {
        let layout = self.checker.layout();
        if let Some((at, end, name)) = layout.object(pa) {
            return match end - at {
                1..=8 => name.clone(),
                _ => format!("{name}+{:#x}", pa - at),
            };
        }
        if let Some(area) = layout.area(pa) {
            return format!("{}+{:#x}", area.name, pa - area.at);
        }
        if let Some(device) = layout.device(pa) {
            return format!("{}+{:#x}", device.name, pa - device.at);
        }
        let stack = self
            .checker
            .stacks()
            .iter()
            .find(|u| pa >= u.low && pa < u.end);
        match (stack, layout.memory(pa)) {
            (Some(u), _) => format!("stack of core {}", u.core),
            (_, Some(memory)) => format!("{}+{:#x}", memory.name, pa - memory.at),
            _ => String::new(),
        }
    }

    fn party(&self, p: Party, core: u8) -> OtherParty {
        OtherParty {
            core: p.core,
            pc: p.pc,
            place: match p.core {
                None => "written from outside the cores".to_owned(),
                Some(who) => {
                    let at = self.m.place(who, p.pc);
                    if who == core {
                        at
                    } else {
                        format!("core {who} at {at}")
                    }
                }
            },
        }
    }

    /// Where the rules for a core are written.
    fn manual(&self, core: u8) -> &'static RuleSources {
        let info = self.m.info.get(usize::from(core));
        info.map_or(&NO_SOURCES, |i| &i.kind.checks.sources)
    }

    fn finding(&self, f: &Finding) -> FindingReport {
        let (rule, source) = f.what.rule();
        let source = match source {
            Source::Text(text) => text,
            Source::Manual(topic) => self.manual(f.core).on(topic),
        };
        let object = match (f.what, f.address) {
            (What::Register(place), _) => register(self.m, f.core, place),
            (_, Some(pa)) => self.object(pa),
            _ => String::new(),
        };
        let other = f.other.map(|p| self.party(p, f.core));
        let ticks = self
            .checker
            .layout()
            .cores
            .get(usize::from(f.core))
            .map_or(1, |c| c.ticks.max(1));
        let text = f.what.sentence(&Told {
            amount: f.amount,
            ticks,
            object: &object,
            by: other.as_ref().map_or("", |o| &o.place),
        });
        FindingReport {
            check: f.check.name().to_owned(),
            what: f.what.name().to_owned(),
            core: f.core,
            pc: f.pc,
            function: self.function(f.core, f.pc),
            line: self.line(f.core, f.pc),
            address: f.address,
            object,
            other,
            text,
            rule: rule.to_owned(),
            source: source.to_owned(),
            first_ticks: f.at.0,
            count: f.count,
            reason: None,
        }
    }

    /// What devices warned of, as findings. What the model lacks is no defect of the program.
    fn devices(&self) -> Vec<(Finding, FindingReport)> {
        let mut out = Vec::new();
        for w in self.m.fabric.noted.warnings.lines() {
            let Some(attached) = self.m.fabric.attached.get(usize::from(w.device.0)) else {
                continue;
            };
            if attached.unmodelled || w.what.contains("modelled") || w.pc == 0 {
                continue;
            }
            let finding = Finding {
                check: Check::Registers,
                what: What::Device(0),
                core: 0,
                pc: w.pc,
                address: w.offset.map(|o| attached.at + u64::from(o)),
                other: None,
                amount: 0,
                at: Default::default(),
                count: w.times,
            };
            let report = FindingReport {
                text: w.what.clone(),
                object: format!("{}+{:#x}", attached.name, w.offset.unwrap_or(0)),
                ..self.finding(&finding)
            };
            out.push((finding, report));
        }
        out
    }
}

/// The name of the image that `core` runs: that of its file without extension.
fn image(m: &Machine, core: u8) -> String {
    let image = m.firmware.image_of(core.into());
    let stem = image.and_then(|i| i.path.file_stem());
    stem.map_or_else(String::new, |s| s.to_string_lossy().into_owned())
}
