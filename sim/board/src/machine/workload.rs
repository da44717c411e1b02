//! Described workloads, which stub cores run in place of ELF images.

use crate::boardfile::built_in::{built_in, names};
use crate::boardfile::schema::CoreGroup;
use crate::boardfile::source;
use crate::error::InputError;
use crate::machine::host::tracer_clock::TracerClock;
use crate::machine::kinds::CoreKind;
use crate::machine::models::BoardModel;
use crate::near::did_you_mean;
use ron::Value;
use std::path::{Path, PathBuf};
use trueboard_cpu_c66x_stub::layout::{core_name, number_in_kind};
use trueboard_cpu_c66x_stub::params::Params;
use trueboard_cpu_c66x_stub::program::{Described, OP_BYTES, Program};
use trueboard_cpu_c66x_stub::workload::parse;
use trueboard_image::{Image, Segment, Symbol};
use trueboard_periph::typed;

/// A workload that was checked against its board.
pub(crate) struct Workload {
    /// Its file.
    pub path: PathBuf,
    text: String,
    described: Described,
    /// The counters of its tracers.
    pub clocks: Vec<TracerClock>,
}

fn is_stub(group: &CoreGroup) -> bool {
    group.kind().is_some_and(CoreKind::is_stub)
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
            (spec.to_owned(), source::text(&*self.source, spec.as_ref())?)
        } else {
            let path = format!("workloads/{}/{spec}.ron", self.file.name);
            let text = built_in(&path).ok_or_else(|| {
                let known = names(&format!("workloads/{}", self.file.name));
                InputError::Request(format!(
                    "no workload of {} is called `{spec}`{}; there are: {} (or name a .ron file)",
                    self.file.name,
                    did_you_mean(spec, known.iter().map(String::as_str)),
                    if known.is_empty() {
                        "none".to_owned()
                    } else {
                        known.join(", ")
                    },
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
            .flat_map(|g| std::iter::repeat_n(is_stub(g), g.count.into()))
            .collect();
        let group = self.file.cores.iter().find(|g| is_stub(g));
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
            if let (true, Value::Map(m)) = (is_stub(g), &mut g.params) {
                let key = Value::String("workload".to_owned());
                m.insert(key, Value::String(text.to_owned()));
            }
        }
        self.workload = Some(Workload {
            path: PathBuf::from(place),
            text: text.to_owned(),
            clocks: self.counters(&described),
            described,
        });
        Ok(())
    }
}

impl BoardModel {
    /// What the workload lays into memory, and the names of its functions and results; none without one.
    pub fn workload_image(&self) -> Option<Image> {
        self.workload.as_ref().map(Workload::image)
    }

    /// The counters of the tracers.
    fn counters(&self, described: &Described) -> Vec<TracerClock> {
        let params = self.file.core_params();
        let clocks = (0u8..).zip(params).filter_map(|(core, params)| {
            described.programs.get(&core)?.tracer.as_ref()?;
            let params: Params = typed(params.clone()).ok()?;
            let n = usize::from(number_in_kind(core));
            Some(TracerClock {
                core,
                name: core_name(core),
                ppm: params.tsc.ppm.get(n).copied().unwrap_or(0),
                offset: params.tsc.offset.get(n).copied().unwrap_or(0),
            })
        });
        clocks.collect()
    }
}

impl Workload {
    /// The cores that begin with the board.
    pub fn starts(&self) -> Vec<usize> {
        let held = |c: &usize| {
            self.described
                .released
                .iter()
                .any(|&r| usize::from(r) == *c)
        };
        self.cores().into_iter().filter(|c| !held(c)).collect()
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
                at: p.layout.result(p.core, i).into(),
                size: 8,
                name: format!("{name}.{}", core_name(p.core)),
                link_name: None,
                code: false,
            }));
        }
        // Functions have equal addresses on all cores.
        if let Some(p) = self.described.programs.values().next() {
            entry = p.address(0);
            symbols.extend(functions(p));
            segments.push(Segment {
                mem_size: u64::from(OP_BYTES) * p.ops.len() as u64,
                ..Segment::of(entry, Vec::new())
            });
            let shared = p.layout.initial().into_iter();
            segments.extend(shared.map(|(at, words)| {
                let bytes = words.iter().flat_map(|w| w.to_le_bytes());
                Segment::of(at.into(), bytes.collect())
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
        link_name: None,
        code: true,
    };
    let own = p.idle_and_handler();
    let own = own.iter().map(|f| place(f.first, f.end, &f.name));
    let described = p.functions.iter().map(|f| place(f.first, f.end, &f.name));
    own.chain(described).collect()
}
