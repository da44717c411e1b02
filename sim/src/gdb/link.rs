//! The connection to a debugger: TCP or a Unix socket, never blocking for long.

use gdbstub::conn::Connection;
use std::collections::VecDeque;
use std::io::{self, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::PathBuf;
use std::time::Duration;

/// A connection whose next byte can be waited for.
pub trait Link: Connection<Error = io::Error> {
    /// The next byte, or `None` when none came within `wait`.
    ///
    /// # Errors
    /// The connection is closed or broken.
    fn next(&mut self, wait: Duration) -> io::Result<Option<u8>>;

    /// Sends the last answer once more.
    ///
    /// # Errors
    /// The connection is closed or broken.
    fn send_again(&mut self) -> io::Result<()>;
}

/// How often a debugger is tried that does not take what is written.
const BUSY: Duration = Duration::from_millis(5);
/// How often somebody who waits looks whether the user wants to stop.
pub const PATIENCE: Duration = Duration::from_millis(50);

/// Where debuggers come in.
pub enum Door {
    Tcp(TcpListener),
    Unix(UnixListener, PathBuf),
}

impl Door {
    /// Listens at `HOST:PORT`, `:PORT` (this machine only) or `unix:PATH`; the error is a line for
    /// the user.
    pub fn open(address: &str) -> Result<Door, String> {
        let explain = |e: io::Error| {
            let why = match e.kind() {
                ErrorKind::AddrInUse => "already in use; choose another".to_owned(),
                ErrorKind::PermissionDenied => "not permitted; choose a port above 1023".to_owned(),
                ErrorKind::InvalidInput => {
                    "not an address; write HOST:PORT or unix:PATH".to_owned()
                }
                _ => e.to_string(),
            };
            format!("--gdb {address}: {why}")
        };
        if let Some(path) = address.strip_prefix("unix:") {
            let door = UnixListener::bind(path).map_err(explain)?;
            door.set_nonblocking(true).map_err(explain)?;
            return Ok(Door::Unix(door, path.into()));
        }
        let door = match address.strip_prefix(':') {
            Some(port) => TcpListener::bind(format!("127.0.0.1:{port}")),
            None => TcpListener::bind(address),
        };
        let door = door.map_err(explain)?;
        door.set_nonblocking(true).map_err(explain)?;
        Ok(Door::Tcp(door))
    }

    /// The address at which others than this machine can come in, if they can.
    pub fn open_to_others(&self) -> Option<SocketAddr> {
        match self {
            Door::Tcp(l) => l.local_addr().ok().filter(|a| !a.ip().is_loopback()),
            Door::Unix(..) => None,
        }
    }

    /// What to tell GDB.
    pub fn name(&self) -> String {
        match self {
            Door::Tcp(l) => l.local_addr().map_or("?".to_owned(), |a| a.to_string()),
            Door::Unix(_, path) => path.display().to_string(),
        }
    }

    /// A debugger that wants to come in, if one does.
    ///
    /// # Errors
    /// A line for the user: nobody can come in.
    pub fn knock(&self) -> Result<Option<Socket>, String> {
        let came = match self {
            Door::Tcp(l) => l.accept().and_then(|(s, _)| Socket::tcp(s)),
            Door::Unix(l, _) => l.accept().and_then(|(s, _)| Socket::unix(s)),
        };
        match came {
            Ok(socket) => Ok(Some(socket)),
            Err(e) if e.kind() == ErrorKind::WouldBlock => Ok(None),
            Err(e) => Err(format!("gdb cannot connect: {e}")),
        }
    }
}

impl Drop for Door {
    fn drop(&mut self) {
        if let Door::Unix(_, path) = self {
            // Somebody else may have removed it already.
            let _ = std::fs::remove_file(path);
        }
    }
}

trait Stream: Read + Write {
    /// Lets reads wait this long; zero is not at all.
    fn patience(&self, wait: Duration) -> io::Result<()>;

    /// Neither reads nor writes wait.
    fn at_once(&self) -> io::Result<()>;
}

macro_rules! stream {
    ($t:ty) => {
        impl Stream for $t {
            fn patience(&self, wait: Duration) -> io::Result<()> {
                self.set_nonblocking(wait.is_zero())?;
                if wait.is_zero() {
                    return Ok(());
                }
                self.set_read_timeout(Some(wait))
            }

            fn at_once(&self) -> io::Result<()> {
                self.set_nonblocking(true)
            }
        }
    };
}
stream!(TcpStream);
stream!(UnixStream);

/// A connected debugger.
pub struct Socket {
    stream: Box<dyn Stream>,
    read: VecDeque<u8>,
    /// What is being written, up to the next flush.
    written: Vec<u8>,
    /// What the debugger has not taken yet. Nothing more is read from it meanwhile, so that this has an end.
    rest: VecDeque<u8>,
    /// The last answer.
    last: Vec<u8>,
}

impl Socket {
    fn tcp(s: TcpStream) -> io::Result<Socket> {
        s.set_nodelay(true)?;
        Ok(Socket::new(Box::new(s)))
    }

    fn unix(s: UnixStream) -> io::Result<Socket> {
        Ok(Socket::new(Box::new(s)))
    }

    fn new(stream: Box<dyn Stream>) -> Socket {
        Socket {
            stream,
            read: VecDeque::new(),
            written: Vec::new(),
            rest: VecDeque::new(),
            last: Vec::new(),
        }
    }

    /// Writes as much of the rest as the debugger takes, without waiting for it.
    fn pass_on(&mut self) -> io::Result<()> {
        if self.rest.is_empty() {
            return Ok(());
        }
        self.stream.at_once()?;
        while !self.rest.is_empty() {
            let (bytes, _) = self.rest.as_slices();
            match self.stream.write(bytes) {
                Ok(0) => return Err(ErrorKind::WriteZero.into()),
                Ok(n) => drop(self.rest.drain(..n)),
                Err(e) if e.kind() == ErrorKind::Interrupted => {}
                Err(e) if e.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(e) => return Err(e),
            }
        }
        self.stream.flush()
    }
}

impl Connection for Socket {
    type Error = io::Error;

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.written.push(byte);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.rest.extend(&self.written);
        self.last = std::mem::take(&mut self.written);
        self.pass_on()
    }
}

impl Drop for Socket {
    fn drop(&mut self) {
        // The acknowledgement of a last packet; nobody may be there to take it.
        let _ = self.flush();
    }
}

impl Link for Socket {
    fn next(&mut self, wait: Duration) -> io::Result<Option<u8>> {
        if let Some(b) = self.read.pop_front() {
            return Ok(Some(b));
        }
        self.pass_on()?;
        if !self.rest.is_empty() {
            std::thread::sleep(wait.min(BUSY));
            return Ok(None);
        }
        self.stream.patience(wait)?;
        let mut buf = [0; 4096];
        match self.stream.read(&mut buf) {
            Ok(0) => Err(ErrorKind::UnexpectedEof.into()),
            Ok(n) => {
                self.read.extend(&buf[..n]);
                Ok(self.read.pop_front())
            }
            Err(e) => match e.kind() {
                ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted => Ok(None),
                _ => Err(e),
            },
        }
    }

    fn send_again(&mut self) -> io::Result<()> {
        self.rest.extend(&self.last);
        self.pass_on()
    }
}
