//! The numbers of `models/` as the documents have them: literals in `tests/documents/`, against which
//! the files are held. A number that has no line there is one that nobody looked up.

use ron::Value;
use ron::value::Number;
use trueboard_board::built_in;

/// The numbers of a board file or power model, with their paths, in the order of the names of fields.
#[derive(Default)]
struct Numbers(Vec<(String, f64)>);

impl Numbers {
    fn of(text: &str) -> Numbers {
        let mut all = Numbers::default();
        all.collect(&ron::from_str(text).expect("the file is RON"), "");
        all
    }

    fn collect(&mut self, value: &Value, path: &str) {
        let below = |name: &str| match path {
            "" => name.to_owned(),
            _ => format!("{path}.{name}"),
        };
        match value {
            Value::Map(map) => {
                for (key, value) in map.iter() {
                    match key {
                        Value::String(name) => self.collect(value, &below(name)),
                        // A numbered field: its number is in the path of what it holds, if that is
                        // a number too.
                        Value::Number(n) => {
                            let before = self.0.len();
                            self.collect(value, &below(&as_f64(n).to_string()));
                            if self.0.len() == before {
                                self.0.push((path.to_owned(), as_f64(n)));
                            }
                        }
                        _ => {}
                    }
                }
            }
            Value::Seq(entries) => {
                for (n, entry) in entries.iter().enumerate() {
                    let name = name_of(entry).unwrap_or_else(|| n.to_string());
                    self.collect(entry, &below(&name));
                }
            }
            Value::Option(Some(inner)) => self.collect(inner, path),
            Value::Number(n) => self.0.push((path.to_owned(), as_f64(n))),
            Value::String(wires) if is_wire(path) => {
                // `irqamp.29`: the input that an output or a clock gate goes to.
                for wire in wires.split(',') {
                    let (_, pin) = wire.trim().rsplit_once('.').expect("device and pin");
                    let pin = pin.parse().expect("a pin has a number");
                    self.0.push((path.to_owned(), pin));
                }
            }
            _ => {}
        }
    }

    /// Takes out what is at `path`.
    fn take(&mut self, path: &str) -> Vec<f64> {
        let here = |p: &str| {
            p.strip_prefix(path)
                .is_some_and(|r| r.is_empty() || r.starts_with('.'))
        };
        let found = self.0.iter().filter(|(p, _)| here(p));
        let values = found.map(|&(_, v)| v).collect();
        self.0.retain(|(p, _)| !here(p));
        values
    }
}

fn as_f64(n: &Number) -> f64 {
    n.into_f64()
}

/// `id` or `name` of an entry of a list.
fn name_of(entry: &Value) -> Option<String> {
    let Value::Map(map) = entry else { return None };
    ["id", "name"].iter().find_map(|&field| {
        let found = map
            .iter()
            .find(|(k, _)| **k == Value::String(field.to_owned()));
        match found?.1 {
            Value::String(name) => Some(name.clone()),
            _ => None,
        }
    })
}

fn is_wire(path: &str) -> bool {
    let mut parts = path.rsplit('.');
    match parts.next() {
        Some("gate") => true,
        Some(pin) => pin.parse::<u32>().is_ok() && parts.next() == Some("lines"),
        None => false,
    }
}

fn literal(text: &str) -> f64 {
    match text.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16).expect("a number") as f64,
        None => text.parse().expect("a number"),
    }
}

/// Holds a file of `models/` against a list of literals. Answers how many stand in documents.
#[track_caller]
fn hold(model: &str, list: &str) -> usize {
    let path = conformance::root().join("tests/documents").join(list);
    let list = std::fs::read_to_string(&path).expect("the list is there");
    let mut numbers = Numbers::of(built_in(model).expect("the model is built in"));
    let (mut source, mut documented, mut wrong) = ("", 0, Vec::new());
    for line in list
        .lines()
        .filter(|l| !l.starts_with('#') && !l.is_empty())
    {
        let Some(line) = line.strip_prefix("  ") else {
            let kinds = ["document ", "estimate ", "choice "];
            assert!(kinds.iter().any(|k| line.starts_with(k)), "{line}");
            source = line;
            continue;
        };
        let mut words = line.split(' ');
        let path = words.next().expect("a path");
        let expected: Vec<f64> = words.map(literal).collect();
        let found = numbers.take(path);
        if found != expected || found.is_empty() {
            wrong.push(format!("{path} is {found:?}; {source}: {expected:?}"));
        }
        documented += usize::from(source.starts_with("document")) * found.len();
    }
    let left = numbers
        .0
        .iter()
        .map(|(path, n)| format!("{path} is {n}, and has no source"));
    wrong.extend(left);
    assert!(wrong.is_empty(), "{model}:\n{}", wrong.join("\n"));
    documented
}

#[test]
fn the_gr740() {
    assert!(hold("boards/gr740.ron", "gr740.txt") > 300);
}

#[test]
fn the_small_leon3() {
    assert!(hold("boards/leon3-mini.ron", "leon3-mini.txt") > 50);
}

#[test]
fn the_tc275() {
    assert!(hold("boards/tc275.ron", "tc275.txt") > 300);
}

#[test]
fn the_parallella() {
    assert!(hold("boards/parallella.ron", "parallella.txt") > 50);
}

#[test]
fn the_keystone2() {
    assert!(hold("boards/keystone2.ron", "keystone2.txt") > 20);
}

#[test]
fn the_power_of_the_gr740() {
    assert!(hold("power/gr740.ron", "power-gr740.txt") > 10);
}

/// Every file of `models/` with numbers has its list here.
#[test]
fn all_boards_and_power_models_are_held() {
    let boards = ["gr740", "keystone2", "leon3-mini", "parallella", "tc275"];
    assert_eq!(trueboard_board::board_names(), boards);
    let power = conformance::root().join("models/power");
    let files = std::fs::read_dir(power).expect("the models are there");
    let names: Vec<_> = files.map(|f| f.expect("an entry").file_name()).collect();
    assert_eq!(names, ["gr740.ron"]);
}
