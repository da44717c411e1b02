//! The library as a WebAssembly module that imports nothing: `run.mjs` puts a board's name, an image's path and its
//! bytes into the input, calls `run`, and takes the report from the output. `trueboard-wasm` has input and output.

#![allow(
    unsafe_code,
    reason = "an exported name is unsafe(no_mangle); it is one of this module alone"
)]

use trueboard::{Given, Setup, Time};
use trueboard_wasm::{put, taken};

/// Runs the input: a line with the board, one with the path of the image, and the image. The output is the report as
/// JSON, or a message that begins with an exclamation mark.
#[unsafe(no_mangle)]
pub extern "C" fn run() {
    put(report(&taken()).unwrap_or_else(|e| format!("!{e}")));
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
    simulation.run(Time::END).map_err(|e| e.to_string())?;
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
