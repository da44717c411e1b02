//! The command line of Trueboard. Thin: it parses, calls the crates below and prints.
//!
//! Exit codes (docs/user/reference/command-line.md): 0 the firmware said success; 1 it said failure; 2 wrong
//! command line; 3 unusable input or output; 4 the firmware crashed; 5 a budget ran out, or
//! nothing was left to happen; 70 a bug of ours; 128 and a signal's number: stopped by it.

mod cli;
mod examples;
mod gdb;
mod paint;
mod say;
mod stop;
mod text;

use clap::FromArgMatches;
use std::process::ExitCode;

/// A mistake in the program itself (sysexits.h, EX_SOFTWARE).
const EXIT_BUG: u8 = 70;

fn main() -> ExitCode {
    let parsed = examples::command_line().try_get_matches();
    let cli = match parsed.and_then(|m| cli::Cli::from_arg_matches(&m)) {
        Ok(cli) => cli,
        Err(e) => match examples::refusal(&e) {
            None => e.exit(),
            Some(text) => {
                say::error(&text);
                return ExitCode::from(cli::USAGE);
            }
        },
    };
    logging(cli.verbose);
    std::panic::set_hook(Box::new(|info| {
        say::message(&format!(
            "this is a bug of Trueboard, not of your firmware: {info}\n\
             trueboard: please report it with the command line and the image"
        ));
    }));
    let run = std::panic::catch_unwind(|| cli::run(cli.command));
    match run {
        Ok(Ok(code)) => ExitCode::from(code),
        Ok(Err(e)) => {
            say::error(&e.text);
            ExitCode::from(e.code)
        }
        Err(_) => ExitCode::from(EXIT_BUG),
    }
}

fn logging(verbose: u8) {
    let level = match verbose {
        0 => "error",
        1 => "info",
        2 => "debug",
        _ => "trace",
    };
    let filter = tracing_subscriber::EnvFilter::try_from_env("TRUEBOARD_LOG")
        .unwrap_or_else(|_| tracing_subscriber::EnvFilter::new(level));
    // A second subscriber is impossible here: this is the first thing that runs.
    let _ = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_writer(|| say::Log)
        .with_ansi(false)
        .log_internal_errors(false)
        .without_time()
        .try_init();
}
