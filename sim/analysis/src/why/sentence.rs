//! Causes in words.

use super::{Behind, Place, Who, rule};
use trueboard_truth::why::Level;

/// Words about one place.
pub(super) struct Sentences<'a> {
    pub place: &'a Place,
}

impl Sentences<'_> {
    /// What cycles go to there, most of them by `instruction`, one of `of`.
    pub fn cause(&self, instruction: &str, of: usize) -> String {
        let p = self.place;
        let rule = rule(&p.kind, &p.part);
        let does = match &rule {
            Some(rule) => rule.does.to_owned(),
            None => format!("loses cycles of {}", p.part),
        };
        let mut meter = p.part.clone();
        if let Some(unit) = rule.as_ref().and_then(|r| r.unit) {
            meter += &format!("; {unit}");
        }
        if let Some(source) = rule.as_ref().and_then(|r| r.source) {
            meter += &format!("; {source}");
        }
        let subject = match (p.function.as_str(), of) {
            ("", _) if super::is_summed(&p.part) => return format!("{does} ({meter})"),
            ("", _) => format!("`{instruction}` at {}", p.source),
            (f, 0 | 1) => format!("`{instruction}` in {f}{}", at(&p.source)),
            (f, n) => format!(
                "`{instruction}` and {} in {f}{}",
                others(n - 1),
                at(&p.source)
            ),
        };
        format!("{subject} {does} ({meter})")
    }

    /// What lies behind.
    pub fn behind(&self, b: &Behind) -> String {
        let mut words = Vec::new();
        if let Some(function) = &b.function {
            words.push(match function.as_str() {
                "" => "in code without a name".to_owned(),
                f => format!("in {f}"),
            });
        }
        if let Some(store) = &b.store {
            let to = b
                .data
                .as_ref()
                .map_or(String::new(), |d| format!(" to {}", data(d)));
            words.push(format!("behind the store{to} of {}", place(store)));
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
        match (&b.bus, b.owner) {
            (Some(bus), Some(owner)) => {
                let does = match &b.owner_code {
                    Some(code) => format!(", for {}", place(code)),
                    None => String::new(),
                };
                words.push(format!("while master {owner} owned {bus}{does}"));
            }
            _ => words.extend(match (b.level, &b.store) {
                (Level::Unknown, None) => None,
                (Level::Unknown, Some(_)) => Some("while it was transferred".to_owned()),
                (Level::SharedCache, _) => Some("from the shared cache".to_owned()),
                (Level::Memory, _) => {
                    Some("from memory, as the shared cache had never had it".to_owned())
                }
                (Level::MemoryAgain, _) => {
                    Some("from memory, as the shared cache had it no more".to_owned())
                }
            }),
        }
        words.join(", ")
    }
}

fn others(n: usize) -> String {
    match n {
        1 => "another instruction".to_owned(),
        n => format!("{n} other instructions"),
    }
}

fn at(source: &str) -> String {
    match source {
        "" => String::new(),
        source => format!(" ({source})"),
    }
}

fn place(w: &Who) -> String {
    match w.function.as_str() {
        "" => format!("code at {}", w.source),
        f => format!("{f}{}", at(&w.source)),
    }
}

fn on(w: &Who) -> String {
    format!("{} on core {}", place(w), w.core)
}

fn data(name: &str) -> String {
    if let Some(device) = name.strip_prefix("device ") {
        format!("registers of the device at {device}")
    } else if name.starts_with("0x") {
        format!("data in the page {name}")
    } else {
        format!("data of `{name}`")
    }
}
