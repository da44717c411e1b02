//! The part of a run that traces receive.

use super::{FactClass, Session};
use crate::machine::symbols::ImageSymbols;
use crate::machine::{Machine, sort_facts};
use std::sync::Arc;
use trueboard_core::device::DevId;
use trueboard_core::fact::Fact;
use trueboard_core::time::Tick;
use trueboard_trace::{DeviceInfo, TraceContext, TraceOptions};

impl Session {
    /// Hands facts to writers, as far as no core can add older ones any more.
    pub(super) fn pass_on(&mut self, all: bool) {
        match &mut self.tracers {
            None => self.machine.move_facts(&mut self.pending),
            Some(tracers) => {
                let fresh = self.machine.take_facts();
                tracers.happened(&fresh);
                self.pending.extend(fresh);
                sort_facts(&mut self.pending);
            }
        }
        if self.writers.is_empty() && self.lanes.is_none() {
            self.pending.clear();
            return;
        }
        let safe = if all {
            Tick::NEVER
        } else {
            self.machine.settled_before()
        };
        let n = self.pending.partition_point(|f| f.at < safe);
        let end = self.machine.now();
        if let Some(lanes) = &mut self.lanes {
            lanes.take(&self.pending[..n]);
            if all {
                lanes.finish(end);
            }
        }
        let wanted = &self.options.events;
        let chosen: Vec<Fact>;
        let batch = if wanted.is_empty() {
            &self.pending[..n]
        } else {
            let all = self.pending[..n].iter();
            chosen = all
                .filter(|f| wanted.contains(&FactClass::of(&f.kind)))
                .copied()
                .collect();
            &chosen
        };
        let problems = &mut self.problems;
        let (limit, hz) = (self.options.trace_limit, u128::from(self.machine.base_hz));
        let short = &mut self.short_traces;
        self.writers.retain_mut(|(format, w)| {
            let mut done = w.write(batch);
            if done.is_ok() && all {
                done = w.finish(end);
                short.extend(w.left_out().map(|left| {
                    let us = u128::from(left.from.0) * 1_000_000 / hz.max(1);
                    format!(
                        "trace: {format} ends at {us} us, where it had {} bytes (--trace-limit): {} \
                         events after that are left out",
                        limit.unwrap_or_default(),
                        left.facts
                    )
                }));
            }
            match done {
                Ok(()) => true,
                Err(e) => {
                    problems.push(format!("trace: {e}"));
                    false
                }
            }
        });
        self.pending.drain(..n);
    }
}

/// What writers know of the board.
pub(super) fn context(m: &Machine, symbols: Arc<ImageSymbols>, limit: Option<u64>) -> TraceContext {
    TraceContext {
        board: m.name.clone(),
        base_hz: m.base_hz,
        cores: m.info.iter().map(|i| i.name.clone()).collect(),
        buses: m.buses.clone(),
        devices: m
            .fabric
            .attached
            .iter()
            .enumerate()
            .map(|(i, s)| {
                let d = m.fabric.device_ref(DevId(i as u16));
                DeviceInfo {
                    id: DevId(i as u16),
                    name: s.name.clone(),
                    kind: d.kind().to_owned(),
                    registers: d.map(),
                }
            })
            .collect(),
        symbols,
        trap_names: m.info.iter().map(|i| i.kind.trap_name).collect(),
        options: TraceOptions {
            limit,
            ..TraceOptions::default()
        },
    }
}
