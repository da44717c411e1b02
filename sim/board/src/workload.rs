//! Described workloads, which stub cores run in place of ELF images.

use crate::elf::{Image, Segment, Symbol};
use crate::error::InputError;
use crate::machine::Machine;
use crate::models::{BoardModel, built_in};
use ron::Value;
use serde::Serialize;
use std::path::{Path, PathBuf};
use trueboard_core::bus::CoreBus;
use trueboard_cpu_c66x_stub::layout::core_name;
use trueboard_cpu_c66x_stub::params::Params;
use trueboard_cpu_c66x_stub::program::{Described, OP_BYTES, Program};
use trueboard_cpu_c66x_stub::workload::parse;
use trueboard_periph::typed;

/// Kinds of cores that run workloads.
const STUBS: [&str; 2] = ["arm-stub", "c66x-stub"];

/// The file in which a run says what its clocks really did.
const TRUE_CLOCKS: &str = "truth-clocks.json";

/// A workload that was checked against its board.
pub(crate) struct Workload {
    /// Its file.
    pub path: PathBuf,
    text: String,
    described: Described,
    /// What the clocks of its tracers really do, as JSON.
    clocks: String,
}

/// A clock of a tracer: nanoseconds of true time = `at_zero` + value * `per_tick`.
#[derive(Serialize)]
struct TrueClock {
    name: String,
    hz_nominal: u64,
    ns_at_zero: Fraction,
    ns_per_tick: Fraction,
}

#[derive(Serialize)]
struct TrueClocks {
    format: &'static str,
    clocks: Vec<TrueClock>,
}

#[derive(Serialize)]
struct Fraction {
    num: i64,
    den: u64,
}

impl Fraction {
    /// `num / den` in lowest terms, to a thousandth where 64 bits do not hold it.
    fn new(num: i128, den: i128) -> Fraction {
        let (mut a, mut b) = (num.abs(), den);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        let a = a.max(1);
        match (i64::try_from(num / a), u64::try_from(den / a)) {
            (Ok(num), Ok(den)) => Fraction { num, den },
            _ => Fraction {
                num: i64::try_from(num * 1000 / den).unwrap_or(i64::MAX),
                den: 1000,
            },
        }
    }
}

impl BoardModel {
    /// Lets the stub cores of the board run the workload `spec`: the path of a `.ron` file, or the
    /// name of one that is built in.
    ///
    /// # Errors
    /// [`InputError`] with everything that is wrong with it.
    pub fn describe(&mut self, spec: &str) -> Result<(), InputError> {
        let (place, text) = self.workload_text(spec)?;
        self.describe_as(&place, &text)
    }

    fn workload_text(&self, spec: &str) -> Result<(String, String), InputError> {
        Ok(if spec.ends_with(".ron") {
            let text = std::fs::read_to_string(spec).map_err(|cause| InputError::Read {
                path: spec.into(),
                cause,
            })?;
            (spec.to_owned(), text)
        } else {
            let path = format!("workloads/{}/{spec}.ron", self.file.name);
            let text = built_in(&path).ok_or_else(|| {
                InputError::Request(format!(
                    "no workload of {} is called `{spec}`; give one of models/workloads or the \
                     path of a .ron file",
                    self.file.name
                ))
            })?;
            (format!("models/{path}"), text.to_owned())
        })
    }

    /// As [`BoardModel::describe`], of text at hand; `place` names it in messages.
    ///
    /// # Errors
    /// [`InputError`] with everything that is wrong with it.
    pub fn describe_as(&mut self, place: &str, text: &str) -> Result<(), InputError> {
        let wrong = |problems| InputError::Workload {
            place: place.to_owned(),
            problems,
        };
        let kinds = self.file.cores.iter();
        let stubs: Vec<bool> = kinds
            .flat_map(|g| std::iter::repeat_n(STUBS.contains(&g.kind.as_str()), g.count.into()))
            .collect();
        let group = self
            .file
            .cores
            .iter()
            .find(|g| STUBS.contains(&g.kind.as_str()));
        let Some(group) = group else {
            return Err(InputError::Request(format!(
                "--workload: {} has no stub cores; give it firmware",
                self.file.name
            )));
        };
        let params: Params = typed(group.params.clone()).map_err(|e| InputError::Board {
            place: self.place.clone(),
            problems: vec![format!("cores.{}.params: {e}", group.id)],
        })?;
        let workload = parse(text).map_err(|e| wrong(vec![e]))?;
        let described = Described::new(workload, params.map).map_err(wrong)?;
        let missing = described.programs.keys();
        let missing: Vec<String> = missing
            .filter(|&&p| stubs.get(usize::from(p)) != Some(&true))
            .map(|&p| format!("cores: {} has no core {}", self.file.name, core_name(p)))
            .collect();
        if !missing.is_empty() {
            return Err(wrong(missing));
        }
        for g in &mut self.file.cores {
            if let (true, Value::Map(m)) = (STUBS.contains(&g.kind.as_str()), &mut g.params) {
                let key = Value::String("workload".to_owned());
                m.insert(key, Value::String(text.to_owned()));
            }
        }
        self.workload = Some(Workload {
            path: PathBuf::from(place),
            text: text.to_owned(),
            clocks: self.true_clocks(&described),
            described,
        });
        Ok(())
    }
}

impl BoardModel {
    /// What the clocks of the tracers really do: they start with the board, at their offset, and are
    /// some millionths too fast.
    fn true_clocks(&self, described: &Described) -> String {
        const MILLION: i128 = 1_000_000;
        const NS: i128 = 1_000_000_000;
        let groups = self.file.cores.iter();
        let cores = groups.flat_map(|g| (0..usize::from(g.count)).map(move |n| (g, n)));
        let clocks = (0u8..).zip(cores).filter_map(|(p, (g, n))| {
            described.programs.get(&p)?.tracer.as_ref()?;
            let params: Params = typed(g.params.clone()).ok()?;
            let hz = *self.file.clocks.get(&g.clock)?;
            let ppm = params.tsc.ppm.get(n).copied().unwrap_or(0);
            let offset = params.tsc.offset.get(n).copied().unwrap_or(0);
            let (num, den) = (NS * MILLION, i128::from(hz) * (MILLION + i128::from(ppm)));
            Some(TrueClock {
                name: core_name(p),
                hz_nominal: hz,
                ns_at_zero: Fraction::new(-i128::from(offset) * num, den),
                ns_per_tick: Fraction::new(num, den),
            })
        });
        let clocks = TrueClocks {
            format: "trueboard-truth-clocks/1",
            clocks: clocks.collect(),
        };
        serde_json::to_string_pretty(&clocks).unwrap_or_default() + "\n"
    }
}

impl Workload {
    /// Lays what the clocks really do beside the streams.
    pub fn tell_clocks(&self, m: &mut Machine) {
        if self.described.programs.values().any(|p| p.tracer.is_some()) {
            m.fabric.stream(TRUE_CLOCKS, self.clocks.as_bytes());
        }
    }

    /// The cores that run it.
    pub fn cores(&self) -> Vec<usize> {
        let cores = self.described.programs.keys();
        cores.map(|&p| usize::from(p)).collect()
    }

    /// What it lays into memory, and the names of its places.
    pub fn image(&self) -> Image {
        let mut segments = Vec::new();
        let mut symbols = Vec::new();
        let mut entry = 0;
        for p in self.described.programs.values() {
            let results = p.layout.results.iter().enumerate();
            symbols.extend(results.map(|(i, name)| Symbol {
                at: p.layout.result(p.processor, i).into(),
                size: 8,
                name: format!("{name}.{}", core_name(p.processor)),
                code: false,
            }));
        }
        // Functions are at the same places on all cores.
        if let Some(p) = self.described.programs.values().next() {
            entry = p.address(0);
            symbols.extend(functions(p));
            segments.push(Segment {
                pa: entry,
                va: entry,
                bytes: Vec::new(),
                mem_size: u64::from(OP_BYTES) * p.ops.len() as u64,
            });
            let shared = p.layout.initial().into_iter();
            segments.extend(shared.map(|(at, words)| {
                let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_le_bytes()).collect();
                Segment {
                    pa: at.into(),
                    va: at.into(),
                    mem_size: bytes.len() as u64,
                    bytes,
                }
            }));
        }
        Image::described(Path::new(&self.path), &self.text, entry, segments, symbols)
    }
}

fn functions(p: &Program) -> Vec<Symbol> {
    let place = |first: u32, end: u32, name: &str| Symbol {
        at: p.address(first),
        size: u64::from(OP_BYTES) * u64::from(end - first),
        name: name.to_owned(),
        code: true,
    };
    let own = p.idle_and_handler();
    let own = own.iter().map(|f| place(f.first, f.end, &f.name));
    let described = p.functions.iter().map(|f| place(f.first, f.end, &f.name));
    own.chain(described).collect()
}
