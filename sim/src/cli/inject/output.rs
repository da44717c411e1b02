//! The answer as text and as comma-separated values.

use crate::text::Table;
use std::collections::BTreeMap;
use trueboard::analysis::sheet::csv_line;
use trueboard::campaigns::inject::{Class, Injection, Study, wilson};

/// A row for each place: how many injections, and of each class how many and their share with its confidence interval.
pub fn text(study: &Study) -> String {
    let mut t = Table::new(&["place", "class", "injections", "share", "from", "to"]);
    let mut by_place: BTreeMap<(usize, &str), Vec<Class>> = BTreeMap::new();
    for i in &study.injections {
        by_place
            .entry((i.group, &i.place))
            .or_default()
            .push(i.class);
    }
    let all: Vec<Class> = study.injections.iter().map(|i| i.class).collect();
    let several = by_place.len() > 1;
    let mut rows: Vec<(&str, Vec<Class>)> =
        by_place.into_iter().map(|((_, p), c)| (p, c)).collect();
    if several {
        rows.push(("all", all));
    }
    for (place, classes) in rows {
        for class in Class::ALL {
            let hits = classes.iter().filter(|c| **c == class).count();
            let (low, high) = wilson(hits, classes.len());
            let percent = |share: f64| format!("{:.2} %", 100.0 * share);
            t.row(&[
                place.to_owned(),
                class.word().to_owned(),
                hits.to_string(),
                percent(hits as f64 / classes.len().max(1) as f64),
                percent(low),
                percent(high),
            ]);
        }
    }
    format!(
        "{t}\n{} injections into {}, seed {}; from and to: 95 % confidence\n",
        study.injections.len(),
        study.board,
        study.seed
    )
}

/// A line for each injection.
pub fn csv(injections: &[Injection]) -> String {
    let mut out = "number,place,fault,at_ns,class,detail\n".to_owned();
    for (n, i) in injections.iter().enumerate() {
        let (number, at) = (n.to_string(), format!("{:.3}", i.at_ns));
        let class = i.class.word();
        out += &csv_line([&number, &i.place, &i.fault, &at, class, &i.detail]);
    }
    out
}
