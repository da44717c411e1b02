//! The library as a WebAssembly module that imports nothing: `run.mjs` puts a board's name, an image's path and its
//! bytes into the input, calls `run`, and takes the report from the output. Bytes go through the memory that
//! module and host share.
//!
//! Exported names are the only unsafe thing here (`#[unsafe(no_mangle)]`): each is one of this module alone.

use std::cell::RefCell;
use trueboard::{Given, Setup};

thread_local! {
    static INPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static OUTPUT: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Makes room for `len` bytes of input; answers where.
#[unsafe(no_mangle)]
pub extern "C" fn input(len: usize) -> *mut u8 {
    INPUT.with_borrow_mut(|input| {
        *input = vec![0; len];
        input.as_mut_ptr()
    })
}

/// Where the output of the last [`run`] is.
#[unsafe(no_mangle)]
pub extern "C" fn output() -> *const u8 {
    OUTPUT.with_borrow(|output| output.as_ptr())
}

/// Runs the input: a line with the board, one with the path of the image, and the image. Answers the length of the
/// output: the report as JSON, or a message that begins with an exclamation mark.
#[unsafe(no_mangle)]
pub extern "C" fn run() -> usize {
    let input = INPUT.take();
    let text = report(&input).unwrap_or_else(|e| format!("!{e}"));
    OUTPUT.with_borrow_mut(|output| {
        *output = text.into_bytes();
        output.len()
    })
}

/// The report of the run that `input` describes.
fn report(input: &[u8]) -> Result<String, String> {
    let mut parts = input.splitn(3, |&b| b == b'\n');
    let mut part = || {
        parts
            .next()
            .ok_or("the input has a board, a path and an image")
    };
    let (board, path, image) = (part()?, part()?, part()?);
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let setup = Setup::board(text(board))
        .files(Given::default())
        .image_bytes(text(path), image.to_vec());
    let mut simulation = setup.start().map_err(|e| e.to_string())?;
    simulation.run();
    serde_json::to_string(&simulation.finish()).map_err(|e| e.to_string())
}

#[cfg(test)]
mod tests {
    use super::report;

    #[test]
    fn what_cannot_be_run_is_said() {
        assert!(report(b"gr740\n").unwrap_err().contains("a board, a path"));
        assert!(report(b"gr740\na.elf\n").unwrap_err().contains("is empty"));
        assert!(report(b"gr7\na.elf\n").unwrap_err().contains("gr740"));
        // Files of the host are none of its business.
        let disk = report(b"/etc/hostname.ron\na.elf\n").unwrap_err();
        assert!(disk.contains("no such file was given"), "{disk}");
    }
}
