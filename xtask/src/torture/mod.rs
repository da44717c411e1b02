//! GCC's execution tests on simulated boards.
//!
//! Each program is compiled, linked with the small runtime in `runtime/` and run here; a full run
//! holds it against another simulator, too. A program has to end as the list in `known/` says; one
//! that is not listed has to pass. See docs/contributing/conformance.md.

mod ending;
mod known;
mod make;
mod random;
mod run;
mod suite;
mod target;
mod trial;

use clap::Args;
use conformance::root;
use ending::Ending;
use known::Known;
use make::Kit;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use suite::Program;
use target::{Board, Compiler, TARGETS, Target};
use trial::{Bench, Verdict};
use trueboard_board::{BoardModel, open_board};

/// Runs GCC's execution tests on simulated boards.
#[derive(Args)]
pub struct Arguments {
    /// All programs and boards, and the other simulator; otherwise every fourth program.
    #[arg(long)]
    full: bool,
    /// Only programs whose path contains this; all boards, and the other simulator.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Only this processor family.
    #[arg(long, value_name = "NAME")]
    target: Option<String>,
    /// Instead of GCC's tests so many programs that csmith makes; they have to print what they print
    /// on this host.
    #[arg(long, value_name = "COUNT")]
    random: Option<usize>,
    /// The first of them.
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    seed: u64,
    /// Only this compiler.
    #[arg(long, value_name = "NAME")]
    compiler: Option<String>,
    /// Only this level of optimisation, be it one of the usual ones or not.
    #[arg(long, value_name = "LEVEL", allow_hyphen_values = true)]
    level: Option<String>,
}

/// Without `--full` every program whose place in the list is a multiple of this.
const SHARE: usize = 4;

/// Carries the command out; what went wrong is printed.
pub fn main(arguments: &Arguments) -> ExitCode {
    let wanted = |t: &&Target| arguments.target.as_ref().is_none_or(|n| t.name == n);
    let complaints: Result<usize, String> = TARGETS
        .iter()
        .filter(wanted)
        .map(|t| try_target(t, arguments))
        .sum();
    match complaints {
        Ok(0) => ExitCode::SUCCESS,
        Ok(n) => {
            eprintln!("torture: {n} complaints");
            ExitCode::FAILURE
        }
        Err(e) => {
            eprintln!("torture: {e}");
            ExitCode::from(2)
        }
    }
}

/// Answers the number of complaints.
fn try_target(target: &Target, arguments: &Arguments) -> Result<usize, String> {
    let root = root();
    let build = std::env::var_os("CARGO_TARGET_DIR").map_or(root.join("target"), PathBuf::from);
    let build = build.join("torture");
    std::fs::create_dir_all(&build).map_err(|e| format!("{}: {e}", build.display()))?;
    let place = tempfile::tempdir_in(&build).map_err(|e| format!("{}: {e}", build.display()))?;
    let place = place.path();
    let random = arguments.random.is_some();
    let all = match arguments.random {
        Some(count) => random::programs(place, arguments.seed, count, target.without)?,
        None => suite::programs(&build, place)?,
    };
    let everything = arguments.full || arguments.only.is_some() || random;
    let chosen: Vec<&Program> = all
        .iter()
        .enumerate()
        .filter(|(i, p)| match &arguments.only {
            Some(text) => p.name.contains(text),
            None => arguments.full || random || i % SHARE == 0,
        })
        .map(|(_, p)| p)
        .collect();
    if chosen.is_empty() {
        let why = if random {
            "all programs were left out"
        } else {
            "no program has such a name"
        };
        return Err(why.to_owned());
    }
    let [own, ..] = target.compilers else {
        return Err(format!("{} has no compiler", target.name));
    };
    if target.optional && !Kit::installed(own) {
        skip::skipped(&format!("{}: there is no {}", target.name, own.command[0]));
        return Ok(0);
    }
    let mut judged = everything && !target.judge.is_empty();
    if judged && target.judge_optional && !target.judge.iter().take(1).all(|j| make::there(j)) {
        skip::skipped(&format!("{}: there is no {}", target.name, target.judge[0]));
        judged = false;
    }
    let boards = boards(target, everything)?;
    let mut runtime = Kit::new(target, own, &root, place)?;
    runtime.runtime(&build)?;
    let wanted = |c: &&Compiler| arguments.compiler.as_ref().is_none_or(|n| c.name == n);
    let mut complaints = 0;
    for compiler in target.compilers.iter().filter(wanted) {
        let list = format!("tests/torture/known/{}-{}.txt", target.name, compiler.name);
        let known = match arguments.random {
            Some(_) => Known::default(),
            None => Known::read(&root.join(&list))?,
        };
        let exists = |program: &str, level: &str| {
            all.iter().any(|p| p.name == program)
                && (compiler.levels.contains(&level) || compiler.further.contains(&level))
        };
        let further = if everything { compiler.further } else { &[] };
        let levels = match &arguments.level {
            Some(level) => vec![level.as_str()],
            None => [compiler.levels, further].concat(),
        };
        let stale = known.stale(exists);
        stale.iter().for_each(|s| println!("{list}: {s}"));
        complaints += stale.len();
        for level in levels {
            let bench = Bench {
                target,
                kit: &runtime.with_compiler(compiler)?,
                level,
                known: &known,
                boards: &boards,
                judged,
                place,
            };
            let verdicts = try_all(&bench, &chosen)?;
            complaints += report(compiler, &bench, &verdicts);
        }
    }
    Ok(complaints)
}

fn boards(target: &Target, all: bool) -> Result<Vec<(&Board, BoardModel)>, String> {
    target
        .boards
        .iter()
        .filter(|b| all || !b.full_only)
        .map(|b| Ok((b, open_board(b.model, &[]).map_err(|e| e.to_string())?)))
        .collect()
}

/// Tries programs on all processors of the host. Verdicts come in the order of the programs.
fn try_all(bench: &Bench, programs: &[&Program]) -> Result<Vec<Verdict>, String> {
    let next = AtomicUsize::new(0);
    let verdicts = Mutex::new(Vec::with_capacity(programs.len()));
    let work = |worker| {
        loop {
            let n = next.fetch_add(1, Ordering::Relaxed);
            let Some(program) = programs.get(n) else {
                return;
            };
            let verdict = bench.trial(program, worker);
            verdicts
                .lock()
                .unwrap_or_else(|e| e.into_inner())
                .push((n, verdict));
        }
    };
    std::thread::scope(|s| {
        for worker in 0..std::thread::available_parallelism().map_or(1, |n| n.get()) {
            s.spawn(move || work(worker));
        }
    });
    let mut verdicts = verdicts.into_inner().unwrap_or_else(|e| e.into_inner());
    verdicts.sort_by_key(|(n, _)| *n);
    verdicts.into_iter().map(|(_, v)| v).collect()
}

/// Prints complaints and a summary; answers how many complaints there are.
fn report(compiler: &Compiler, bench: &Bench, verdicts: &[Verdict]) -> usize {
    let complaints: Vec<&String> = verdicts.iter().flat_map(|v| &v.complaints).collect();
    complaints.iter().for_each(|c| println!("{c}"));
    let count = |wanted: fn(Ending) -> bool| verdicts.iter().filter(|v| wanted(v.ending)).count();
    let passed = count(|e| e == Ending::PASS);
    let not_made = count(|e| matches!(e, Ending::NotCompiled | Ending::NotLinked));
    let mut ran: Vec<&str> = bench.boards.iter().map(|(b, _)| b.name).collect();
    ran.extend(bench.target.judge.first().filter(|_| bench.judged));
    println!(
        "{} {} {}: {} programs: {passed} pass, {} end otherwise, {not_made} cannot be made; \
         {} complaints ({})",
        bench.target.name,
        compiler.name,
        bench.level,
        verdicts.len(),
        verdicts.len() - passed - not_made,
        complaints.len(),
        ran.join(", ")
    );
    complaints.len()
}
