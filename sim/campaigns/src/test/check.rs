//! What a run must have done, held against what it did.

use super::spec::{Bound, Test};
use crate::error::Error;
use std::collections::BTreeMap;
use trueboard_analyses::regions::matches;
use trueboard_analyses::{Numbers, compare};
use trueboard_board::asked::percent;
use trueboard_board::numbers::complete;
use trueboard_board::report::OutcomeKind;
use trueboard_board::{Report, did_you_mean};

/// So many meters of a place are named in a message.
const FEW: usize = 12;

/// Numbers of earlier runs that bounds are held against, by name.
pub type Recorded = BTreeMap<String, u64>;

/// What was found.
#[derive(Debug, Default)]
pub struct Found {
    /// A line for everything that does not hold.
    pub failures: Vec<String>,
    /// The numbers that bounds with `recorded_within` are about.
    pub numbers: Recorded,
}

/// Checks a run.
///
/// # Errors
/// A bound or a tolerance that cannot be checked.
pub fn check(
    test: &Test,
    report: &Report,
    console: &[u8],
    recorded: &Recorded,
) -> Result<Found, Error> {
    let mut found = Found::default();
    outcome(test, report, &mut found.failures);
    self::console(test, console, &mut found.failures);
    if let Some(tolerance) = &test.readings_within {
        readings(report, tolerance, &mut found.failures)?;
    }
    let numbers = complete(report);
    for b in &test.bounds {
        bound(b, &numbers, recorded, &mut found)?;
    }
    Ok(found)
}

fn outcome(test: &Test, report: &Report, failures: &mut Vec<String>) {
    let o = &report.outcome;
    if o.kind != test.outcome {
        failures.push(format!(
            "outcome {} where {} was expected: {}",
            name(o.kind),
            name(test.outcome),
            o.detail
        ));
    }
    if let Some(status) = test.status
        && o.status != Some(status)
    {
        let got = o
            .status
            .map_or_else(|| "none".to_owned(), |s| s.to_string());
        failures.push(format!("status {got} where {status} was expected"));
    }
}

/// The name of an outcome in reports.
fn name(kind: OutcomeKind) -> String {
    let value = serde_json::to_value(kind).unwrap_or_default();
    value.as_str().unwrap_or_default().to_owned()
}

fn console(test: &Test, console: &[u8], failures: &mut Vec<String>) {
    let text = String::from_utf8_lossy(console);
    let shown = |pattern: &String| text.lines().any(|line| matches(pattern, line.trim_end()));
    for pattern in test.console.iter().filter(|p| !shown(p)) {
        failures.push(format!("no line of the console matches `{pattern}`"));
    }
    for pattern in test.console_without.iter().filter(|p| shown(p)) {
        failures.push(format!("a line of the console matches `{pattern}`"));
    }
}

/// Every counter and clock that the firmware read.
fn readings(report: &Report, tolerance: &str, failures: &mut Vec<String>) -> Result<(), Error> {
    let comparison = compare(&report.windows, &[], percent("tolerance", tolerance)?);
    if comparison.events.is_empty() && comparison.clocks.is_empty() {
        failures.push("the firmware read no counter and no clock".to_owned());
    }
    for what in comparison.not_judged() {
        failures.push(format!("{what} were not judged"));
    }
    if !comparison.passes() {
        failures.push(format!(
            "what the firmware read is farther than {tolerance} from what happened: `trueboard compare` shows it"
        ));
    }
    Ok(())
}

fn bound(
    b: &Bound,
    numbers: &Numbers,
    recorded: &Recorded,
    found: &mut Found,
) -> Result<(), Error> {
    let n = number(&b.of, numbers)?;
    let mut fail = |text: String| found.failures.push(format!("{}: {n} {text}", b.of));
    if let Some(least) = b.at_least.filter(|&least| n < least) {
        fail(format!("is below {least}"));
    }
    if let Some(most) = b.at_most.filter(|&most| n > most) {
        fail(format!("is above {most}, by {}", beyond(n, most)));
    }
    if let Some(text) = &b.recorded_within {
        let tolerance = percent("recorded_within", text)?;
        match recorded.get(&b.of) {
            None => fail("is not recorded: run with --update".to_owned()),
            Some(&r) if tolerance.exceeded(n, r) => {
                fail(format!(
                    "differs from the recorded {r} by {}, more than {text}",
                    beyond(n, r)
                ));
            }
            Some(_) => {}
        }
        found.numbers.insert(b.of.clone(), n);
    }
    Ok(())
}

/// The number called `PLACE.METER`.
fn number(name: &str, numbers: &Numbers) -> Result<u64, Error> {
    let places: Vec<&str> = numbers.keys().map(String::as_str).collect();
    let Some((place, meter)) = name.rsplit_once('.') else {
        return Err(Error::input(format!(
            "bound of `{name}`: write place and meter with a point between: cpu0.cycles"
        )));
    };
    let Some(meters) = numbers.get(place) else {
        let near = did_you_mean(place, places.iter().copied());
        let hint = match place.starts_with("region ") {
            _ if !near.is_empty() => near,
            true => "; name the function in `regions` of the test".to_owned(),
            false => format!(" (there are {})", places.join(", ")),
        };
        return Err(Error::input(format!(
            "bound of `{name}`: the run has no place `{place}`{hint}"
        )));
    };
    meters.get(meter).copied().ok_or_else(|| {
        let known = meters.keys().map(String::as_str);
        let mut hint = did_you_mean(meter, known.clone());
        if hint.is_empty() && meters.len() <= FEW {
            hint = format!(" (it has {})", known.collect::<Vec<_>>().join(", "));
        }
        Error::input(format!(
            "bound of `{name}`: `{place}` has no meter `{meter}`{hint}"
        ))
    })
}

fn beyond(n: u64, of: u64) -> String {
    match of {
        0 => "more than any percentage".to_owned(),
        _ => format!("{:.2} %", (n as f64 / of as f64 - 1.0).abs() * 100.0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What does not hold of the number 100 with this bound.
    fn failures(change: impl Fn(&mut Bound), recorded: &[u64]) -> Vec<String> {
        let meters = BTreeMap::from([("cycles".to_owned(), 100)]);
        let numbers = Numbers::from([("cpu0".to_owned(), meters)]);
        let mut b = Bound {
            of: "cpu0.cycles".to_owned(),
            at_least: None,
            at_most: None,
            recorded_within: None,
        };
        change(&mut b);
        let recorded = recorded.iter().map(|&n| (b.of.clone(), n)).collect();
        let mut found = Found::default();
        let checked = bound(&b, &numbers, &recorded, &mut found);
        assert!(checked.is_ok(), "{b:?}");
        found.failures
    }

    #[test]
    fn bounds_themselves_hold() {
        let least = |n| failures(|b| b.at_least = Some(n), &[]);
        assert_eq!((least(100).len(), least(101).len()), (0, 1));
        let most = |n| failures(|b| b.at_most = Some(n), &[]);
        assert_eq!(most(100), [""; 0]);
        assert_eq!(most(99), ["cpu0.cycles: 100 is above 99, by 1.01 %"]);
    }

    #[test]
    fn patterns_are_of_whole_lines_without_the_white_space_at_their_end() {
        let of = |expected: &str, shown: &str| {
            let test = ron::from_str(&format!("(name: \"a\", {expected})")).expect("a test");
            let mut failures = Vec::new();
            console(&test, shown.as_bytes(), &mut failures);
            failures.len()
        };
        assert_eq!(of("console: [\"done\"]", "one\ndone \t\r\nmore"), 0);
        assert_eq!(of("console: [\"done\"]", "all done\n done\ndone."), 1);
        assert_eq!(of("console: [\"done\", \"m*e\"]", "done\nmore"), 0);
        assert_eq!(of("console_without: [\"done\"]", "one\ndone  \n"), 1);
        assert_eq!(of("console_without: [\"done\"]", "done."), 0);
    }

    /// 2 % of 102 are 2.04, and of 98 they are 1.96.
    #[test]
    fn a_tolerance_is_of_the_recorded_number() {
        let within = |text: &'static str, recorded: &[u64]| {
            failures(|b| b.recorded_within = Some(text.to_owned()), recorded)
        };
        assert_eq!(within("2%", &[102]), [""; 0]);
        let far = "cpu0.cycles: 100 differs from the recorded 98 by 2.04 %, more than 2%";
        assert_eq!(within("2%", &[98]), [far]);
        assert_eq!(within("0", &[100]), [""; 0]);
        assert_eq!(within("0", &[101]).len(), 1);
        assert_eq!(within("0", &[]).len(), 1, "it is not recorded");
    }
}
