//! Causes in words.

use super::{Behind, Owned, Place, Who};
use crate::why::observe::Level;

/// Words about one place.
pub(super) struct Sentences<'a> {
    pub place: &'a Place,
}

impl Sentences<'_> {
    /// What cycles go to there, most of them by `instruction`, one of `of`.
    pub fn cause(&self, (line, instruction): (&str, &str), of: usize) -> String {
        let p = self.place;
        let does = &p.rule.does;
        let mut meter = p.part.clone();
        for more in [p.rule.unit, p.rule.source].into_iter().flatten() {
            meter += &format!("; {more}");
        }
        if p.rule.whole {
            return format!("{does} ({meter})");
        }
        let function = match p.function.as_str() {
            "" => String::new(),
            f => format!(" in {f}"),
        };
        let more = match of {
            0 | 1 => String::new(),
            n => format!(", with {},", others(n - 1)),
        };
        format!("`{instruction}` ({line}){function}{more} {does} ({meter})")
    }

    /// What lies behind.
    pub fn behind(&self, b: &Behind) -> String {
        let mut words = Vec::new();
        if let Some(function) = &b.function {
            words.push(within(function));
        }
        if let (Some(store), "idle_cycles") = (&b.store, self.place.part.as_str()) {
            let to = b
                .data
                .as_ref()
                .map_or(String::new(), |d| format!(" to {}", data(d)));
            let by = b
                .caller
                .as_ref()
                .map_or(String::new(), |c| format!(", called by {}", c.function));
            words.push(format!(
                "its last store to a device was{to}, in {}{by}",
                store.function
            ));
            return words.join(", ");
        }
        if let Some(store) = &b.store {
            let to = b
                .data
                .as_ref()
                .map_or(String::new(), |d| format!(" to {}", data(d)));
            words.push(format!("behind the store{to} of {}", store.function));
        } else if let Some(d) = &b.data {
            words.push(format!("for {}", data(d)));
        }
        match (b.missed, &b.evictor) {
            (Some("first"), _) => words.push("never read before".to_owned()),
            (Some("replaced"), Some(by)) => {
                words.push(format!("replaced in the cache by what {} accessed", on(by)));
            }
            (Some("written"), Some(by)) => {
                words.push(format!("invalidated by a store of {}", on(by)));
            }
            (Some("invalidated"), _) => words.push("flushed, or not kept by the cache".to_owned()),
            (Some("gone"), _) => {
                words.push("read before (who replaced it is not known for this core)".to_owned());
            }
            _ => {}
        }
        words.extend(match b.level {
            Level::Unknown => None,
            Level::SharedCache => Some("from the shared cache".to_owned()),
            Level::Memory => Some("from memory, as the shared cache had never had it".to_owned()),
            Level::MemoryAgain => {
                Some("from memory, as the shared cache had it no more".to_owned())
            }
        });
        words.join(", ")
    }

    /// Who owned the bus.
    pub fn owned(&self, o: &Owned) -> String {
        let bus = o.bus.as_deref().unwrap_or("the bus");
        match (&o.owner_code, o.owner) {
            (Some(code), _) => format!("while {} owned {bus}", on(code)),
            (None, Some(master)) => format!("while master {master} owned {bus}"),
            (None, None) => format!("while an earlier transfer of the core itself had {bus}"),
        }
    }
}

/// In this function.
pub(super) fn within(function: &str) -> String {
    match function {
        "" => "in code without a name".to_owned(),
        f => format!("in {f}"),
    }
}

fn others(n: usize) -> String {
    match n {
        1 => "another instruction".to_owned(),
        n => format!("{n} other instructions"),
    }
}

fn on(w: &Who) -> String {
    format!("{} on core {}", w.function, w.core)
}

fn data(name: &str) -> String {
    if let Some(device) = name.strip_prefix("device ") {
        format!("registers of {device}")
    } else if name.starts_with("0x") {
        format!("data in the page {name}")
    } else {
        format!("data of `{name}`")
    }
}
