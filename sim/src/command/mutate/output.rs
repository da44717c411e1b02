//! The answer as text.

use super::{Class, Study, Verdict};

/// A line for each defect of a register that is accessed; then, for each class, how many there are.
pub fn text(study: &Study) -> String {
    let reached = |v: &&Verdict| v.class != Class::NotReached;
    let shown: Vec<&Verdict> = study.mutations.iter().filter(reached).collect();
    let width = shown.iter().map(|v| v.mutation.len()).max().unwrap_or(0);
    let mut out = String::new();
    for v in shown {
        let by = v.by.as_ref().map_or(String::new(), |by| format!("  {by}"));
        let line = format!("{:<width$}  {:<11}{by}", v.mutation, word(v.class));
        out += line.trim_end();
        out.push('\n');
    }
    out.push('\n');
    for class in [
        Class::Tests,
        Class::Crashed,
        Class::Hung,
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
    out + &format!(
        "{} mutations of {}, {all} with effect, {noticed} noticed{share}\n",
        study.mutations.len(),
        study.board
    )
}

fn word(class: Class) -> &'static str {
    match class {
        Class::Tests => "tests",
        Class::Crashed => "crashed",
        Class::Hung => "hung",
        Class::Survived => "survived",
        Class::NoEffect => "no effect",
        Class::NotReached => "not reached",
    }
}
