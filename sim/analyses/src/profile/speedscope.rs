//! The file format of speedscope (<https://www.speedscope.app/file-format-schema.json>): one sampled profile for
//! each core, a sample for each context.

use super::path;
use crate::profile::observe::{Context, CoreProfile};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The file, with the values of `meter` as weights.
#[must_use]
pub fn speedscope(profiles: &[CoreProfile], meter: &str, title: &str) -> Value {
    let mut frames: Vec<Value> = Vec::new();
    let mut places: BTreeMap<(String, Option<u64>), usize> = BTreeMap::new();
    let mut of = |c: &Context| {
        *places.entry((c.name.clone(), c.entry)).or_insert_with(|| {
            frames.push(frame(c));
            frames.len() - 1
        })
    };
    let mut cores = Vec::new();
    for p in profiles {
        let (mut samples, mut weights, mut total) = (Vec::new(), Vec::new(), 0);
        for (i, c) in p.contexts.iter().enumerate() {
            let n = c.meters.get(meter).copied().unwrap_or(0);
            if n != 0 {
                let stack = path(p, i).into_iter();
                samples.push(stack.map(|i| of(&p.contexts[i])).collect::<Vec<_>>());
                weights.push(n);
                total += n;
            }
        }
        cores.push(json!({
            "type": "sampled", "name": format!("core {}", p.core), "unit": "none",
            "startValue": 0, "endValue": total, "samples": samples, "weights": weights,
        }));
    }
    json!({
        "$schema": "https://www.speedscope.app/file-format-schema.json",
        "name": title, "exporter": "trueboard", "activeProfileIndex": 0,
        "shared": { "frames": frames }, "profiles": cores,
    })
}

fn frame(c: &Context) -> Value {
    let source = c.source.as_deref().and_then(|s| s.rsplit_once(':'));
    match source.and_then(|(file, line)| Some((file, line.parse::<u32>().ok()?))) {
        Some((file, line)) => json!({ "name": c.name, "file": file, "line": line }),
        None => json!({ "name": c.name }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::profile::tests::recursive;

    #[test]
    fn samples_point_to_shared_frames_and_weights_add_up() {
        let file = speedscope(&[recursive()], "cycles", "demo");
        let names: Vec<&str> = file["shared"]["frames"]
            .as_array()
            .expect("frames")
            .iter()
            .filter_map(|f| f["name"].as_str())
            .collect();
        assert_eq!(names, ["(start)", "main", "f"]);
        let core = &file["profiles"][0];
        assert_eq!(core["samples"][3], json!([0, 1, 2, 2]));
        assert_eq!(core["endValue"], 160);
        assert_eq!(file["shared"]["frames"][2]["line"], 7);
    }

    /// Two files may have a `static` function of one name.
    #[test]
    fn functions_of_one_name_are_frames_of_their_own() {
        let mut p = recursive();
        p.contexts[3].entry = Some(0x200);
        p.contexts[3].source = Some("b.c:9".into());
        let file = speedscope(&[p], "cycles", "demo");
        assert_eq!(file["profiles"][0]["samples"][3], json!([0, 1, 2, 3]));
        assert_eq!(file["shared"]["frames"][3]["file"], "b.c");
    }
}
