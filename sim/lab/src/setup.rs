//! What a lab is opened with.

use serde::{Deserialize, Serialize};
use trueboard_board::{BudgetError, HostScript, Options, PokeValue};

/// A board and what runs on it. Files are named here, and handed over beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
    /// Bytes for the console's receiver: text in JSON.
    #[serde(with = "as_text")]
    #[cfg_attr(feature = "ts", ts(as = "String"))]
    pub stdin: Vec<u8>,
    /// Address of raw binaries among the images.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub at: Option<u64>,
    /// Simulated time after which the run ends, as `--until` has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub until: Option<String>,
    /// Files that a host on the network exports, by path.
    #[serde(skip)]
    pub network: Option<Vec<(String, Vec<u8>)>>,
}

/// An image and the cores that run it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
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
            stdin: self.stdin.clone(),
            at: self.at,
            until: self
                .until
                .as_ref()
                .map(|t| t.parse())
                .transpose()
                .map_err(|e: BudgetError| e.to_string())?,
            network: self.network.clone(),
            ..Options::default()
        })
    }
}

/// Bytes as the text that they are.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(bytes: &[u8], to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(&String::from_utf8_lossy(bytes))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<u8>, D::Error> {
        String::deserialize(from).map(String::into_bytes)
    }
}

/// A symbol and its value.
fn poke(text: &str) -> Result<(String, PokeValue), String> {
    PokeValue::assignment(text).ok_or_else(|| {
        format!("poke `{text}`: not a symbol and a number; write NAME=42 or NAME=0x2a")
    })
}
