//! QEMU's `leon3_generic` as an oracle, driven over its GDB stub.
//!
//! Many cases go into its memory at once; code of [`crate::layout`] loads each state, enters the
//! program, and stores the state again, so that thousands of programs cost one round trip.

use crate::case::{COMMON, Case, End, Oracle, Outcome, WORDS};
use crate::gdb::Gdb;
use crate::layout::{self, FpTraps};
use crate::ours::{entry_psr, trap, visible};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

const PROGRAM: &str = "qemu-system-sparc";
/// Cases in one round trip.
pub const BATCH: usize = 1500;

/// A running QEMU.
pub struct Qemu {
    version: String,
    process: Option<Process>,
}

struct Process {
    child: Child,
    gdb: Gdb,
    dir: PathBuf,
}

impl Drop for Process {
    fn drop(&mut self) {
        // Nothing can be done about a process that is gone already.
        let _ = self.child.kill();
        let _ = self.child.wait();
        let _ = std::fs::remove_dir_all(&self.dir);
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

    fn run_batch(&mut self, cases: &[Case]) -> Result<Vec<Outcome>, String> {
        let gdb = &mut self.process()?.gdb;
        let mut before = Vec::with_capacity(cases.len() * layout::BLOCK as usize / 4);
        let mut code: Vec<u32> = Vec::new();
        let mut placed = None;
        for case in cases {
            before.extend(&case.before[..COMMON]);
            before.push(entry_psr(&case.before));
            before.resize(before.len().next_multiple_of(layout::BLOCK as usize / 4), 0);
            if placed != Some(case.base) {
                placed = Some(case.base);
                let from = (case.base - layout::CODE) as usize / 4;
                code.resize(code.len().max(from), 0);
                code.truncate(from);
                code.extend(&case.code);
            }
        }
        gdb.write(layout::BEFORE, &before)?;
        gdb.write(layout::CODE, &code)?;
        gdb.write(layout::VARS, &layout::variables(cases.len() as u32))?;
        gdb.set_registers(&[
            (65, 0xf300_10c0),
            (68, layout::NEXT),
            (69, layout::NEXT + 4),
        ])?;
        gdb.run()?;
        let log_end = gdb.read(layout::VARS + layout::LOG as u32, 1)?[0];
        let after = gdb.read(layout::AFTER, cases.len() * layout::BLOCK as usize / 4)?;
        let log = gdb.read(layout::TRAPS, (log_end - layout::TRAPS) as usize / 4)?;
        let mut from = 0;
        Ok(after
            .chunks_exact(layout::BLOCK as usize / 4)
            .map(|block| {
                let to = (block[COMMON].saturating_sub(layout::TRAPS)) as usize / 4;
                let traps = log.get(from..to).unwrap_or_default();
                from = to;
                let mut words = block[..COMMON].to_vec();
                words.resize(WORDS, 0);
                Outcome {
                    end: End::Done,
                    after: visible(words, COMMON, End::Done),
                    traps: traps.chunks_exact(5).map(trap).collect(),
                    executed: None,
                    cycles: None,
                }
            })
            .collect())
    }
}

fn start() -> Result<Process, String> {
    let dir = std::env::temp_dir().join(
        format!("oracle-{}-{:?}", std::process::id(), Instant::now())
            .replace(|c: char| !c.is_ascii_alphanumeric(), "-"),
    );
    std::fs::create_dir_all(&dir).map_err(|e| e.to_string())?;
    let (socket, rom) = (dir.join("gdb"), dir.join("rom"));
    std::fs::write(&rom, [0u8; 16]).map_err(|e| e.to_string())?;
    let child = Command::new(PROGRAM)
        .args(["-M", "leon3_generic", "-m", "32M", "-S", "-nodefaults"])
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
    let mut process = Process { child, gdb, dir };
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
        let mut out = Vec::with_capacity(cases.len());
        for batch in cases.chunks(BATCH) {
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
