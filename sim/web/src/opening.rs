//! Messages with files: a line of JSON, and the bytes of files behind it. They open a lab, or grade a lesson.

use crate::lessons::Asked;
use serde::{Deserialize, Serialize};
use trueboard_board::{Fits, Given, board_of, open_board};
use trueboard_lab::{Lab, Setup};

/// The line before the files.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Header {
    /// Board and images. A board without a name is the one that fits the first image.
    setup: Setup,
    /// The first image is for every core, and each starts at once: programs of boards whose cores have memory of
    /// their own.
    every: bool,
    /// In place of a setup, a lesson.
    lesson: Option<Asked>,
    /// Files that the setup names, in the order of their bytes.
    files: Vec<FileOf>,
    /// Sources, whose bytes follow those of the files.
    sources: Vec<FileOf>,
}

/// A file among the bytes.
#[derive(Debug, Deserialize)]
struct FileOf {
    name: String,
    len: usize,
}

/// What became of it.
#[derive(Debug, Default, Serialize)]
pub struct Opened {
    /// Why no lab is open: place, cause, remedy.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The board, which the image may have chosen.
    pub board: String,
}

/// The lab that a message describes, and the JSON of [`Opened`].
pub fn open(message: &[u8]) -> (Option<Lab>, String) {
    let (lab, opened) = match try_open(message) {
        Ok(lab) => {
            let board = lab.setup().board.clone();
            (Some(lab), Opened { error: None, board })
        }
        Err(error) => {
            let error = Some(error);
            let board = String::new();
            (None, Opened { error, board })
        }
    };
    (lab, serde_json::to_string(&opened).unwrap_or_default())
}

/// The grade of a lesson that a message asks for, as JSON, or `{"error": …}`.
pub fn grade(message: &[u8]) -> String {
    let grade = read(message).and_then(|(header, files)| {
        let asked = header.lesson.ok_or("message: no lesson is named")?;
        asked.grade(files.given)
    });
    let json = match grade {
        Ok(grade) => serde_json::to_string(&grade),
        Err(e) => serde_json::to_string(&serde_json::json!({ "error": e })),
    };
    json.unwrap_or_default()
}

/// The files of a message.
#[derive(Default)]
struct Files {
    given: Given,
    /// The first of them.
    first: Option<(String, Vec<u8>)>,
    /// Names and texts.
    sources: Vec<(String, String)>,
}

/// Takes a message to pieces.
fn read(message: &[u8]) -> Result<(Header, Files), String> {
    let end = message.iter().position(|&b| b == b'\n');
    let end = end.ok_or("message: the line before the files is missing")?;
    let (line, mut rest) = (&message[..end], &message[end + 1..]);
    let header: Header = serde_json::from_slice(line).map_err(|e| format!("message: {e}"))?;
    let mut take = |file: &FileOf| {
        let split = rest.split_at_checked(file.len);
        let (bytes, behind) = split.ok_or_else(|| {
            format!(
                "{}: {} bytes are announced, fewer came",
                file.name, file.len
            )
        })?;
        rest = behind;
        Ok::<_, String>(bytes)
    };
    let mut files = Files::default();
    for file in &header.files {
        let bytes = take(file)?.to_vec();
        if files.first.is_none() {
            files.first = Some((file.name.clone(), bytes.clone()));
        }
        files.given.add(&file.name, bytes);
    }
    for file in &header.sources {
        let text = String::from_utf8_lossy(take(file)?).into_owned();
        files.sources.push((file.name.clone(), text));
    }
    Ok((header, files))
}

fn try_open(message: &[u8]) -> Result<Lab, String> {
    let (header, mut files) = read(message)?;
    let mut setup = match &header.lesson {
        Some(asked) => asked.setup(&mut files.given)?,
        None => header.setup,
    };
    if setup.board.is_empty()
        && let Some((name, bytes)) = &files.first
    {
        setup.board = chosen(name, bytes)?;
    }
    if header.every {
        every(&mut setup)?;
    }
    let mut lab = Lab::open(setup, files.given).map_err(|e| e.to_string())?;
    for (name, text) in files.sources {
        lab.add_source(name, text);
    }
    Ok(lab)
}

/// Has every core of the board run the first image.
fn every(setup: &mut Setup) -> Result<(), String> {
    let board = open_board(&setup.board, &[]).map_err(|e| e.to_string())?;
    let all: Vec<usize> = (0..board.file.cores.len()).collect();
    if let Some(image) = setup.images.first_mut() {
        image.cores.clone_from(&all);
        setup.start = all;
    }
    Ok(())
}

/// The board that fits an image.
fn chosen(name: &str, image: &[u8]) -> Result<String, String> {
    match board_of(image) {
        Fits::One(board) => Ok(board),
        Fits::Among(boards) if boards.is_empty() => Err(format!(
            "{name}: no board here runs the processor of this ELF file; choose an image for one of the boards"
        )),
        Fits::Among(boards) => Err(format!(
            "{name}: {} have its processor; choose one of them",
            boards.join(" and ")
        )),
        Fits::Unknown => Err(format!(
            "{name}: this is no ELF file, and nothing in it says for which processor it is; choose the board, or open \
             what the linker has made"
        )),
    }
}
