//! The end of a run, and its report.

use super::{Session, StopCause};
use crate::machine::account::{
    bus_reports, core_reports, device_reports, named, power_report, table,
};
use crate::machine::ended::Ended;
use crate::machine::host::drained;
use crate::machine::judge::Judge;
use crate::machine::symbols::ImageSymbols;
use crate::report::*;
use crate::session::checked;
use std::collections::{BTreeMap, BTreeSet};
use trueboard_core::meter::CacheMeter;
use trueboard_judge::WindowReport;

/// Numbers of signals (POSIX).
const SIGHUP: usize = 1;
const SIGTERM: usize = 15;

impl Session {
    pub(super) fn simple(&self, kind: OutcomeKind, detail: &str) -> Outcome {
        let core = self.machine.first_running();
        let pc = core.map(|c| self.machine.cores[usize::from(c)].pc());
        let place = core.zip(pc).map_or(String::new(), |(c, pc)| {
            let at = self.machine.place(c, pc);
            let handling = self.handling(c).map_or(String::new(), |h| format!(", {h}"));
            let never = self.machine.never_started();
            format!("; core {c} was at {at}{handling}{never}")
        });
        Outcome {
            kind,
            status: None,
            core,
            pc,
            detail: format!("{detail}{place}"),
            ..Outcome::default()
        }
    }

    /// A run that was stopped from outside.
    pub(super) fn interrupted(&self) -> Outcome {
        match self.options.stopped.get() {
            StopCause::HOST_TIME => self.simple(
                OutcomeKind::Timeout,
                "the host's time for the run (--timeout) is up",
            ),
            SIGHUP => self.simple(OutcomeKind::Interrupted, "stopped by SIGHUP"),
            SIGTERM => self.simple(OutcomeKind::Interrupted, "stopped by SIGTERM"),
            _ => self.simple(OutcomeKind::Interrupted, "stopped by the user"),
        }
    }

    pub(super) fn outcome_of(&self, ended: &Ended) -> Outcome {
        match ended {
            Ended::Exit { core, status } => {
                let hung = self.hung();
                let kind = match status {
                    0 if hung.is_empty() => OutcomeKind::Success,
                    // The other cores are done, these never will be.
                    0 => OutcomeKind::NothingLeft,
                    _ => OutcomeKind::Failure,
                };
                let pc = self.machine.cores.get(usize::from(*core)).map(|c| c.pc());
                Outcome {
                    kind,
                    status: Some(*status),
                    core: Some(*core),
                    pc,
                    detail: match &self.machine.host {
                        Some(h) if h.core == *core => {
                            format!("the host's script ended with status {status}")
                        }
                        _ => format!(
                            "the firmware ended with status {}",
                            self.status(*core, *status)
                        ),
                    } + &match hung.as_slice() {
                        [] => String::new(),
                        all => format!(", but not on all cores: {}", all.join("; ")),
                    },
                    ..Outcome::default()
                }
            }
            Ended::Fatal { core, source, code } => Outcome {
                kind: OutcomeKind::Failure,
                status: Some(*code),
                core: Some(*core),
                pc: self.machine.cores.get(usize::from(*core)).map(|c| c.pc()),
                detail: format!(
                    "the firmware ended with a fatal error: RTEMS source {source}, code {code:#x}"
                ),
                ..Outcome::default()
            },
            Ended::Crash { core, error } => self.crash(*core, error),
            Ended::Nothing => self.simple(
                OutcomeKind::NothingLeft,
                &self.machine.why_nothing_is_left(),
            ),
            Ended::Reset { why } => {
                let hint = self.machine.watchdog_hint(why);
                self.simple(
                    OutcomeKind::WatchdogReset,
                    &format!("the board was reset: {why}{hint}"),
                )
            }
            Ended::Strict { what } => self.simple(OutcomeKind::Strict, what),
            Ended::Paused => self.simple(OutcomeKind::Budget, "the budget ran out"),
        }
    }

    /// The cores that wait for an impossible event, with event and place.
    fn hung(&self) -> Vec<String> {
        let m = &self.machine;
        let hung = (0..m.core_count() as u8).filter(|&core| m.state_word(core) == "hung");
        let line = |core: u8| {
            let (what, at) = (m.hangs(core).unwrap_or_default(), m.place(core, m.pc(core)));
            format!("core {core} hangs, {what}, at {at}")
        };
        hung.map(line).collect()
    }

    /// A status as a message has it. A large number is packed from parts, which hexadecimal shows; one other than 0 may
    /// come from a handler of exceptions.
    fn status(&self, core: u8, status: u32) -> String {
        let hex = if status > 0xffff {
            format!(" ({status:#x})")
        } else {
            String::new()
        };
        let handling = match self.handling(core).filter(|_| status != 0) {
            Some(what) => format!("; core {core} was {what}"),
            None => String::new(),
        };
        format!("{status}{hex}{handling}")
    }

    /// What a core is handling, and where that came from.
    fn handling(&self, core: u8) -> Option<String> {
        let cpu = self.machine.cores.get(usize::from(core))?;
        let traps = cpu.handling();
        let lines = traps.iter().rev().map(|t| {
            let at = self.machine.place(core, t.pc);
            format!("in its handler of {} at {at}", t.what)
        });
        Some(lines.collect::<Vec<_>>().join(", ")).filter(|t| !t.is_empty())
    }

    /// Where the instructions are that opened and closed windows, or read a clock wrong.
    fn places(&self, report: &WindowReport) -> Vec<PlaceReport> {
        let windows = report.windows.iter();
        let windows = windows.flat_map(|w| [w.opened_pc, w.closed_pc].map(|pc| (w.reader, pc)));
        let clocks = report.clocks.iter();
        let clocks = clocks.filter_map(|c| Some((c.reader, c.first_wrong.as_ref()?.pc)));
        // What was so since reset was opened by no instruction.
        let named = windows.chain(clocks).filter(|(_, pc)| *pc != 0);
        let named: BTreeSet<(u8, u64)> = named.collect();
        let place = |(core, pc): (u8, u64)| PlaceReport {
            core,
            pc,
            place: self.machine.place(core, pc),
        };
        named.into_iter().map(place).collect()
    }

    pub(super) fn report(&self, outcome: Outcome) -> Report {
        let m = &self.machine;
        let (windows, sensors) = m
            .fabric
            .judge
            .as_ref()
            .map(Judge::report)
            .unwrap_or_default();
        let places = self.places(&windows);
        let meters = m.timed_meters();
        let ticks = m.now().0;
        let truth = |core: u8| self.tracers.as_ref()?.traced(core);
        // What cannot be read again was complained of when it was written.
        let stream = |name: &str| self.streams.read(name).unwrap_or_default();
        let drained = m.host.as_ref();
        let drained = drained.map(|h| drained::report(m, h, &truth, &stream));
        let mut tracing = drained.unwrap_or_default();
        if self.streams.kept() {
            tracing.extend(drained::of_stubs(m, &stream));
        }
        let mut warnings = m.warnings();
        warnings.extend(m.host.as_ref().and_then(drained::counts_unknown));
        warnings.extend(tracing.iter().flat_map(TracingReport::warnings));
        if outcome.kind != OutcomeKind::NothingLeft {
            warnings.extend(self.hung());
        }
        warnings.extend(self.short_traces.iter().cloned());
        warnings.extend(self.problems.iter().cloned());
        let results = self.options.analyses.results(m);
        let checks = self.options.checks.as_ref();
        let symbols = ImageSymbols::new(m);
        let checks = checks.and_then(|c| checked::report(m, c, &symbols, outcome.kind));
        Report {
            schema: SCHEMA.to_owned(),
            board: m.name.clone(),
            images: m
                .firmware
                .images
                .iter()
                .zip(&self.image_cores)
                .map(|(i, cores)| ImageReport {
                    path: i.path.display().to_string(),
                    sha256: i.sha256.clone(),
                    cores: cores.clone(),
                })
                .collect(),
            outcome,
            time: Time {
                ticks,
                hz: m.base_hz,
                seconds: ticks as f64 / m.base_hz as f64,
            },
            untimed: m.span_reports(),
            sampling: None,
            cores: core_reports(m, &meters),
            caches: named(&m.caches, |i| {
                table(
                    CacheMeter::ALL
                        .iter()
                        .map(|c| (c.def().name, meters.caches[i].get(*c))),
                )
            }),
            buses: bus_reports(m, &meters),
            memories: m
                .mem
                .regions()
                .iter()
                .map(|r| MemoryReport {
                    name: r.name.clone(),
                    at: r.base,
                    size_bytes: r.size(),
                })
                .collect(),
            devices: device_reports(m),
            windows,
            places,
            sensors,
            regions: results.regions,
            profile: results.profile,
            instructions: results.instructions,
            analyses: results.named,
            tracing,
            dumps: self.dumps(),
            power: m.power.as_ref().map(|p| power_report(p.state())),
            temperature: m.power.as_ref().map(|p| TemperatureReport {
                die_c: p.state().die_mc() as f64 / 1000.0,
                package_c: p.state().package_mc() as f64 / 1000.0,
            }),
            uncertainty: None,
            checks,
            warnings,
            host: None,
        }
    }

    fn dumps(&self) -> BTreeMap<String, String> {
        let m = &self.machine;
        self.options
            .dumps
            .iter()
            .filter_map(|(name, bytes)| {
                let s = m.firmware.images.iter().find_map(|i| i.symbol(name))?;
                let len = bytes.unwrap_or(s.size.max(4));
                let data = m.mem.peek(m.symbol_place(s), usize::try_from(len).ok()?);
                Some((
                    name.clone(),
                    trueboard_image::hex_digits(data.unwrap_or_default()),
                ))
            })
            .collect()
    }
}
