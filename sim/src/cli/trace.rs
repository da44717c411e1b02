//! `trueboard trace`: traces in the Common Trace Format, whoever wrote them.

use super::Example;
use super::{Failure, check as check_files, options, print};
use crate::cli::shared::answer::{Answer, Form, Verdicts};
use crate::cli::shared::junit::case;
use crate::cli::shared::lists;
use crate::say;
use crate::text::{Table, grouped};
use clap::{Args, Subcommand};
use quick_junit::TestSuite;
use serde::Serialize;
use std::borrow::Cow;
use std::io::{BufWriter, ErrorKind, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use trueboard::analysis::regions::matches;
use trueboard::analysis::sheet::csv_line;
use trueboard::internals::board::NotThere;
use trueboard::internals::board::files::Files;
use trueboard::internals::core::duration::picoseconds_or_seconds;
use trueboard::internals::trace::Format;
use trueboard::internals::trace::read::ctf::{
    Event, FieldView, Printer, Stamp, Summary, Trace as CtfTrace, TraceError,
};
use trueboard::traces::{Checked, ConvertRequest, Found, Symbols, check, convert};

/// Examples in the help.
pub const EXAMPLES: &[Example] = &[
    ("Is a trace sound?", "trueboard trace check out/ctf"),
    (
        "Its events in a millisecond",
        "trueboard trace cat out/ctf --from 1ms --to 2ms",
    ),
    (
        "For Perfetto",
        "trueboard trace convert out/ctf --to perfetto --out trace.json",
    ),
];

#[derive(Args)]
pub struct Trace {
    #[command(subcommand)]
    pub command: TraceCommand,
}

#[derive(Subcommand)]
pub enum TraceCommand {
    /// Print the events of all streams in order of time
    Cat(TraceCat),
    /// Tell everything that is wrong with a trace: event and byte, cause and remedy
    Check(TraceCheck),
    /// Convert a trace: CTF in a plain form, Paraver, JSON for Perfetto, or VCD for GTKWave
    Convert(TraceConvert),
}

#[derive(Args)]
pub struct TraceCat {
    /// The directory of the trace
    pub dir: PathBuf,
    #[command(flatten)]
    pub answer: Answer,
    /// Show values of the clock instead of seconds
    #[arg(long, conflicts_with_all = ["json", "csv"])]
    pub cycles: bool,
    /// Leave out what comes before: 1.5, 20ms, 3us (from the origin of the clock)
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, alias = "begin")]
    pub from: Option<String>,
    /// Leave out what comes after
    #[arg(long, value_name = "TIME", allow_hyphen_values = true, alias = "end")]
    pub to: Option<String>,
    /// Only events whose name matches (pattern with * and ?)
    #[arg(long, value_name = "PATTERN")]
    pub event: Option<String>,
}

#[derive(Args)]
pub struct TraceCheck {
    /// The directory of the trace
    pub dir: PathBuf,
    #[command(flatten)]
    pub answer: Answer,
    #[command(flatten)]
    pub verdicts: Verdicts,
}

#[derive(Args)]
pub struct TraceConvert {
    /// The directory of the trace
    pub dir: PathBuf,
    #[arg(long, value_name = "FORMAT", help = lists::formats())]
    pub to: String,
    #[arg(long, short, value_name = "PATH", help = lists::places())]
    pub out: PathBuf,
    /// Names for the addresses of functions, for all formats but ctf: an ELF file, or a description
    /// of stub cores (its name, or a .ron file); STREAM is a pattern of stream files. Repeatable
    #[arg(long, value_name = "[STREAM=]IMAGE")]
    pub symbols: Vec<String>,
}

/// Something is wrong with the trace; what could be read was.
const DAMAGED: u8 = 1;

impl From<TraceError> for Failure {
    fn from(e: TraceError) -> Failure {
        Failure::input(e.to_string())
    }
}

pub fn run(a: &Trace) -> Result<u8, Failure> {
    match &a.command {
        TraceCommand::Cat(a) => cat(a),
        TraceCommand::Check(a) => check_trace(a),
        TraceCommand::Convert(a) => convert_trace(a),
    }
}

fn cat(a: &TraceCat) -> Result<u8, Failure> {
    let span = span(a.from.as_deref(), a.to.as_deref())?;
    let trace = CtfTrace::open(&a.dir)?;
    let stamp = if a.cycles {
        Stamp::Cycles
    } else {
        Stamp::Seconds
    };
    if let Some(pattern) = &a.event {
        known_event(&trace, pattern)?;
    }
    let printer = Printer::new(&trace.metadata, stamp);
    let mut out = BufWriter::new(std::io::stdout().lock());
    let form = a.answer.form();
    let mut line = match form {
        Form::Csv => csv_line(["ns", "cycles", "stream", "name", "fields"]),
        Form::Table | Form::Json => String::new(),
    };
    let mut send = |line: &str| match out.write_all(line.as_bytes()) {
        Err(e) if e.kind() == ErrorKind::BrokenPipe => Ok(false),
        Err(e) => Err(Failure::input(format!("standard output: {e}"))),
        Ok(()) => Ok(true),
    };
    if !send(&line)? {
        return Ok(0);
    }
    let mut code = 0;
    let mut events = trace.events();
    for event in &mut events {
        let event = match event {
            Ok(event) => event,
            Err(TraceError::Stream(defect)) => {
                code = DAMAGED;
                say::message(&defect.to_string());
                continue;
            }
            Err(e) => return Err(e.into()),
        };
        let wanted = |pattern: &String| matches(pattern, event.name());
        if !span.contains(&event.ns()) || !a.event.as_ref().is_none_or(wanted) {
            continue;
        }
        line.clear();
        text(&mut line, form, &printer, &event)?;
        if !send(&line)? {
            return Ok(code);
        }
    }
    match out.flush() {
        Err(e) if e.kind() != ErrorKind::BrokenPipe => {
            return Err(Failure::input(format!("standard output: {e}")));
        }
        _ => (),
    }
    for (stream, lost) in trace.streams.iter().zip(events.discarded()) {
        if lost != 0 {
            say::message(&format!(
                "{}: the tracer discarded {lost} events",
                stream.path.display()
            ));
        }
    }
    Ok(code)
}

/// Refuses a pattern that no event of the trace's metadata matches.
fn known_event(trace: &CtfTrace, pattern: &str) -> Result<(), Failure> {
    let classes = trace
        .metadata
        .streams
        .iter()
        .flat_map(|s| s.events.values());
    let names = classes.map(|e| e.name.as_str());
    Ok(NotThere::unless_matched(
        "--event",
        pattern,
        "event of this trace",
        names,
    )?)
}

/// The line of an event.
fn text(line: &mut String, form: Form, printer: &Printer, event: &Event) -> Result<(), Failure> {
    match form {
        Form::Table => {
            printer.event(line, event);
            if let Cow::Owned(shown) = say::plain(line) {
                *line = shown;
            }
        }
        Form::Json => *line = say::json(&json(event)?),
        Form::Csv => {
            let time = event.time.as_ref();
            let time = time.map(|t| (t.ns.to_string(), t.cycles.to_string()));
            let (ns, cycles) = time.unwrap_or_default();
            let field = |f: FieldView<'_>| -> Result<String, Failure> {
                Ok(format!("{}:{}", json(f.name)?, json(&f)?))
            };
            let fields: Vec<String> = event.payload().map(field).collect::<Result<_, _>>()?;
            let fields = format!("{{{}}}", fields.join(","));
            let stream = event.stream().to_string();
            let cells = [&ns, &cycles, &stream, event.name(), &fields];
            *line = csv_line(cells);
            if let Cow::Owned(shown) = say::plain(line) {
                *line = shown;
            }
            return Ok(());
        }
    }
    line.push('\n');
    Ok(())
}

fn json(value: &(impl Serialize + ?Sized)) -> Result<String, Failure> {
    serde_json::to_string(value).map_err(|e| Failure::input(format!("JSON: {e}")))
}

fn check_trace(a: &TraceCheck) -> Result<u8, Failure> {
    a.verdicts.have_folder()?;
    let checked = check(&a.dir, &mut |defect| {
        if a.answer.form() == Form::Table {
            say::message(&defect.to_string());
        }
    })?;
    if checked.more > 0 {
        say::message(&format!("and {} more defects", checked.more));
    }
    a.verdicts.write(|| vec![suite(&checked)])?;
    a.answer.print(&checked, &["streams", "defects"], || {
        table(&checked.streams)
    })?;
    Ok(if checked.passes { 0 } else { DAMAGED })
}

/// A case for each stream, which fails by the defects of its file.
fn suite(checked: &Checked) -> TestSuite {
    let mut suite = TestSuite::new("trace");
    for stream in &checked.streams {
        let text = (stream.defects != 0).then(|| {
            let of = checked
                .defects
                .iter()
                .filter(|d| d.file.ends_with(&stream.stream));
            let place = |d: &Found| format!("packet {}, byte {}: {}", d.packet, d.byte, d.cause);
            let first: Vec<String> = of.map(place).collect();
            format!("{} defects: {}", stream.defects, first.join("; "))
        });
        suite.add_test_case(case(&stream.stream, text));
    }
    suite
}

fn convert_trace(a: &TraceConvert) -> Result<u8, Failure> {
    let format = options::trace_format(&format!("--to {}", a.to), &a.to)?;
    if !format.names_functions() && !a.symbols.is_empty() {
        let named = Format::all().filter(|f| f.names_functions());
        let named: Vec<&str> = named.map(Format::name).collect();
        return Err(Failure::usage(format!(
            "--symbols: a trace in {format} keeps its addresses; names are for --to {}",
            named.join(", ")
        )));
    }
    let mut files = Files::default();
    files.reads("the trace that is read,", &a.dir);
    Symbols::reads(&a.symbols, &mut files);
    options::trace_files(&mut files, "--out", format, &a.out);
    check_files(&files)?;
    let request = ConvertRequest {
        dir: a.dir.clone(),
        format,
        out: a.out.clone(),
        symbols: a.symbols.clone(),
    };
    let done = convert(&request, &mut |defect| say::message(&defect.to_string()))?;
    print(&format!(
        "{} events of {} streams to {}\n",
        grouped(done.events),
        done.streams,
        a.out.display()
    ))?;
    Ok(if done.damaged { DAMAGED } else { 0 })
}

fn table(streams: &[Summary]) -> String {
    let mut t = Table::new(&[
        "stream", "packets", "events", "lost", "defects", "first ns", "last ns",
    ]);
    let time = |ns: Option<i128>| ns.map_or_else(|| "-".to_owned(), |ns| ns.to_string());
    for s in streams {
        t.row(&[
            s.stream.clone(),
            grouped(s.packets),
            grouped(s.events),
            grouped(s.discarded),
            grouped(s.defects),
            time(s.first_ns),
            time(s.last_ns),
        ]);
    }
    t.to_string()
}

/// From one time to another, in nanoseconds.
fn span(begin: Option<&str>, end: Option<&str>) -> Result<RangeInclusive<i128>, Failure> {
    let begin = begin.map_or(Ok(i128::MIN), nanoseconds)?;
    let end = end.map_or(Ok(i128::MAX), nanoseconds)?;
    Ok(begin..=end)
}

/// `1.5` and `1.5s` (seconds), `20ms`, `3us`, `7ns`; before the origin with a minus.
fn nanoseconds(text: &str) -> Result<i128, Failure> {
    let (number, minus) = match text.strip_prefix('-') {
        Some(rest) => (rest, true),
        None => (text, false),
    };
    let ps = picoseconds_or_seconds(number).filter(|ps| ps % 1000 == 0);
    let ns = ps.and_then(|ps| i128::try_from(ps / 1000).ok());
    let ns = ns.ok_or_else(|| {
        Failure::usage(format!(
            "`{text}` is no time; write seconds (1.5) or a unit (20ms, 3us, 7ns)"
        ))
    })?;
    Ok(if minus { -ns } else { ns })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_have_units() {
        let ns = |text| nanoseconds(text).ok();
        assert_eq!(ns("1.5"), Some(1_500_000_000));
        assert_eq!(ns("-2ms"), Some(-2_000_000));
        assert_eq!(ns("7ns"), Some(7));
        assert_eq!(ns("1.5ns"), None);
        assert_eq!(ns("soon"), None);
    }
}
