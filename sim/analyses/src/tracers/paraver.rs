//! Paraver traces that tracers in firmware write (Extrae): the calls that their events stand for.

use std::collections::{BTreeMap, BTreeSet};

/// Types of events whose value is a function that begins; its name is the value's label.
const FUNCTIONS: [u64; 3] = [60_000_018, 60_000_019, 60_000_023];
/// Other types, values (0 for all but 0), and the function that the program calls then.
const CALLS: [(u64, u64, &str); 5] = [
    (60_000_001, 0, "__wrap_GOMP_parallel"),
    (60_000_005, 0, "__wrap_GOMP_barrier"),
    (60_000_024, 0, "__wrap_GOMP_task"),
    (40_000_040, 1, "__wrap_malloc"),
    (40_000_040, 2, "__wrap_free"),
];

/// The functions that values of events stand for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Labels(BTreeMap<u64, String>);

impl Labels {
    /// Those of the `.pcf` file beside a trace.
    #[must_use]
    pub fn of(pcf: &str) -> Labels {
        let mut found = BTreeMap::new();
        let (mut kind, mut values) = (None, false);
        for line in pcf.lines() {
            let mut words = line.split_whitespace();
            match (words.next(), values) {
                (Some("EVENT_TYPE"), _) => (kind, values) = (None, false),
                (Some("VALUES"), _) => values = true,
                (Some(value), true) => {
                    let value = value.parse::<u64>().ok().filter(|v| *v != 0);
                    let name = words.next().map(str::to_owned);
                    if let (true, Some((value, name))) = (kind.is_some(), value.zip(name)) {
                        found.insert(value, name);
                    }
                }
                (Some(_), false) => {
                    let of = words.next().and_then(|w| w.parse().ok());
                    kind = of.filter(|k| FUNCTIONS.contains(k));
                }
                (None, _) => (kind, values) = (None, false),
            }
        }
        Labels(found)
    }

    /// Whether a call is one that such a trace records. A call that a wrapper or the runtime makes for itself is none of
    /// the program.
    pub fn record(&self) -> impl Fn(&str, &str) -> bool + use<'_> {
        let functions: BTreeSet<&str> = self.0.values().map(String::as_str).collect();
        move |name, caller| {
            let own = ["__wrap_", "GOMP_"].iter().any(|of| caller.starts_with(of));
            functions.contains(name) || (CALLS.iter().any(|c| c.2 == name) && !own)
        }
    }

    /// The call that an event stands for.
    fn call(&self, kind: u64, value: u64) -> Option<String> {
        if value == 0 {
            return None;
        }
        if FUNCTIONS.contains(&kind) {
            let name = self.0.get(&value).cloned();
            return Some(name.unwrap_or_else(|| format!("{value:#x}")));
        }
        let call = CALLS
            .iter()
            .find(|c| c.0 == kind && (c.1 == 0 || c.1 == value));
        call.map(|c| c.2.to_owned())
    }
}

/// A file that is no such trace.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoTrace {
    /// Of another format.
    #[error(": no Paraver trace: it begins with no `#Paraver`")]
    Other,
    /// A line, by its number from 1, cannot be read.
    #[error(":{0}: no event record: {1}")]
    Line(usize, String),
}

/// The calls that the trace says began, by core, in its order.
///
/// # Errors
/// The text is no Paraver trace, or has a record that cannot be read.
pub fn calls(prv: &str, labels: &Labels) -> Result<BTreeMap<u8, Vec<String>>, NoTrace> {
    if !prv.starts_with("#Paraver ") {
        return Err(NoTrace::Other);
    }
    let mut found: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for (number, line) in prv.lines().enumerate().skip(1) {
        let Some(fields) = line.strip_prefix("2:") else {
            continue;
        };
        let fields: Option<Vec<u64>> = fields.split(':').map(|f| f.parse().ok()).collect();
        // Processor, application, task, thread, time; then pairs of type and value.
        let core = fields
            .as_ref()
            .and_then(|f| u8::try_from(f.first()?.checked_sub(1)?).ok());
        let Some((core, fields)) = core
            .zip(fields)
            .filter(|(_, f)| f.len() > 5 && f.len() % 2 == 1)
        else {
            return Err(NoTrace::Line(number + 1, line.to_owned()));
        };
        for pair in fields[5..].chunks_exact(2) {
            if let Some(call) = labels.call(pair[0], pair[1]) {
                found.entry(core).or_default().push(call);
            }
        }
    }
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PCF: &str = "EVENT_TYPE\n0 60000019 User function\nVALUES\n0 End\n7 work\n\nEVENT_TYPE\n0 5 Other\nVALUES\n1 x\n";

    #[test]
    fn events_stand_for_calls_of_the_program() {
        let labels = Labels::of(PCF);
        let prv = "#Paraver (x)\n2:1:1:1:1:10:60000019:7:5:1\n1:2\n2:2:1:1:2:11:40000040:2\n2:1:1:1:1:12:60000019:0\n";
        let found = calls(prv, &labels).expect("a trace");
        let of = |core: u8| found.get(&core).cloned().unwrap_or_default();
        assert_eq!(
            (of(0), of(1)),
            (vec!["work".to_owned()], vec!["__wrap_free".to_owned()])
        );
        let recorded = labels.record();
        assert!(recorded("work", "GOMP_x") && recorded("__wrap_free", "main"));
        assert!(!recorded("__wrap_free", "__wrap_x") && !recorded("x", "main"));
    }

    #[test]
    fn what_is_no_trace_is_refused() {
        let labels = Labels::default();
        assert_eq!(calls("x", &labels), Err(NoTrace::Other));
        let wrong = calls("#Paraver (x)\n2:1:1", &labels);
        assert_eq!(wrong, Err(NoTrace::Line(2, "2:1:1".to_owned())));
    }
}
