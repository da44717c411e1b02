//! Which image is on which core, as the command line and specifications write it.

use crate::machine::models::BoardModel;
use crate::session::Options;
use std::path::PathBuf;

/// Images and cores in words.
#[derive(Clone, Copy, Debug, Default)]
pub struct Placed<'a> {
    /// Images of the boot core, or of the cores of `on`.
    pub elf: &'a [PathBuf],
    /// Cores that have these images: `0`, `1-3`, `0,2` or `all`.
    pub on: Option<&'a str>,
    /// Images of further cores: `1-3=app.elf`.
    pub image: &'a [String],
    /// Cores that start at once besides the first that has an image.
    pub start: Option<&'a str>,
    /// Address of those images that are raw binaries: `0x40000000`.
    pub at: Option<&'a str>,
}

impl Placed<'_> {
    /// The options of a run with them, on a board with so many cores that run images.
    ///
    /// # Errors
    /// The text that names no cores, no image or no address, with the remedy.
    pub fn options(&self, cores: usize) -> Result<Options, String> {
        let listed = |option: &str, text: &str, list: &str| {
            core_numbers(&format!("{option} {text}"), list, cores)
        };
        let on = self
            .on
            .map_or(Ok(vec![0]), |list| listed("--on", list, list))?;
        let mut images: Vec<_> = self.elf.iter().map(|p| (p.clone(), on.clone())).collect();
        for text in self.image {
            let (list, path) = text
                .split_once('=')
                .ok_or_else(|| format!("--image {text}: must be CORES=ELF, as in 1-3=app.elf"))?;
            images.push((path.into(), listed("--image", text, list)?));
        }
        let start = self.start.map(|list| listed("--start", list, list));
        Ok(Options {
            images,
            start: start.transpose()?.unwrap_or_default(),
            at: self.at.map(|at| address("--at", at)).transpose()?,
            ..Options::default()
        })
    }
}

/// How many cores of a board run images: those before its host.
#[must_use]
pub fn image_cores(board: &BoardModel) -> usize {
    let groups = board.file.cores.iter();
    let running = groups.take_while(|g| g.kind().is_some_and(|k| k.images().is_some()));
    running.map(|g| usize::from(g.count)).sum()
}

/// The cores of `list`, of a board with so many: `0`, `1-3`, `0,2` or `all`; `option` is what an error begins with.
///
/// # Errors
/// The text names no cores.
pub fn core_numbers(option: &str, list: &str, cores: usize) -> Result<Vec<usize>, String> {
    core_list(list, cores)
        .ok_or_else(|| format!("{option}: `{list}` names no cores; write 0, 1-3, 0,2 or all"))
}

fn core_list(text: &str, cores: usize) -> Option<Vec<usize>> {
    if text == "all" {
        return Some((0..cores).collect());
    }
    let mut out = Vec::new();
    for part in text.split(',') {
        match part.split_once('-') {
            Some((a, b)) => {
                let (a, b): (usize, usize) = (a.parse().ok()?, b.parse().ok()?);
                if a > b || b > 255 {
                    return None;
                }
                out.extend(a..=b);
            }
            None => out.push(part.parse().ok()?),
        }
    }
    Some(out)
}

/// An address, in hexadecimal behind `0x`; `option` is what an error begins with.
///
/// # Errors
/// The text is no address.
pub fn address(option: &str, text: &str) -> Result<u64, String> {
    let digits = text.replace('_', "");
    let number = match digits.strip_prefix("0x") {
        Some(hex) => u64::from_str_radix(hex, 16),
        None => digits.parse(),
    };
    number.map_err(|_| format!("{option} {text}: is no address; write 0x40000000"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn core_lists() {
        assert_eq!(core_list("all", 4), Some(vec![0, 1, 2, 3]));
        assert_eq!(core_list("0,2-3", 4), Some(vec![0, 2, 3]));
        assert_eq!(core_list("3-1", 4), None);
        assert_eq!(core_list("x", 4), None);
    }

    #[test]
    fn addresses() {
        assert_eq!(address("--at", "0x4000_0000"), Ok(0x4000_0000));
        assert_eq!(address("--at", "64"), Ok(64));
        assert!(address("--at", "ram").is_err());
    }

    #[test]
    fn images_are_on_the_cores_of_their_lists() {
        let elf = [PathBuf::from("a.elf")];
        let image = ["1-2=b.elf".to_owned()];
        let mut placed = Placed {
            elf: &elf,
            image: &image,
            ..Placed::default()
        };
        let options = placed.options(4).expect("lists of cores");
        let expected = [("a.elf".into(), vec![0]), ("b.elf".into(), vec![1, 2])];
        assert_eq!(options.images, expected);
        placed.on = Some("all");
        assert_eq!(placed.options(3).expect("a list").images[0].1, [0, 1, 2]);
        placed.on = Some("x");
        let refused = placed.options(3).err();
        let text = "--on x: `x` names no cores; write 0, 1-3, 0,2 or all";
        assert_eq!(refused.as_deref(), Some(text));
    }
}
