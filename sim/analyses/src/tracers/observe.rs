//! What tracers in firmware really did: tracepoints called, records written, and what the tracer's
//! clock truly showed when a tracepoint read it. Found from the calls that a core makes, by the
//! names that barectf gives its functions; nothing of it is taken from what the firmware says.

use crate::stack::{Change, Frame, OfTask, SavedStack, ShadowStack};
use crate::symbols::Symbols;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use trueboard_core::fact::FactKind;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};

/// When a tracer reads its clock for the time stamp of a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) enum Stamped {
    /// At the begin of the tracepoint: `_serialize_er_header_STREAM` (barectf 3.1, templates/c/barectf.c.j2).
    Before,
    /// While the header is written: `_serialize_stream_event_header_STREAM` (barectf 2.0 to 2.3, gen.py). What the
    /// tracepoint reads before that is for packets that it closes and opens.
    Within,
}

/// What a function of a tracer is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// `barectf_STREAM_trace_EVENT`: a tracepoint.
    Tracepoint,
    /// Called once for each record that is written, after the room for it was found.
    Record(Stamped),
    /// `barectf_init`: a tracer begins. What was counted before was another one's.
    Init,
}

impl Role {
    /// By its symbol, before which compilers may put underscores.
    pub(super) fn of(symbol: &str) -> Option<Role> {
        let name = symbol.trim_start_matches('_');
        if name == "barectf_init" {
            return Some(Role::Init);
        }
        if name.starts_with("serialize_er_header_") {
            return Some(Role::Record(Stamped::Before));
        }
        if name.starts_with("serialize_stream_event_header_") {
            return Some(Role::Record(Stamped::Within));
        }
        (name.starts_with("barectf_") && name.contains("_trace_")).then_some(Role::Tracepoint)
    }
}

/// What a tracer's clock truly showed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shown {
    /// Its ticks.
    pub time: u64,
    /// For how many of them its timer had stood still, until an interrupt started it again: the
    /// tracer can only guess them.
    pub stood: u64,
}

/// A tracepoint that has not returned.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
struct Open {
    /// Frames below it.
    depth: usize,
    /// What the clock showed when it was read.
    clock: Option<Shown>,
    /// The record whose header is being written, and the frames below that, while its stamp is still to come.
    header: Option<(usize, usize)>,
}

/// What the tracer of one core did.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Traced {
    /// Tracepoints called.
    pub calls: u64,
    /// For each record written, in order, what the clock truly showed when its tracepoint read it;
    /// nothing if it did not.
    pub written: Vec<Option<Shown>>,
    /// The function that writes records was seen; compilers may have put it into its callers.
    pub records_known: bool,
}

struct Core {
    stack: ShadowStack,
    roles: BTreeMap<u64, Option<Role>>,
    open: OfTask<Vec<Open>>,
    traced: Traced,
}

/// Follows the tracers of all cores.
pub struct Tracers {
    symbols: Arc<dyn Symbols>,
    cores: Vec<Core>,
}

type Saved = Vec<(SavedStack, OfTask<Vec<Open>>, Traced)>;

impl Tracers {
    /// Follows `cores` cores, calls up to `stack_limit` deep.
    pub fn new(symbols: Arc<dyn Symbols>, cores: usize, stack_limit: usize) -> Tracers {
        let core = || Core {
            stack: ShadowStack::new(stack_limit),
            roles: BTreeMap::new(),
            open: OfTask::default(),
            traced: Traced::default(),
        };
        Tracers {
            symbols,
            cores: (0..cores).map(|_| core()).collect(),
        }
    }

    /// Takes in a call, return, trap, interrupt or trap return of `core`. Other facts mean nothing
    /// here.
    pub fn happened(&mut self, core: u8, kind: &FactKind) {
        let symbols = &*self.symbols;
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        for change in c.stack.step(kind) {
            if let Change::Switch { task, new } = *change {
                c.open.switch(task, new);
            }
        }
        let depth = c.stack.frames().len();
        while c.open.last().is_some_and(|o| o.depth >= depth) {
            c.open.pop();
        }
        if let Some(open) = c.open.last_mut() {
            open.header = open.header.filter(|(_, below)| *below < depth);
        }
        let FactKind::Call { to, .. } = *kind else {
            return;
        };
        let role = c.roles.entry(to).or_insert_with(|| {
            // A call into the middle of a function is no entry of it.
            let (name, offset) = symbols.function(core, to)?;
            Role::of(name).filter(|_| offset == 0)
        });
        match role {
            Some(Role::Tracepoint) => {
                c.traced.calls += 1;
                let depth = depth - 1;
                c.open.push(Open {
                    depth,
                    clock: None,
                    header: None,
                });
            }
            Some(Role::Init) => {
                c.open.clear();
                c.traced = Traced::default();
            }
            Some(Role::Record(stamped)) => {
                let number = c.traced.written.len();
                let open = c.open.last_mut();
                let clock = match stamped {
                    Stamped::Before => open.and_then(|o| o.clock),
                    Stamped::Within => {
                        open.into_iter()
                            .for_each(|o| o.header = Some((number, depth - 1)));
                        None
                    }
                };
                c.traced.written.push(clock);
                c.traced.records_known = true;
            }
            None => {}
        }
    }

    /// `core` read the timer of its tracer's clock, which truly showed `clock`. The first read of a
    /// tracepoint counts, or of the header of its record; handlers that interrupt it read for themselves.
    pub fn read(&mut self, core: u8, clock: Shown) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let Some(open) = c.open.last_mut() else {
            return;
        };
        let above = c.stack.frames().get(open.depth..).unwrap_or_default();
        if above.iter().any(Frame::is_handler) {
            return;
        }
        open.clock.get_or_insert(clock);
        let record = open
            .header
            .take()
            .and_then(|(i, _)| c.traced.written.get_mut(i));
        if let Some(stamp) = record {
            *stamp = Some(clock);
        }
    }

    /// What the tracer of `core` did so far, if it did anything.
    pub fn traced(&self, core: u8) -> Option<&Traced> {
        let traced = &self.cores.get(usize::from(core))?.traced;
        (traced.calls > 0).then_some(traced)
    }

    /// What is known so far, for a snapshot.
    pub fn save(&self) -> Vec<u8> {
        let one = |c: &Core| (c.stack.saved(), c.open.clone(), c.traced.clone());
        let all: Saved = self.cores.iter().map(one).collect();
        to_bytes(&all)
    }

    /// Goes on from what [`Tracers::save`] kept.
    ///
    /// # Errors
    /// [`SnapshotError`]: it is not of this kind.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let all: Saved = from_bytes(bytes)?;
        for (c, (stack, open, traced)) in self.cores.iter_mut().zip(all) {
            c.stack.resume(&stack, |&frame| frame);
            c.open = open;
            c.traced = traced;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Names;

    impl Symbols for Names {
        fn function(&self, _core: u8, at: u64) -> Option<(&str, u64)> {
            Some(match at & !0xff {
                0x100 => ("_barectf_default_trace_work", at & 0xff),
                0x200 => ("__serialize_er_header_default", at & 0xff),
                0x300 => ("_barectf_default_open_packet", at & 0xff),
                0x400 => ("_barectf_init", at & 0xff),
                0x500 => ("__serialize_stream_event_header_default", at & 0xff),
                _ => ("_main", at & 0xff),
            })
        }
    }

    const CALL: FactKind = FactKind::Call {
        from: 0x1000,
        to: 0x100,
    };
    const RECORD: FactKind = FactKind::Call {
        from: 0x110,
        to: 0x200,
    };

    fn back(to: u64) -> FactKind {
        FactKind::Return { from: 0, to }
    }

    fn at(time: u64) -> Shown {
        Shown { time, stood: 0 }
    }

    fn tracers() -> Tracers {
        Tracers::new(Arc::new(Names), 2, 100)
    }

    #[test]
    fn a_record_and_a_dropped_one() {
        let mut t = tracers();
        t.read(1, at(5)); // Nobody traces.
        t.happened(1, &CALL);
        t.read(1, at(10));
        t.read(1, at(11));
        for fact in [RECORD, back(0x114), back(0x1004), CALL] {
            t.happened(1, &fact);
        }
        t.read(1, at(20));
        t.happened(1, &back(0x1004));
        let traced = t.traced(1).unwrap();
        assert_eq!(
            (traced.calls, &traced.written[..]),
            (2, &[Some(at(10))][..])
        );
        assert!(traced.records_known && t.traced(0).is_none());
    }

    #[test]
    fn a_tracer_begins_anew() {
        let mut t = tracers();
        let init = FactKind::Call {
            from: 0x1000,
            to: 0x400,
        };
        for fact in [CALL, RECORD, back(0x114), back(0x1004), init, back(0x1004)] {
            t.happened(0, &fact);
        }
        assert!(t.traced(0).is_none());
        t.happened(0, &CALL);
        assert_eq!(t.traced(0).unwrap().calls, 1);
    }

    /// The order of barectf 2: packets first, each of which reads the clock, then the header, which reads it for the
    /// record. A second tracepoint has no room.
    #[test]
    fn a_record_of_barectf_2_is_stamped_while_its_header_is_written() {
        let mut t = tracers();
        let call = |to| FactKind::Call { from: 0x110, to };
        t.happened(0, &CALL);
        t.happened(0, &call(0x300));
        t.read(0, at(10));
        t.happened(0, &back(0x114));
        t.happened(0, &call(0x500));
        let saved = t.save();
        let mut t = tracers();
        t.load(&saved).unwrap();
        t.read(0, at(12));
        t.read(0, at(13));
        for fact in [back(0x118), back(0x1004), CALL] {
            t.happened(0, &fact);
        }
        t.read(0, at(20));
        t.happened(0, &back(0x1004));
        let traced = t.traced(0).unwrap();
        assert_eq!(
            (traced.calls, &traced.written[..]),
            (2, &[Some(at(12))][..])
        );
        // A header whose clock nobody read has no stamp; what comes behind it is not of it.
        for fact in [CALL, call(0x500), back(0x118)] {
            t.happened(0, &fact);
        }
        t.read(0, at(30));
        assert_eq!(t.traced(0).unwrap().written, [Some(at(12)), None]);
    }

    #[test]
    fn a_handler_traces_for_itself() {
        let mut t = tracers();
        let interrupt = FactKind::Interrupt {
            level: 9,
            pc: 0x108,
            to: 0x24,
        };
        let from = |from| FactKind::Call { from, to: 0x100 };
        t.happened(0, &CALL);
        t.happened(0, &interrupt);
        t.read(0, at(1)); // By the handler itself.
        t.happened(0, &from(0x2000));
        t.read(0, at(2));
        for fact in [RECORD, back(0x114), back(0x2004)] {
            t.happened(0, &fact);
        }
        t.happened(0, &FactKind::TrapReturn { to: 0x108 });
        let saved = t.save();
        let mut t = tracers();
        t.load(&saved).unwrap();
        t.read(0, at(3));
        t.happened(0, &RECORD);
        let traced = t.traced(0).unwrap();
        assert_eq!(traced.calls, 2);
        assert_eq!(traced.written, [Some(at(2)), Some(at(3))]);
    }

    #[test]
    fn names_of_tracers() {
        let role = Role::of;
        assert_eq!(role("_barectf_default_trace_x"), Some(Role::Tracepoint));
        assert_eq!(role("barectf_trace_demo_trace_x"), Some(Role::Tracepoint));
        let record = |s| Some(Role::Record(s));
        assert_eq!(role("_serialize_er_header_a"), record(Stamped::Before));
        let two = role("_serialize_stream_event_header_a");
        assert_eq!(two, record(Stamped::Within));
        assert_eq!(role("_serialize_stream_event_context_a"), None);
        assert_eq!(role("_barectf_default_open_packet"), None);
        assert_eq!(role("_barectf_init"), Some(Role::Init));
        assert_eq!(role("_main"), None);
    }
}
