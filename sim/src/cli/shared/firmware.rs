//! What runs, on which board: the options of all commands that run firmware.

use clap::Args;
use std::path::PathBuf;
use trueboard::internals::board::asked::{self, Program};

/// What runs, on which board, with which input, and for how long: the options that all commands that run firmware share.
#[derive(Args, Clone, Debug, Default)]
pub struct Firmware {
    /// Firmware images for the boot core; it starts at the entry of the last one
    pub elf: Vec<PathBuf>,
    /// Board: a name from `trueboard boards`, or a .ron file; may be left out where only one fits the image
    #[arg(long, help_heading = WHAT_RUNS, value_name = "NAME|FILE.ron")]
    pub board: Option<String>,
    /// Override a value of the board file: cores.cpu.count=2, clocks.cpu=125MHz
    #[arg(long, help_heading = WHAT_RUNS, value_name = "PATH=VALUE")]
    pub set: Vec<String>,
    /// Add a device that the board does not have, described by its registers (repeatable)
    #[arg(long, help_heading = WHAT_RUNS, value_name = "FILE.ron")]
    pub device: Vec<PathBuf>,
    /// Cores that have the images in place of the boot core: 0, 1-3, 0,2 or all
    #[arg(long, help_heading = WHAT_RUNS, value_name = "CORES")]
    pub on: Option<String>,
    /// Another image for some cores: 0=a.elf, 1-3=b.elf, all=c.elf
    #[arg(long, help_heading = WHAT_RUNS, value_name = "CORES=ELF")]
    pub image: Vec<String>,
    /// Cores that start at once besides the first that has an image: 1-3, 0,2 or all
    #[arg(long, help_heading = WHAT_RUNS, value_name = "CORES")]
    pub start: Option<String>,
    /// Address at which raw binaries are loaded and start: 0x40000000
    #[arg(long, help_heading = WHAT_RUNS, value_name = "ADDRESS", conflicts_with_all = ["host", "workload"])]
    pub at: Option<String>,
    /// Script of the board's host, which loads images and starts cores
    #[arg(long, help_heading = WHAT_RUNS, value_name = "SCRIPT.ron", conflicts_with_all = ["elf", "image", "start", "on"])]
    pub host: Option<PathBuf>,
    /// Workload of the board's stub cores: FILE.ron, or the name of one in models/workloads
    #[arg(long, help_heading = WHAT_RUNS, value_name = "NAME|FILE.ron", conflicts_with_all = ["elf", "image", "on"])]
    pub workload: Option<String>,
    /// Write a value into a variable before the start, as the program's input
    #[arg(long, help_heading = WHAT_RUNS, value_name = "SYMBOL=VALUE")]
    pub poke: Vec<String>,
    /// Bytes for the console's receiver
    #[arg(long, help_heading = WHAT_RUNS, value_name = "FILE")]
    pub stdin: Option<PathBuf>,
    /// A network with a host that exports this folder by NFS; `trueboard run` writes changes back at the end
    #[arg(long, help_heading = WHAT_RUNS, value_name = "DIR")]
    pub nfs: Option<PathBuf>,
    /// End after this much simulated time: 1000000 (cycles), 10ms, 2s
    #[arg(long, help_heading = WHAT_RUNS, value_name = "CYCLES|TIME")]
    pub until: Option<String>,
}

impl Firmware {
    /// The first of these options that is given, but for those of `allowed`: for commands that take what a file says.
    pub fn given(&self, allowed: &[&str]) -> Option<&'static str> {
        let all = [
            ("--board", self.board.is_some()),
            ("--set", !self.set.is_empty()),
            ("--device", !self.device.is_empty()),
            ("--on", self.on.is_some()),
            ("--image", !self.image.is_empty()),
            ("--start", self.start.is_some()),
            ("--at", self.at.is_some()),
            ("--host", self.host.is_some()),
            ("--workload", self.workload.is_some()),
            ("--poke", !self.poke.is_empty()),
            ("--stdin", self.stdin.is_some()),
            ("--nfs", self.nfs.is_some()),
            ("--until", self.until.is_some()),
        ];
        let given = all.into_iter().filter(|o| o.1).map(|o| o.0);
        given.into_iter().find(|name| !allowed.contains(name))
    }

    /// The file that names it in messages: the image, the host's script or the workload.
    pub fn named(&self) -> PathBuf {
        self.asked().named()
    }

    /// What it says, as the library takes it.
    pub fn asked(&self) -> Program {
        Program {
            elf: self.elf.clone(),
            board: self.board.clone(),
            set: self.set.clone(),
            device: self.device.clone(),
            on: self.on.clone(),
            image: self.image.clone(),
            start: self.start.clone(),
            at: self.at.clone(),
            host: self.host.clone(),
            workload: self.workload.clone(),
            poke: self.poke.clone(),
            stdin: self.stdin.clone(),
            nfs: self.nfs.clone(),
            until: self.until.clone(),
        }
    }

    /// This, with an end for firmware that runs away.
    pub fn ending(mut self, until: &str) -> Firmware {
        self.until.get_or_insert_with(|| until.to_owned());
        self
    }
}

/// Heading of [`Firmware`]'s options in help texts.
pub const WHAT_RUNS: &str = "What runs";

/// A run that begins with an untimed span.
#[derive(Args, Clone)]
pub struct Fast {
    /// Begin untimed: memories beyond first-level caches answer at once, up to this function or time; counters begin there
    #[arg(
        long,
        help_heading = "Snapshots and untimed spans",
        value_name = "SYMBOL|TIME"
    )]
    pub fast_until: Option<String>,
    /// How much before that is timed, to warm caches: instructions, or cycles before a time (default: 100000, of windows 10000)
    #[arg(long, help_heading = "Snapshots and untimed spans", value_name = "N")]
    pub fast_warm: Option<String>,
}

impl Fast {
    /// What it says, as the library takes it.
    pub fn asked(&self) -> asked::Fast {
        asked::Fast {
            until: self.fast_until.clone(),
            warm: self.fast_warm.clone(),
        }
    }
}
