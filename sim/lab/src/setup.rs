//! What a lab is opened with.

use serde::{Deserialize, Serialize};
use trueboard_board::{HostScript, Options, PokeValue};

/// A board and what runs on it. Files are named here, and handed over beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Setup {
    /// A board that is built in, or the name of a board file among the files.
    pub board: String,
    /// Values of the board file, `path=value`.
    pub sets: Vec<String>,
    /// Images, the boot core's first.
    pub images: Vec<ImageOn>,
    /// Cores that start at once besides the first that has an image.
    pub start: Vec<usize>,
    /// The host's script, of a board with a host.
    pub host: Option<String>,
    /// The workload of stub cores.
    pub workload: Option<String>,
    /// Values that are written into variables before the start, `symbol=value`.
    pub pokes: Vec<String>,
    /// Text for the console's receiver.
    pub stdin: String,
}

/// An image and the cores that run it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ImageOn {
    /// The name of its file.
    pub name: String,
    /// The cores.
    #[serde(default)]
    pub cores: Vec<usize>,
}

impl Setup {
    /// One image on the first core of a board.
    #[must_use]
    pub fn image(board: &str, name: &str) -> Setup {
        Setup {
            board: board.to_owned(),
            images: vec![ImageOn {
                name: name.to_owned(),
                cores: vec![0],
            }],
            ..Setup::default()
        }
    }

    /// The options of its session.
    pub(crate) fn options(&self) -> Result<Options, String> {
        let cores = |i: &ImageOn| match i.cores.as_slice() {
            [] => vec![0],
            cores => cores.to_vec(),
        };
        let images = self
            .images
            .iter()
            .map(|i| (i.name.clone().into(), cores(i)));
        Ok(Options {
            images: images.collect(),
            start: self.start.clone(),
            host: self.host.clone().map(|h| HostScript::File(h.into())),
            pokes: self
                .pokes
                .iter()
                .map(|p| poke(p))
                .collect::<Result<_, _>>()?,
            stdin: self.stdin.clone().into_bytes(),
            ..Options::default()
        })
    }
}

/// A symbol and its value.
fn poke(text: &str) -> Result<(String, PokeValue), String> {
    PokeValue::assignment(text).ok_or_else(|| {
        format!("poke `{text}`: not a symbol and a number; write NAME=42 or NAME=0x2a")
    })
}
