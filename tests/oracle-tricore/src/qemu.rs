//! QEMU's `tricore_testboard`, driven over its GDB stub. Versions before 8.2 are wrong on several
//! instructions; such a one is not used.

use crate::Machine;
use crate::batch::{Batch, HALT, OUT, OUT_BYTES, Outcome};
use oracle::gdb::Gdb;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// The first version that is sound enough to be asked.
const OLDEST: (u32, u32) = (8, 2);
/// Number of PC in its register packet.
const PC: usize = 36;

/// A running QEMU.
pub struct Qemu {
    program: PathBuf,
    version: String,
    process: Option<(Child, Gdb)>,
}

impl Drop for Qemu {
    fn drop(&mut self) {
        self.stop();
    }
}

impl Qemu {
    /// The QEMU at `program`, if it is there and new enough.
    #[must_use]
    pub fn at(program: &Path) -> Option<Qemu> {
        let out = Command::new(program).arg("--version").output().ok()?;
        let text = String::from_utf8_lossy(&out.stdout).into_owned();
        let version = text.split_whitespace().nth(3)?.to_owned();
        let mut numbers = version.split('.').filter_map(|n| n.parse::<u32>().ok());
        let found = (numbers.next()?, numbers.next()?);
        (found >= OLDEST).then(|| Qemu {
            program: program.to_owned(),
            version,
            process: None,
        })
    }

    fn stop(&mut self) {
        if let Some((mut child, _)) = self.process.take() {
            // Nothing can be done about a process that is gone already.
            let _ = child.kill();
            let _ = child.wait();
        }
    }

    fn start(&mut self) -> Result<(), String> {
        let begin = Instant::now();
        let name = format!("tricore-{}-{:?}", std::process::id(), begin);
        let name = name.replace(|c: char| !c.is_ascii_alphanumeric(), "-");
        let socket = std::env::temp_dir().join(name);
        let child = Command::new(&self.program)
            .args([
                "-M",
                "tricore_testboard",
                "-cpu",
                "tc27x",
                "-S",
                "-nodefaults",
            ])
            .args(["-display", "none", "-serial", "none", "-monitor", "none"])
            .arg("-gdb")
            .arg(format!("unix:{},server=on,wait=off", socket.display()))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|e| e.to_string())?;
        let gdb = loop {
            match Gdb::connect(&socket) {
                Ok(gdb) => break gdb,
                Err(_) if begin.elapsed() < Duration::from_secs(20) => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                Err(e) => return Err(format!("{}: {e}", self.program.display())),
            }
        };
        // Both sides have it open.
        std::fs::remove_file(&socket).map_err(|e| e.to_string())?;
        self.process = Some((child, gdb));
        self.gdb()?.break_at(HALT)
    }

    fn gdb(&mut self) -> Result<&mut Gdb, String> {
        match &mut self.process {
            Some((_, gdb)) => Ok(gdb),
            None => Err("not started".to_owned()),
        }
    }

    fn run_from(&mut self, batch: &Batch, entry: u32) -> Result<Vec<u8>, String> {
        if self.process.is_none() {
            self.start()?;
        }
        let gdb = self.gdb()?;
        for (at, bytes) in &batch.pieces {
            gdb.write(*at, &in_order(bytes))?;
        }
        gdb.write(OUT, &vec![0; OUT_BYTES / 4])?;
        gdb.set_registers(&[(PC, entry.swap_bytes())])?;
        gdb.run()?;
        gdb.read(OUT, OUT_BYTES)
    }
}

/// Bytes as words whose hexadecimal digits are the bytes in their order.
fn in_order(bytes: &[u8]) -> Vec<u32> {
    let word = |b: &[u8]| {
        let mut padded = [0; 4];
        padded[..b.len()].copy_from_slice(b);
        u32::from_be_bytes(padded)
    };
    bytes.chunks(4).map(word).collect()
}

impl Machine for Qemu {
    fn name(&self) -> String {
        format!("QEMU {} tricore_testboard", self.version)
    }

    fn id(&self) -> &'static str {
        "qemu"
    }

    fn run(&mut self, batch: &Batch) -> Result<Vec<Option<Outcome>>, String> {
        let Some(&entry) = batch.entries.first() else {
            return Ok(Vec::new());
        };
        match self.run_from(batch, entry) {
            Ok(out) => Ok(batch.outcomes(&out).into_iter().map(Some).collect()),
            Err(e) if batch.cases.len() == 1 => {
                self.stop();
                // One case that ends it is a finding, not a failure.
                if e.contains("ended") {
                    Ok(vec![None])
                } else {
                    Err(e)
                }
            }
            Err(_) => {
                self.stop();
                let one = |case| self.run(&Batch::new(std::slice::from_ref(case)));
                let each: Result<Vec<_>, _> = batch.cases.iter().map(one).collect();
                Ok(each?.concat())
            }
        }
    }
}
