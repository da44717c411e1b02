//! What is asked of a sweep: by a specification, or by images and options of the command line.

use crate::cli::sweep::Sweep;
use crate::cli::sweep::SweepOver;
use crate::cli::sweep::SweepRegions;
use crate::cli::{Failure, engine, options};
use crate::say;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use trueboard::internals::board::asked::Program;
use trueboard::internals::board::open_board;
use trueboard::sweep::{Axis, Choice, Regions, Request, Spec};

/// What the settings of an input that is a file of the console begin with.
const STDIN: &str = "stdin";
/// Numbers of cores that a list may have: a board has 64 at most.
const MOST_CORES: u8 = 64;

/// The sweep that a command line asks for.
pub fn request(a: &Sweep) -> Result<Request, Failure> {
    let of_runs = match specification(&a.firmware.elf) {
        None => Request {
            spec: of_options(a)?,
            ..Request::default()
        },
        Some(path) => {
            if let Some(other) = a.firmware.elf.iter().find(|s| *s != path) {
                return Err(Failure::usage(format!(
                    "{}: is beside a specification, which names its images itself; give it alone",
                    other.display()
                )));
            }
            if let Some(option) = a.firmware.given(&[]).or_else(|| given(&a.over)) {
                return Err(Failure::usage(format!(
                    "{option}: is for images; what {} does not say is to be written there",
                    path.display()
                )));
            }
            Request::read(path)?
        }
    };
    Ok(Request {
        out: a.out.clone(),
        jobs: a.jobs.unwrap_or(0),
        engine: engine::of(&a.engine),
        ..of_runs
    })
}

/// The specification among what a sweep is about.
fn specification(subjects: &[PathBuf]) -> Option<&PathBuf> {
    subjects
        .iter()
        .find(|s| s.extension().is_some_and(|e| e == "ron"))
}

/// An option that says what a specification would.
fn given(o: &SweepOver) -> Option<&'static str> {
    let all = [
        ("--core-counts", o.core_counts.is_some()),
        ("--clock", !o.clocks.is_empty()),
        ("--inputs", !o.inputs.is_empty()),
        ("--repetitions", o.repetitions.is_some()),
        ("--regions", o.regions.is_some()),
        ("--meter", !o.meter.is_empty()),
        ("--skip", !o.skip.is_empty()),
    ];
    all.into_iter().find(|o| o.1).map(|o| o.0)
}

/// The specification that images and options make.
fn of_options(a: &Sweep) -> Result<Spec, Failure> {
    let o = &a.over;
    let f = &a.firmware;
    let board = options::board(f, false)?;
    let program = Program {
        board: Some(board.clone()),
        ..f.asked()
    };
    let (_, running) = program.open()?;
    // Refuses what is wrong in itself before anything is set up.
    let once = options::firmware(f, running)?;
    match o.repetitions {
        Some(0) => return Err(Failure::usage("--repetitions 0: must be 1 or more")),
        Some(n) if n > 1 => say::message(&format!(
            "--repetitions {n}: a run is deterministic, so one of each combination stands for all"
        )),
        _ => {}
    }
    Ok(Spec {
        images: a.firmware.elf.clone(),
        cores: o.core_counts.as_deref().map_or(Ok(Vec::new()), cores)?,
        core_group: o.core_group.clone(),
        axes: clocks(&o.clocks, &board)?,
        inputs: inputs(&o.inputs)?,
        regions: match o.regions {
            Some(SweepRegions::None) => Regions::None,
            Some(SweepRegions::Marks) => Regions::Marks,
            Some(SweepRegions::Automatic) | None => Regions::Automatic,
        },
        set: f.set.clone(),
        device: f.device.clone(),
        poke: f.poke.clone(),
        stdin: f.stdin.clone(),
        until: f.until.clone(),
        on: f.on.clone(),
        image: f.image.clone(),
        start: f.start.clone(),
        at: f.at.clone(),
        host: f.host.clone(),
        workload: f.workload.clone(),
        network: once.network,
        meters: o.meter.clone(),
        skip: o.skip.iter().map(|s| skip(s)).collect::<Result<_, _>>()?,
        board,
    })
}

/// Numbers of cores: `1,2,4`, `1-4`, or both.
fn cores(text: &str) -> Result<Vec<u8>, Failure> {
    let part = |part: &str| {
        let (from, to) = part.split_once('-').unwrap_or((part, part));
        let (from, to): (u8, u8) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
        (1 <= from && from <= to && to <= MOST_CORES).then_some(from..=to)
    };
    let parts: Option<Vec<_>> = text.split(',').map(part).collect();
    let parts = parts.ok_or_else(|| {
        Failure::usage(format!(
            "--core-counts {text}: must be numbers from 1 to {MOST_CORES}, as in 1,2,4 or 1-4"
        ))
    })?;
    Ok(parts.into_iter().flatten().collect())
}

/// An axis for each clock: `clock` for that of the cores, for another one its name.
fn clocks(texts: &[String], board: &str) -> Result<Vec<Axis>, Failure> {
    let axis = |text: &String| {
        let (name, clock, list) = match text.split_once('=') {
            Some((clock, list)) => (clock, clock.to_owned(), list),
            None => {
                let file = open_board(board, &[])?.file;
                let clock = file.cores.first().map(|g| g.clock.clone());
                ("clock", clock.unwrap_or_default(), text.as_str())
            }
        };
        let value = |v: &str| Choice {
            name: v.to_owned(),
            set: vec![format!("clocks.{clock}={v}")],
            ..Choice::default()
        };
        let values = list_of("--clock", text, list)?;
        Ok(Axis {
            values: values.into_iter().map(value).collect(),
            name: name.to_owned(),
        })
    };
    texts.iter().map(axis).collect()
}

/// The inputs: the n-th values of all lists make the n-th one.
fn inputs(texts: &[String]) -> Result<Vec<Choice>, Failure> {
    let mut all: Vec<Choice> = Vec::new();
    for text in texts {
        let (what, list) = text.split_once('=').ok_or_else(|| {
            Failure::usage(format!(
                "--inputs {text}: must be WHAT=LIST, as in particles=64,128 or stdin=a.txt,b.txt"
            ))
        })?;
        let values = list_of("--inputs", text, list)?;
        if all.is_empty() {
            all.resize(values.len(), Choice::default());
        }
        if values.len() != all.len() {
            return Err(Failure::usage(format!(
                "--inputs {text}: has {} values where another list of inputs has {}; each input takes one of each list",
                values.len(),
                all.len()
            )));
        }
        for (input, value) in all.iter_mut().zip(values) {
            let mut name = value.to_owned();
            if what == STDIN {
                let path = Path::new(value);
                input.stdin = Some(path.to_owned());
                name = path
                    .file_stem()
                    .unwrap_or_default()
                    .to_string_lossy()
                    .into_owned();
            } else if what.contains('.') {
                input.set.push(format!("{what}={value}"));
            } else {
                input.poke.push(format!("{what}={value}"));
            }
            if !input.name.is_empty() {
                input.name.push('/');
            }
            input.name += &name;
        }
    }
    Ok(all)
}

/// The values of a list: what lies between commas that are in no bracket and no quotes.
fn list_of<'a>(option: &str, text: &str, list: &'a str) -> Result<Vec<&'a str>, Failure> {
    let (mut depth, mut quoted) = (0_i32, false);
    let split = |c: char| {
        match c {
            '"' => quoted = !quoted,
            '(' | '[' | '{' if !quoted => depth += 1,
            ')' | ']' | '}' if !quoted => depth -= 1,
            _ => {}
        }
        c == ',' && depth <= 0 && !quoted
    };
    let values: Vec<&str> = list.split(split).map(str::trim).collect();
    match values.iter().any(|v| v.is_empty()) {
        true => Err(Failure::usage(format!(
            "{option} {text}: a value of the list is empty; put values between commas, as in 1,2,4"
        ))),
        false => Ok(values),
    }
}

/// A combination: axis and value.
fn skip(text: &str) -> Result<BTreeMap<String, String>, Failure> {
    let pair = |part: &str| {
        let (axis, value) = part.split_once('=')?;
        Some((axis.trim().to_owned(), value.trim().to_owned()))
    };
    let pairs: Option<BTreeMap<_, _>> = text.split(',').map(pair).collect();
    pairs.ok_or_else(|| {
        Failure::usage(format!(
            "--skip {text}: must be AXIS=VALUE,…, as in input=256,cores=4"
        ))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_cores_are_listed() {
        assert_eq!(cores("1,2,4").ok(), Some(vec![1, 2, 4]));
        assert_eq!(cores("1-3,8").ok(), Some(vec![1, 2, 3, 8]));
        for wrong in ["", "0", "4-2", "1,,2", "two", "65", "1-300"] {
            let said = cores(wrong).expect_err(wrong).text;
            assert!(said.contains("as in 1,2,4 or 1-4"), "{said}");
        }
    }

    #[test]
    fn inputs_take_a_value_of_each_list() {
        let texts = [
            "rows=8,16",
            "devices.uart0.params.x=(1,2),\"a,b\"",
            "stdin=in/a.txt,b",
        ];
        let all = inputs(&texts.map(str::to_owned))
            .map_err(|e| e.text)
            .expect("inputs");
        let [one, two] = &all[..] else {
            panic!("{all:?}")
        };
        assert_eq!(one.name, "8/(1,2)/a");
        assert_eq!(one.poke, ["rows=8"]);
        assert_eq!(one.set, ["devices.uart0.params.x=(1,2)"]);
        assert_eq!(one.stdin.as_deref(), Some(Path::new("in/a.txt")));
        assert_eq!(two.name, "16/\"a,b\"/b");
        let wrong = |texts: &[&str]| {
            let texts: Vec<String> = texts.iter().map(|&t| t.to_owned()).collect();
            inputs(&texts).expect_err("no inputs").text
        };
        assert!(
            wrong(&["rows=8,16", "columns=8"])
                .contains("has 1 values where another list of inputs has 2")
        );
        assert!(wrong(&["rows"]).contains("must be WHAT=LIST"));
        assert!(wrong(&["rows=1,,2"]).contains("is empty"));
    }

    #[test]
    fn a_combination_to_leave_out_names_axes() {
        let one = skip("input=256, cores=4")
            .map_err(|e| e.text)
            .expect("a combination");
        assert_eq!(one.get("cores").map(String::as_str), Some("4"));
        assert!(skip("cores").is_err());
    }
}
