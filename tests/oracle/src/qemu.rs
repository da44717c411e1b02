//! QEMU's `leon3_generic` as an oracle, driven over its GDB stub.
//!
//! Many cases go into its memory at once; code of [`crate::layout`] loads each state, enters the
//! program, and stores the state again, so that thousands of programs cost one round trip. Its
//! memory is a file, through which the states travel; programs go through the stub, so that QEMU
//! notices that code has changed.

use crate::blocks::{self, BLOCK_WORDS};
use crate::case::{COMMON, Case, End, Faults, Oracle, Outcome};
use crate::gdb::Gdb;
use crate::layout::{self, FpTraps};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = "qemu-system-sparc";
/// Cases in one round trip.
pub const BATCH: usize = 3000;

/// A running QEMU.
pub struct Qemu {
    version: String,
    process: Option<Process>,
}

struct Process {
    child: Child,
    gdb: Gdb,
    ram: File,
    /// What the trap table in memory is made for.
    faults: Faults,
}

impl Process {
    fn put(&self, at: u32, words: &[u32]) -> Result<(), String> {
        let bytes: Vec<u8> = words.iter().flat_map(|w| w.to_be_bytes()).collect();
        self.ram
            .write_all_at(&bytes, (at - layout::RAM).into())
            .map_err(|e| e.to_string())
    }

    fn get(&self, at: u32, words: usize) -> Result<Vec<u32>, String> {
        let mut bytes = vec![0; words * 4];
        self.ram
            .read_exact_at(&mut bytes, (at - layout::RAM).into())
            .map_err(|e| e.to_string())?;
        let word = |b: &[u8]| u32::from_be_bytes([b[0], b[1], b[2], b[3]]);
        Ok(bytes.chunks_exact(4).map(word).collect())
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nothing can be done about a process that is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Qemu {
    /// QEMU if it is installed.
    pub fn find() -> Option<Qemu> {
        let out = Command::new(PROGRAM).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let version = text.split_whitespace().nth(3)?.to_owned();
        Some(Qemu {
            version,
            process: None,
        })
    }

    /// Its version, such as `7.2.22`.
    pub fn version(&self) -> &str {
        &self.version
    }

    fn process(&mut self) -> Result<&mut Process, String> {
        if self.process.is_none() {
            self.process = Some(start()?);
        }
        self.process
            .as_mut()
            .ok_or_else(|| "not started".to_owned())
    }

    /// Runs cases with the same handlers.
    fn run_batch(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        let process = self.process()?;
        if let [first, ..] = cases
            && process.faults != first.faults
        {
            process.faults = first.faults;
            for piece in layout::fault_vectors(first.faults) {
                process.gdb.write(piece.at, &piece.words)?;
            }
        }
        let mut placed = None;
        for case in cases {
            if placed != Some(case.base) {
                placed = Some(case.base);
                process.gdb.write(case.base, &case.code)?;
            }
        }
        process.put(layout::BEFORE, &blocks::before(cases))?;
        process.put(layout::VARS, &layout::variables(cases.len() as u32))?;
        process.gdb.set_registers(&[
            (65, 0xf300_10c0),
            (68, layout::NEXT),
            (69, layout::NEXT + 4),
        ])?;
        process.gdb.run()?;
        let log_end = process.get(layout::VARS + layout::LOG as u32, 1)?[0];
        let after = process.get(layout::AFTER, cases.len() * BLOCK_WORDS)?;
        let log = process.get(layout::TRAPS, (log_end - layout::TRAPS) as usize / 4)?;
        let mut from = 0;
        Ok(after
            .chunks_exact(BLOCK_WORDS)
            .map(|block| {
                let to = (block[COMMON].saturating_sub(layout::TRAPS)) as usize / 4;
                let traps = log.get(from..to).unwrap_or_default();
                from = to;
                blocks::outcome(block, traps)
            })
            .collect())
    }
}

fn start() -> Result<Process, String> {
    // Shared memory, where there is such a place, is not written to a disk.
    let shared = Path::new("/dev/shm");
    let place = if shared.is_dir() {
        shared.to_owned()
    } else {
        std::env::temp_dir()
    };
    let dir = place.join(
        format!("oracle-{}-{:?}", std::process::id(), Instant::now())
            .replace(|c: char| !c.is_ascii_alphanumeric(), "-"),
    );
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let (socket, rom) = (dir.join("gdb"), dir.join("rom"));
    std::fs::write(&rom, [0u8; 16]).map_err(|e| e.to_string())?;
    let memory = dir.join("ram");
    let ram = File::options()
        .create_new(true)
        .read(true)
        .write(true)
        .open(&memory)
        .and_then(|f| f.set_len(layout::RAM_BYTES.into()).map(|()| f))
        .map_err(|e| e.to_string())?;
    let child = Command::new(PROGRAM)
        .args([
            "-M",
            "leon3_generic,memory-backend=ram",
            "-S",
            "-nodefaults",
        ])
        .args(["-m", &format!("{}M", layout::RAM_BYTES >> 20)])
        .arg("-object")
        .arg(format!(
            "memory-backend-file,id=ram,share=on,size={}M,mem-path={}",
            layout::RAM_BYTES >> 20,
            memory.display()
        ))
        // FSR.ver as the GRFPU has it.
        .args(["-cpu", "LEON3,fpu-version=0x40000"])
        .args(["-display", "none", "-serial", "none", "-monitor", "none"])
        .arg("-bios")
        .arg(&rom)
        .arg("-gdb")
        .arg(format!("unix:{},server=on,wait=off", socket.display()))
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|e| e.to_string())?;
    let begin = Instant::now();
    let gdb = loop {
        match Gdb::connect(&socket) {
            Ok(gdb) => break gdb,
            Err(_) if begin.elapsed() < Duration::from_secs(20) => {
                std::thread::sleep(Duration::from_millis(20));
            }
            Err(e) => return Err(format!("{PROGRAM}: {e}")),
        }
    };
    // Both sides have all files open: nothing is left behind, however this ends.
    std::fs::remove_dir_all(&dir).map_err(|e| e.to_string())?;
    let mut process = Process {
        child,
        gdb,
        ram,
        faults: Faults::Plain,
    };
    let gdb = &mut process.gdb;
    for piece in layout::traps(FpTraps::Precise)
        .iter()
        .chain(&layout::many())
    {
        gdb.write(piece.at, &piece.words)?;
    }
    gdb.set_registers(&[
        (67, layout::TABLE | (0x80 + layout::END_TRAP) << 4),
        (70, 2 << 17),
    ])?;
    gdb.break_at(layout::HALT)?;
    Ok(process)
}

impl Oracle for Qemu {
    fn name(&self) -> String {
        format!("QEMU {} leon3_generic", self.version)
    }

    fn supports(&self, case: &Case) -> bool {
        case.irq.is_none()
            && case.code.len() * 4 <= layout::SLOT as usize
            && case.base >= layout::CODE
            && case.base < layout::BEFORE
    }

    fn run(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        if let Some(case) = cases.iter().find(|c| !self.supports(c)) {
            return Err(format!("a program at {:#x} has no place", case.base));
        }
        let mut out = Vec::with_capacity(cases.len());
        let alike = cases.chunk_by(|a, b| a.faults == b.faults);
        for batch in alike.flat_map(|c| c.chunks(BATCH)) {
            match self.run_batch(batch) {
                Ok(outcomes) => out.extend(outcomes),
                // It aborts on a trap with traps disabled: find out which case it was.
                Err(e) => {
                    self.process = None;
                    if let [_] = batch {
                        out.push(Outcome::nothing(End::Lost));
                    } else if cases.len() > batch.len() || batch.len() > 1 {
                        let (a, b) = batch.split_at(batch.len() / 2);
                        out.extend(self.run(a)?);
                        out.extend(self.run(b)?);
                    } else {
                        return Err(e);
                    }
                }
            }
        }
        Ok(out)
    }
}
