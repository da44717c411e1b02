//! The Callgrind profile format, version 1 (Valgrind manual, section 7.2), for KCachegrind and
//! `callgrind_annotate`. Costs are those of functions, at the line of their first instruction; readers add
//! up those of all cores.

use super::{CYCLES, Costs, INSTRUCTIONS, inclusive};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use trueboard_truth::profile::{Context, CoreProfile};

/// A function: its file and name.
type Place = (String, String);

#[derive(Default)]
struct Function {
    line: u64,
    own: Costs,
    /// Callee, line of the callee: calls and what they cost with all that they call.
    calls: BTreeMap<(Place, u64), (u64, Costs)>,
}

/// The file. Its events are cycles, instructions and the stalls of the CPI stack.
#[must_use]
pub fn callgrind(profiles: &[CoreProfile], command: &str) -> String {
    let mut events = vec![CYCLES.to_owned(), INSTRUCTIONS.to_owned()];
    events.extend(super::stack_of(profiles));
    let mut out = format!(
        "# callgrind format\nversion: 1\ncreator: trueboard\ncmd: {}\npositions: line\nevents: {}\n",
        command.replace('\n', " "),
        events.join(" ")
    );
    for p in profiles {
        let _ = write!(out, "\n# core {}\n", p.core);
        for ((file, name), f) in &functions(p) {
            let _ = write!(
                out,
                "\nfl={file}\nfn={name}\n{}{}\n",
                f.line,
                costs(&f.own, &events)
            );
            for (((file, name), line), (calls, total)) in &f.calls {
                let _ = write!(
                    out,
                    "cfi={file}\ncfn={name}\ncalls={calls} {line}\n{}{}\n",
                    f.line,
                    costs(total, &events)
                );
            }
        }
    }
    out
}

fn functions(p: &CoreProfile) -> BTreeMap<Place, Function> {
    let mut found: BTreeMap<Place, Function> = BTreeMap::new();
    for (c, total) in p.contexts.iter().zip(inclusive(p)) {
        let (place, line) = place(c);
        let f = found.entry(place.clone()).or_default();
        f.line = line;
        f.own.add_own(c);
        if let Some(caller) = c.caller.and_then(|i| p.contexts.get(i as usize)) {
            let (from, _) = self::place(caller);
            let f = found.entry(from).or_default();
            let (calls, costs) = f.calls.entry((place, line)).or_default();
            *calls += c.calls;
            costs.add(&total);
        }
    }
    found
}

fn place(c: &Context) -> (Place, u64) {
    let source = c.source.as_deref().and_then(|s| s.rsplit_once(':'));
    let known = source.and_then(|(file, line)| Some((file.to_owned(), line.parse().ok()?)));
    let (file, line) = known.unwrap_or_else(|| ("???".to_owned(), 0));
    ((file, c.name.replace('\n', " ")), line)
}

fn costs(costs: &Costs, events: &[String]) -> String {
    let mut line = String::new();
    for event in events {
        let _ = write!(line, " {}", costs.meter(event));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::recursive;

    #[test]
    fn calls_have_their_inclusive_costs() {
        let text = callgrind(&[recursive()], "demo.elf");
        assert!(text.contains("events: cycles instructions issue_cycles dcache_hold_cycles\n"));
        assert!(text.contains("fn=main\n7 100 50 50 50\n"), "{text}");
        assert!(text.contains("cfn=f\ncalls=1 7\n7 50 25 25 25\n"), "{text}");
    }
}
