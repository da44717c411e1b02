//! The few packets of the GDB remote protocol that moving memory and running need.

use std::fmt::Write as _;
use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::Path;
use std::time::Duration;

/// Bytes of memory in one packet.
const CHUNK: usize = 1800;

/// A connection to a GDB stub.
pub struct Gdb {
    stream: UnixStream,
    buffer: Vec<u8>,
}

impl Gdb {
    /// Connects to the stub's socket.
    ///
    /// # Errors
    /// What the operating system says.
    pub fn connect(path: &Path) -> Result<Gdb, String> {
        let stream = UnixStream::connect(path).map_err(|e| e.to_string())?;
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .map_err(|e| e.to_string())?;
        let mut gdb = Gdb {
            stream,
            buffer: Vec::new(),
        };
        gdb.ask(b"?")?;
        Ok(gdb)
    }

    /// Writes memory.
    ///
    /// # Errors
    /// When the connection is lost or the stub refuses.
    pub fn write(&mut self, at: u32, words: &[u32]) -> Result<(), String> {
        // Several packets under way at once: the stub answers them in order.
        const UNDER_WAY: usize = 8;
        let mut waiting = 0;
        for (i, part) in words.chunks(CHUNK / 4).enumerate() {
            let from = at + (i * (CHUNK / 4) * 4) as u32;
            let mut packet = format!("M{from:x},{:x}:", part.len() * 4);
            for word in part {
                let _ = write!(packet, "{word:08x}");
            }
            self.send(packet.as_bytes())?;
            waiting += 1;
            if waiting == UNDER_WAY {
                self.ok()?;
                waiting -= 1;
            }
        }
        for _ in 0..waiting {
            self.ok()?;
        }
        Ok(())
    }

    /// Reads memory.
    ///
    /// # Errors
    /// As for [`Gdb::write`].
    pub fn read(&mut self, at: u32, bytes: usize) -> Result<Vec<u8>, String> {
        let mut out = Vec::with_capacity(bytes);
        while out.len() < bytes {
            let n = (bytes - out.len()).min(CHUNK);
            let from = at + out.len() as u32;
            let answer = self.ask(format!("m{from:x},{n:x}").as_bytes())?;
            let digits = |pair: &[u8]| {
                let text = std::str::from_utf8(pair).ok()?;
                u8::from_str_radix(text, 16).ok()
            };
            let part: Option<Vec<u8>> = answer.chunks(2).map(digits).collect();
            match part {
                Some(part) if part.len() == n => out.extend(part),
                _ => return Err(format!("refused: {}", String::from_utf8_lossy(&answer))),
            }
        }
        Ok(out)
    }

    /// Writes registers, given by their numbers. (QEMU has no `P` packet for SPARC.)
    ///
    /// # Errors
    /// As for [`Gdb::write`].
    pub fn set_registers(&mut self, values: &[(usize, u32)]) -> Result<(), String> {
        let mut all = self.ask(b"g")?;
        for &(n, value) in values {
            all.get_mut(n * 8..n * 8 + 8)
                .ok_or_else(|| format!("there is no register {n}"))?
                .copy_from_slice(format!("{value:08x}").as_bytes());
        }
        self.send(&[b"G", &all[..]].concat())?;
        self.ok()
    }

    /// Sets a breakpoint.
    ///
    /// # Errors
    /// As for [`Gdb::write`].
    pub fn break_at(&mut self, at: u32) -> Result<(), String> {
        self.send(format!("Z0,{at:x},4").as_bytes())?;
        self.ok()
    }

    /// Runs until a breakpoint.
    ///
    /// # Errors
    /// When the simulator ends or does not come back.
    pub fn run(&mut self) -> Result<(), String> {
        let answer = self.ask(b"c")?;
        match answer.first() {
            Some(b'T' | b'S') => Ok(()),
            _ => Err(String::from_utf8_lossy(&answer).into_owned()),
        }
    }

    fn ok(&mut self) -> Result<(), String> {
        let answer = self.answer()?;
        if answer == b"OK" {
            Ok(())
        } else {
            Err(format!("refused: {}", String::from_utf8_lossy(&answer)))
        }
    }

    fn ask(&mut self, packet: &[u8]) -> Result<Vec<u8>, String> {
        self.send(packet)?;
        self.answer()
    }

    fn send(&mut self, packet: &[u8]) -> Result<(), String> {
        let sum = packet.iter().fold(0u8, |s, &b| s.wrapping_add(b));
        let mut all = Vec::with_capacity(packet.len() + 4);
        all.push(b'$');
        all.extend(packet);
        all.extend(format!("#{sum:02x}").bytes());
        self.stream.write_all(&all).map_err(|e| e.to_string())
    }

    /// The next packet; acknowledgements are skipped.
    fn answer(&mut self) -> Result<Vec<u8>, String> {
        loop {
            if let Some(start) = self.buffer.iter().position(|&b| b == b'$')
                && let Some(len) = self.buffer[start..].iter().position(|&b| b == b'#')
                && self.buffer.len() >= start + len + 3
            {
                let packet = self.buffer[start + 1..start + len].to_vec();
                self.buffer.drain(..start + len + 3);
                self.stream.write_all(b"+").map_err(|e| e.to_string())?;
                return Ok(packet);
            }
            let mut part = [0; 8192];
            match self.stream.read(&mut part) {
                Ok(0) => return Err("the simulator has ended".to_owned()),
                Ok(n) => self.buffer.extend(&part[..n]),
                Err(e) => return Err(e.to_string()),
            }
        }
    }
}
