//! The Callgrind profile format, version 1 (Valgrind manual, section 7.2), for KCachegrind and
//! `callgrind_annotate`. Costs are those of functions, at the line of their first instruction, or those of lines;
//! readers add up those of all cores. Calls stand at the first line of the caller.

use super::{CYCLES, Costs, INSTRUCTIONS, inclusive};
use crate::profile::observe::{Context, CoreInstructions, CoreProfile};
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// A function: its file and name.
type Place = (String, String);

#[derive(Default)]
struct Function {
    line: u64,
    own: Costs,
    /// Callee, line of the callee: calls and what they cost with all that they call.
    calls: BTreeMap<(Place, u64), (u64, Costs)>,
}

/// The file. Its events are cycles, instructions and the stalls of the CPI stack. Functions cost what `code` says line
/// by line, of the cores that are in it.
#[must_use]
pub fn callgrind(profiles: &[CoreProfile], code: &[CoreInstructions], command: &str) -> String {
    let mut events = vec![CYCLES.to_owned(), INSTRUCTIONS.to_owned()];
    events.extend(super::stack_of(profiles));
    // What stands below as a cost of its own, so that readers can tell whether they have all.
    let mut sum = Costs::default();
    let mut out = String::new();
    for p in profiles {
        let _ = write!(out, "\n# core {}\n", p.core);
        let lines = code.iter().find(|c| c.core == p.core);
        if let Some(code) = lines {
            write_lines(&mut out, code, &events, &mut sum);
        }
        for ((file, name), f) in &functions(p) {
            let _ = write!(out, "\nfl={file}\nfn={name}\n");
            if lines.is_none() {
                let _ = writeln!(out, "{}{}", f.line, costs(&f.own, &events));
                sum.add(&f.own);
            }
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
    let sum = costs(&sum, &events);
    format!(
        "# callgrind format\nversion: 1\ncreator: trueboard\ncmd: {}\npositions: line\nevents: {}\nsummary:{sum}\n{out}\
         \ntotals:{sum}\n",
        command.replace('\n', " "),
        events.join(" "),
    )
}

/// What each line of each function costs, added to `sum` as well.
fn write_lines(out: &mut String, code: &CoreInstructions, events: &[String], sum: &mut Costs) {
    let mut found: BTreeMap<Place, BTreeMap<u64, Costs>> = BTreeMap::new();
    for i in &code.instructions {
        let name = match (i.pc, i.function.as_str()) {
            (None, _) => "(elsewhere)".to_owned(),
            (Some(pc), "") => format!("{pc:#x}"),
            (Some(_), name) => name.replace('\n', " "),
        };
        let (file, line) = file_and_line(i.source.as_deref());
        let line = found.entry((file, name)).or_default().entry(line);
        line.or_default().add_meters(0, &i.meters);
    }
    for ((file, name), lines) in &found {
        let _ = write!(out, "\nfl={file}\nfn={name}\n");
        for (line, own) in lines {
            let _ = writeln!(out, "{line}{}", costs(own, events));
            sum.add(own);
        }
    }
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
    let (file, line) = file_and_line(c.source.as_deref());
    ((file, c.name.replace('\n', " ")), line)
}

fn file_and_line(source: Option<&str>) -> (String, u64) {
    let source = source.and_then(|s| s.rsplit_once(':'));
    let known = source.and_then(|(file, line)| Some((file.to_owned(), line.parse().ok()?)));
    known.unwrap_or_else(|| ("???".to_owned(), 0))
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
    use crate::profile::code::tests::two_lines;
    use crate::profile::tests::recursive;

    #[test]
    fn calls_have_their_inclusive_costs() {
        let text = callgrind(&[recursive()], &[], "demo.elf");
        assert!(text.contains("events: cycles instructions issue_cycles dcache_hold_cycles\n"));
        assert!(text.contains("fn=main\n7 100 50 50 50\n"), "{text}");
        assert!(text.contains("cfn=f\ncalls=1 7\n7 50 25 25 25\n"), "{text}");
    }

    /// `main` costs 100 by itself and `f` 50 twice over: a sum by hand.
    #[test]
    fn the_sum_of_all_own_costs_is_said_before_and_after_them() {
        let text = callgrind(&[recursive()], &[], "demo.elf");
        let own = |line: &&str| line.starts_with(|c: char| c.is_ascii_digit());
        let mut lines = text.lines().peekable();
        let mut sums = [0u64; 4];
        while let Some(line) = lines.next() {
            if line.starts_with("calls=") {
                lines.next();
            } else if own(&line) {
                let costs = line.split(' ').skip(1).map(|n| n.parse::<u64>().unwrap());
                sums.iter_mut().zip(costs).for_each(|(sum, n)| *sum += n);
            }
        }
        let sums = sums.map(|n| n.to_string()).join(" ");
        assert!(text.contains(&format!("\nsummary: {sums}\n\n")), "{text}");
        assert!(text.ends_with(&format!("\ntotals: {sums}\n")), "{text}");
    }

    /// `main` at line 3 has called `f` at line 7 five times.
    #[test]
    fn a_call_stands_at_the_line_of_its_caller_with_its_count() {
        let mut p = recursive();
        p.contexts[1].source = Some("b.c:3".into());
        p.contexts[2].calls = 5;
        let text = callgrind(&[p], &[], "demo.elf");
        let call = "cfi=a.c\ncfn=f\ncalls=5 7\n3 50 25 25 25\n";
        assert!(text.contains(call), "{text}");
        assert!(text.contains("fl=b.c\nfn=main\n3 100 50 50 50\n"), "{text}");
    }

    #[test]
    fn lines_stand_in_for_the_costs_of_functions() {
        let text = callgrind(&[recursive()], &[two_lines()], "demo.elf");
        assert!(
            text.contains("fl=a.c\nfn=main\n7 15 4 4 11\n8 30 2 2 28\n"),
            "{text}"
        );
        assert!(!text.contains("7 100 50 50 50"), "{text}");
        assert!(
            text.contains("fn=main\ncfi=a.c\ncfn=f\ncalls=1 7\n"),
            "{text}"
        );
    }
}
