//! Shared regions, rings that are drained, exchanges.

use super::{Compiler, Which, relative};
use crate::ctf;
use crate::drain::Drain;
use crate::exchange::Exchange;
use crate::program::Step;
use crate::shm::{self, Shm};
use crate::span::Span;

impl Compiler<'_> {
    pub(super) fn init(&mut self) {
        if self.loops > 0 {
            return self.problem("init: cannot be in a repeat or job");
        }
        self.call("e_init");
        self.push(Step::Clear {
            at: shm::TABLE,
            bytes: shm::MANAGED,
        });
        let writes = self.shm.init();
        self.writes(writes);
        self.push(Step::End);
    }

    pub(super) fn writes(&mut self, writes: shm::Writes) {
        for (at, bytes) in writes {
            self.push(Step::Write { at, bytes });
        }
    }

    pub(super) fn shared(
        &mut self,
        call: &str,
        name: &str,
        change: impl FnOnce(&mut Shm) -> Result<shm::Writes, String>,
    ) {
        if self.loops > 0 {
            return self.problem(format!("{call} {name}: cannot be in a repeat or job"));
        }
        match change(&mut self.shm) {
            Ok(writes) => {
                self.call(&format!("{call} {name}"));
                self.writes(writes);
                self.push(Step::End);
            }
            Err(e) => self.problem(format!("{call}: {e}")),
        }
    }

    pub(super) fn drain(
        &mut self,
        region: &str,
        trace: &str,
        metadata: Option<&str>,
        most: Option<u32>,
        until_empty: bool,
    ) {
        if let Some(problem) = relative(trace) {
            return self.problem(format!("drain: trace: {problem}"));
        }
        let cores = self.cores(None);
        let Some((at, size)) = self.shm.find(region) else {
            return self.problem(format!(
                "drain: no shared region is called `{region}` here; shm_alloc makes one"
            ));
        };
        // Without a usable layout no program is made: the rings' size does not matter then.
        let rings = self.layout.as_ref().map(|l| l.rings).unwrap_or_default();
        let ends = cores.iter();
        let ends = ends.map(|c| (u32::from(c.number) + 1) * rings.stride());
        let need = ends.max().unwrap_or(0);
        if size < need {
            return self.problem(format!(
                "drain: `{region}` has {size} bytes, but rings of these cores take {need}"
            ));
        }
        if let Some(name) = metadata {
            match self.files.file(name) {
                Ok(bytes) => {
                    let file = (format!("{trace}/metadata"), bytes);
                    if !self.program.files.contains(&file) {
                        self.program.files.push(file);
                    }
                }
                Err(e) => self.problem(format!("drain: metadata: {e}")),
            }
        }
        let numbers: Vec<u8> = cores.iter().map(|c| c.number).collect();
        let drained = (trace.to_owned(), numbers);
        if !self.program.drained.contains(&drained) {
            self.program.drained.push(drained);
        }
        let most = most
            .unwrap_or(if until_empty { u32::MAX } else { 1 })
            .max(1);
        self.call("drain");
        self.push(Step::Drain(Drain {
            trace: trace.to_owned(),
            at,
            rings,
            cores,
            most,
            until_empty,
        }));
        self.push(Step::End);
    }

    pub(super) fn exchange(
        &mut self,
        core: Which,
        trace: &str,
        timeout: Span,
        every: Option<Span>,
    ) {
        if let Some(problem) = relative(trace) {
            return self.problem(format!("exchange: trace: {problem}"));
        }
        if !self.program.own.iter().any(|t| t == trace) {
            self.program.own.push(trace.to_owned());
            let file = (format!("{trace}/metadata"), ctf::metadata());
            self.program.files.push(file);
        }
        self.call("exchange");
        for core in self.cores(core) {
            let word = |name| self.mailbox(core, name);
            let (request, ack) = match (word("request"), word("ack")) {
                (Ok(request), Ok(ack)) => (request, ack),
                (Err(e), _) | (_, Err(e)) => return self.problem(format!("exchange: {e}")),
            };
            self.push(Step::Exchange(Exchange {
                core,
                request,
                ack,
                trace: trace.to_owned(),
                timeout_ns: timeout.0,
                every_ns: every.unwrap_or_default().0,
            }));
        }
        self.push(Step::End);
    }
}
