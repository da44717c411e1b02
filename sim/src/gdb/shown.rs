//! The cores that a debugger is shown: those of one kind, for one connection has one target description.

use gdbstub::common::Tid;
use trueboard::internals::board::{CoreKind, DebugDescription, Machine, did_you_mean};
use trueboard::internals::core::fact::CoreState;

/// The cores of one kind. Core *n* is thread *n* + 1, whichever kinds the board has.
#[derive(Clone, Debug)]
pub struct Shown {
    /// Their kind.
    kind: &'static CoreKind,
    /// Registers of their kind.
    pub description: &'static DebugDescription,
    /// Their indices, in order; never empty.
    cores: Vec<u8>,
}

/// The cores of `m`, each with its kind.
fn kinds(m: &Machine) -> impl Iterator<Item = (u8, &'static CoreKind)> + '_ {
    let cores = 0..u8::try_from(m.core_count()).unwrap_or(u8::MAX);
    cores.filter_map(|c| Some((c, m.core_kind(c)?)))
}

impl Shown {
    /// The cores of the kind `wanted`; without one those of the first core with an image of its own, or of the first
    /// that can be shown at all.
    ///
    /// # Errors
    /// A line for the user: no core is of that kind, or none can be shown.
    pub fn new(m: &Machine, wanted: Option<&str>) -> Result<Shown, String> {
        let mut possible: Vec<&'static CoreKind> = Vec::new();
        for (_, kind) in kinds(m) {
            if kind.debug.is_some() && !possible.contains(&kind) {
                possible.push(kind);
            }
        }
        let kind = match wanted {
            Some(name) => possible.iter().copied().find(|k| k.name == name),
            None => {
                let with_image = kinds(m).find(|(c, k)| m.has_image(*c) && k.debug.is_some());
                let with_image = with_image.map(|(_, kind)| kind);
                with_image.or(possible.first().copied())
            }
        };
        match kind.and_then(|kind| Some((kind, kind.debug?))) {
            Some((kind, description)) => Ok(Shown {
                kind,
                description,
                cores: of_kind(m, kind),
            }),
            None if possible.is_empty() => {
                Err("--gdb: no core of this board has registers that GDB can show".to_owned())
            }
            None => {
                let names: Vec<&str> = possible.iter().map(|k| k.name).collect();
                let wanted = wanted.unwrap_or_default();
                let near = did_you_mean(wanted, names.iter().copied());
                let names = names.join(", ");
                Err(format!(
                    "--gdb-cores {wanted}: no core of this kind{near}; there are {names}"
                ))
            }
        }
    }

    /// A line on the cores that are not shown; none if all are.
    pub fn others(&self, m: &Machine) -> Option<String> {
        let mut others: Vec<String> = Vec::new();
        let mut said: Vec<&CoreKind> = vec![self.kind];
        for (_, kind) in kinds(m) {
            if said.contains(&kind) {
                continue;
            }
            said.push(kind);
            let cores = of_kind(m, kind);
            let names = cores.iter().filter_map(|c| Some(m.core_state(*c)?.0));
            let names = names.collect::<Vec<_>>().join(", ");
            others.push(match kind.debug {
                Some(_) => format!("{names} (--gdb-cores {})", kind.name),
                None => format!("{names} ({}, which GDB cannot show)", kind.name),
            });
        }
        let kind = self.kind.name;
        (!others.is_empty()).then(|| {
            let others = others.join("; ");
            format!("gdb sees the cores of kind {kind}; not shown: {others}")
        })
    }

    /// Their indices, in order.
    pub fn cores(&self) -> &[u8] {
        &self.cores
    }

    /// Whether this core is one of them.
    pub fn has(&self, core: u8) -> bool {
        self.cores.contains(&core)
    }

    /// The core of a thread, if it is one of them.
    pub fn core(&self, tid: Tid) -> Option<u8> {
        let core = u8::try_from(tid.get() - 1).ok()?;
        self.has(core).then_some(core)
    }

    /// One of them that is running, or the first.
    pub fn somebody(&self, m: &Machine) -> u8 {
        let running = |c: &u8| m.core_state(*c).is_some_and(|s| s.1 == CoreState::Running);
        let first = self.cores.first().copied().unwrap_or(0);
        self.cores.iter().copied().find(running).unwrap_or(first)
    }

    /// The core itself if it is one of them, else the one that stands for the board.
    pub fn or_somebody(&self, core: u8, m: &Machine) -> u8 {
        if self.has(core) {
            core
        } else {
            self.somebody(m)
        }
    }
}

fn of_kind(m: &Machine, kind: &CoreKind) -> Vec<u8> {
    let cores = kinds(m).filter(|(_, k)| *k == kind);
    cores.map(|(core, _)| core).collect()
}

/// GDB's number of a core: threads begin at 1.
pub fn tid(core: u8) -> Tid {
    Tid::MIN.saturating_add(usize::from(core))
}
