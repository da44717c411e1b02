//! What tracers in firmware really did: tracepoints called, records written, and what the tracer's
//! clock truly showed when a tracepoint read it. Found from the calls that a core makes, by the
//! names that barectf gives its functions; nothing of it is taken from what the firmware says.

use crate::context::Symbols;
use crate::stack::{Frame, ShadowStack};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::Arc;
use trueboard_core::fact::FactKind;
use trueboard_core::snapshot::{SnapshotError, from_bytes, to_bytes};

/// What a function of a tracer is there for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// `barectf_STREAM_trace_EVENT`: a tracepoint.
    Tracepoint,
    /// `_serialize_er_header_STREAM`: called once for each record that is written, after the room for
    /// it was found (barectf 3.1, templates/c/barectf.c.j2).
    Record,
    /// `barectf_init`: a tracer begins. What was counted before was another one's.
    Init,
}

impl Role {
    /// By its symbol, before which compilers may put underscores.
    fn of(symbol: &str) -> Option<Role> {
        let name = symbol.trim_start_matches('_');
        if name == "barectf_init" {
            return Some(Role::Init);
        }
        if name.starts_with("serialize_er_header_") {
            return Some(Role::Record);
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
    open: Vec<Open>,
    traced: Traced,
}

/// Follows the tracers of all cores.
pub struct Tracers {
    symbols: Arc<dyn Symbols>,
    cores: Vec<Core>,
}

type Saved = Vec<(Vec<Frame>, Vec<Open>, Traced)>;

impl Tracers {
    /// Follows `cores` cores, calls up to `stack_limit` deep.
    pub fn new(symbols: Arc<dyn Symbols>, cores: usize, stack_limit: usize) -> Tracers {
        let core = || Core {
            stack: ShadowStack::new(stack_limit),
            roles: BTreeMap::new(),
            open: Vec::new(),
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
        c.stack.step(kind);
        let depth = c.stack.frames().len();
        while c.open.last().is_some_and(|o| o.depth >= depth) {
            c.open.pop();
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
                c.open.push(Open { depth, clock: None });
            }
            Some(Role::Init) => {
                c.open.clear();
                c.traced = Traced::default();
            }
            Some(Role::Record) => {
                let clock = c.open.last().and_then(|o| o.clock);
                c.traced.written.push(clock);
                c.traced.records_known = true;
            }
            None => {}
        }
    }

    /// `core` read the timer of its tracer's clock, which truly showed `clock`. The first read of a
    /// tracepoint counts; handlers that interrupt it read for themselves.
    pub fn read(&mut self, core: u8, clock: Shown) {
        let Some(c) = self.cores.get_mut(usize::from(core)) else {
            return;
        };
        let Some(open) = c.open.last_mut() else {
            return;
        };
        let above = c.stack.frames().get(open.depth..).unwrap_or_default();
        if !above.iter().any(Frame::is_handler) {
            open.clock.get_or_insert(clock);
        }
    }

    /// What the tracer of `core` did so far, if it did anything.
    pub fn traced(&self, core: u8) -> Option<&Traced> {
        let traced = &self.cores.get(usize::from(core))?.traced;
        (traced.calls > 0).then_some(traced)
    }

    /// What is known so far, for a snapshot.
    pub fn save(&self) -> Vec<u8> {
        let one = |c: &Core| (c.stack.frames().to_vec(), c.open.clone(), c.traced.clone());
        let all: Saved = self.cores.iter().map(one).collect();
        to_bytes(&all)
    }

    /// Goes on from what [`Tracers::save`] kept.
    ///
    /// # Errors
    /// [`SnapshotError`]: it is not of this kind.
    pub fn load(&mut self, bytes: &[u8]) -> Result<(), SnapshotError> {
        let all: Saved = from_bytes(bytes)?;
        for (c, (frames, open, traced)) in self.cores.iter_mut().zip(all) {
            c.stack.resume(frames);
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
        assert_eq!(role("_serialize_er_header_a"), Some(Role::Record));
        assert_eq!(role("_barectf_default_open_packet"), None);
        assert_eq!(role("_barectf_init"), Some(Role::Init));
        assert_eq!(role("_main"), None);
    }
}
