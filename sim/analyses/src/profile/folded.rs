//! Folded stacks: one line for each context, `core 0;main;f 1234`, as flame-graph programs read them.

use super::{CYCLES, path};
use crate::profile::observe::CoreProfile;

/// The lines. Numbers are the value of `meter` while the context was on top; contexts with none are left out.
#[must_use]
pub fn folded(profiles: &[CoreProfile], meter: &str) -> String {
    let mut out = String::new();
    for p in profiles {
        for (i, c) in p.contexts.iter().enumerate() {
            let n = c.meters.get(meter).copied().unwrap_or(0);
            if n == 0 {
                continue;
            }
            // A semicolon parts the names.
            let names = path(p, i).into_iter();
            let names: Vec<String> = names
                .map(|i| p.contexts[i].name.replace([';', '\n'], ":"))
                .collect();
            out += &format!("core {};{} {n}\n", p.core, names.join(";"));
        }
    }
    out
}

/// The meter that is shown unless another one is asked for.
pub const DEFAULT_METER: &str = CYCLES;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::recursive;

    #[test]
    fn a_line_for_each_context() {
        assert_eq!(
            folded(&[recursive()], CYCLES),
            "core 0;(start) 10\ncore 0;(start);main 100\ncore 0;(start);main;f 20\n\
             core 0;(start);main;f;f 30\n"
        );
    }

    /// Names are whatever an ELF file has; readers part them at each semicolon.
    #[test]
    fn no_name_is_two() {
        let mut p = recursive();
        p.contexts[1].name = "a;b\nc".into();
        let text = folded(&[p], CYCLES);
        assert!(text.contains("\ncore 0;(start);a:b:c 100\n"), "{text}");
    }
}
