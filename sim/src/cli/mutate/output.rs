//! The answer as text.

use trueboard::campaigns::mutate::{Class, Study, Verdict};

/// A line for each defect of a register that is accessed; then, for each class, how many there are.
pub fn text(study: &Study) -> String {
    let reached = |v: &&Verdict| v.class != Class::NotReached;
    let shown: Vec<&Verdict> = study.mutations.iter().filter(reached).collect();
    let width = shown.iter().map(|v| v.mutation.len()).max().unwrap_or(0);
    let mut out = String::new();
    for v in shown {
        let by = v.by.as_ref().or(v.argued.as_ref()).or(v.changed.as_ref());
        let by = by.map_or(String::new(), |by| format!("  {by}"));
        let line = format!("{:<width$}  {:<11}{by}", v.mutation, word(v.class));
        out += line.trim_end();
        out.push('\n');
    }
    out.push('\n');
    for class in [
        Class::Tests,
        Class::Crashed,
        Class::Hung,
        Class::Console,
        Class::Compare,
        Class::Survived,
        Class::NoEffect,
        Class::NotReached,
    ] {
        let of_class = study.mutations.iter().filter(|v| v.class == class);
        out += &format!("{:<11} {:>4}\n", word(class), of_class.count());
    }
    let (noticed, all) = (study.noticed, study.with_effect);
    let share = match all {
        0 => String::new(),
        _ => format!(": {:.1} %", 100.0 * noticed as f64 / all as f64),
    };
    let argued = match study.argued {
        0 => String::new(),
        n => format!(
            "; {n} of the {} others with a reason",
            all.saturating_sub(noticed)
        ),
    };
    out + &format!(
        "{} mutations of {}, of {} kinds; {all} with effect, {noticed} noticed{share}{argued}\n",
        study.mutations.len(),
        study.board,
        study.kinds
    )
}

fn word(class: Class) -> &'static str {
    match class {
        Class::Tests => "tests",
        Class::Crashed => "crashed",
        Class::Hung => "hung",
        Class::Console => "console",
        Class::Compare => "compare",
        Class::Survived => "survived",
        Class::NoEffect => "no effect",
        Class::NotReached => "not reached",
    }
}
