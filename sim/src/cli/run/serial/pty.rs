//! Pseudo-terminals: the host's end of a serial line, for terminal programs.

use std::fs::File;
use std::io::{self, Read};

/// The near end of a pseudo-terminal. It holds the far end open: reads of the near end fail while nobody does.
pub struct Pty {
    near: File,
    _far: File,
}

impl Read for Pty {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        self.near.read(bytes)
    }
}

impl Pty {
    /// A new pseudo-terminal without echo, and the name of its far end.
    ///
    /// # Errors
    /// The system refuses it.
    #[cfg(unix)]
    pub fn open() -> io::Result<(Pty, String)> {
        use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
        use rustix::termios::{OptionalActions, tcgetattr, tcsetattr};

        let near = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY)?;
        grantpt(&near)?;
        unlockpt(&near)?;
        let name = ptsname(&near, Vec::new())?;
        let name = name.to_string_lossy().into_owned();
        let far = File::options().read(true).write(true).open(&name)?;
        let mut raw = tcgetattr(&far)?;
        raw.make_raw();
        tcsetattr(&far, OptionalActions::Now, &raw)?;
        let pty = Pty {
            near: File::from(near),
            _far: far,
        };
        Ok((pty, name))
    }

    /// This system has no pseudo-terminals.
    ///
    /// # Errors
    /// Always.
    #[cfg(not(unix))]
    pub fn open() -> io::Result<(Pty, String)> {
        Err(io::Error::new(
            io::ErrorKind::Unsupported,
            "this system has no pseudo-terminals; use tcp:PORT",
        ))
    }

    /// What writes to the pseudo-terminal.
    ///
    /// # Errors
    /// The system has no further file descriptor.
    pub fn writer(&self) -> io::Result<File> {
        self.near.try_clone()
    }
}
