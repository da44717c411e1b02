//! The tools of this repository, one subcommand each: `cargo xtask NAME`. A tool has a folder here; its data lie in
//! `tests/NAME`.

mod accuracy;
mod checked;
mod cost;
mod defects;
mod golden;
mod release;
mod speed;
mod sync_sweep;
mod torture;
mod turn;

use clap::Parser;
use std::process::ExitCode;

/// Tools of this repository.
#[derive(Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask")]
enum Tool {
    /// Published figures, held against the model; without an option the document of every board is written.
    Accuracy(accuracy::Arguments),
    /// Prebuilt images under all checks.
    Checked(checked::Arguments),
    /// Host instructions per simulated instruction.
    Cost(cost::Arguments),
    /// Planted defects, one at a time, which tests must notice.
    Defects(defects::Arguments),
    /// Golden runs of every prebuilt image.
    Golden(golden::Arguments),
    /// The files of a release.
    Release(release::Arguments),
    /// Tables and chart of docs/contributing/speed.md.
    Speed(speed::Arguments),
    /// The page about how often clocks should be synchronised.
    SyncSweep(sync_sweep::Arguments),
    /// GCC's execution tests on simulated boards.
    Torture(torture::Arguments),
}

fn main() -> ExitCode {
    match Tool::parse() {
        Tool::Accuracy(a) => accuracy::main(&a),
        Tool::Checked(a) => checked::main(&a),
        Tool::Cost(a) => cost::main(&a),
        Tool::Defects(a) => defects::main(&a),
        Tool::Golden(a) => golden::main(&a),
        Tool::Release(a) => release::main(&a),
        Tool::Speed(a) => speed::main(&a),
        Tool::SyncSweep(a) => sync_sweep::main(&a),
        Tool::Torture(a) => torture::main(&a),
    }
}
