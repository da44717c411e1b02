//! `trueboard trace`: traces in the Common Trace Format, whoever wrote them.

use super::{Failure, check as check_files, options, print, print_json};
use crate::cli::{TraceCat, TraceCheck, TraceCommand, TraceConvert};
use crate::say;
use crate::text::{Table, grouped};
use std::borrow::Cow;
use std::io::{BufWriter, ErrorKind, Write};
use std::ops::RangeInclusive;
use trueboard::analysis::regions::matches;
use trueboard::board::NotThere;
use trueboard::board::files::Files;
use trueboard::core::duration::picoseconds_or_seconds;
use trueboard::trace::Format;
use trueboard::trace::read::ctf::{Event, Printer, Stamp, Summary, Trace, TraceError};
use trueboard::traces::{ConvertRequest, Symbols, check, convert};

/// Something is wrong with the trace; what could be read was.
const DAMAGED: u8 = 1;

impl From<TraceError> for Failure {
    fn from(e: TraceError) -> Failure {
        Failure::input(e.to_string())
    }
}

pub fn run(command: &TraceCommand) -> Result<u8, Failure> {
    match command {
        TraceCommand::Cat(a) => cat(a),
        TraceCommand::Check(a) => check_trace(a),
        TraceCommand::Convert(a) => convert_trace(a),
    }
}

fn cat(a: &TraceCat) -> Result<u8, Failure> {
    let span = span(a.from.as_deref(), a.to.as_deref())?;
    let trace = Trace::open(&a.dir)?;
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
    let mut line = String::new();
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
        text(&mut line, a.json, &printer, &event)?;
        match out.write_all(line.as_bytes()) {
            Err(e) if e.kind() == ErrorKind::BrokenPipe => return Ok(code),
            Err(e) => return Err(Failure::input(format!("standard output: {e}"))),
            Ok(()) => (),
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
fn known_event(trace: &Trace, pattern: &str) -> Result<(), Failure> {
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

fn text(line: &mut String, json: bool, printer: &Printer, event: &Event) -> Result<(), Failure> {
    if json {
        let text = serde_json::to_string(event);
        *line = say::json(&text.map_err(|e| Failure::input(format!("JSON: {e}")))?);
    } else {
        printer.event(line, event);
        if let Cow::Owned(shown) = say::plain(line) {
            *line = shown;
        }
    }
    line.push('\n');
    Ok(())
}

fn check_trace(a: &TraceCheck) -> Result<u8, Failure> {
    let checked = check(&a.dir, &mut |defect| {
        if !a.json {
            say::message(&defect.to_string());
        }
    })?;
    if checked.more > 0 {
        say::message(&format!("and {} more defects", checked.more));
    }
    if a.json {
        print_json(&checked)?;
    } else {
        print(&table(&checked.streams))?;
    }
    Ok(if checked.passes { 0 } else { DAMAGED })
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
