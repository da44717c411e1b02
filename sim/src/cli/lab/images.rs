//! The images and sources of lessons, compiled in.

use super::super::Failure;
use std::path::Path;
use trueboard::internals::board::Given;
use trueboard_lab::lesson::{self, Attempt, Lesson};

macro_rules! prebuilt {
    ($($name:literal),* $(,)?) => {
        /// Shipped images that lessons run.
        const PREBUILT: &[(&str, &[u8])] = &[$((
            $name,
            include_bytes!(concat!(env!("CARGO_MANIFEST_DIR"), "/shipped/firmware/prebuilt/", $name)),
        )),*];
    };
}

prebuilt!(
    "gr740/hello.elf",
    "gr740/contention.elf",
    "gr740/heat.elf",
    "gr740/overhead.elf",
    "gr740/rt_scattered.elf",
    "gr740/rt_sequential.elf",
    "parallella/litmus.elf",
    "parallella/mesh.elf",
    "parallella/ctimer.elf",
    "tc275/latency.elf",
);

macro_rules! sources {
    ($($name:literal),* $(,)?) => {
        /// Sources of programs of lessons.
        const SOURCES: &[(&str, &str)] = &[$((
            $name,
            include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/shipped/firmware/", $name)),
        )),*];
    };
}

sources!(
    "gr740/apps/hello.c",
    "gr740/apps/contention.c",
    "gr740/apps/lesson_stride.c",
    "gr740/apps/lesson_counter.c",
    "gr740/apps/lesson_interlock.c",
    "gr740/apps/lesson_stores/fill.c",
    "gr740/apps/lesson_stores/main.c",
    "gr740/apps/lesson_windows/layers.c",
    "gr740/apps/lesson_windows/main.c",
    "gr740/apps/lesson_race/add.c",
    "gr740/apps/lesson_race/main.c",
    "gr740/include/smp.h",
    "gr740/apps/lesson_sampling.c",
    "gr740/apps/lesson_energy.c",
    "gr740/apps/lesson_flips/protect.c",
    "gr740/apps/lesson_flips/memory_control.h",
    "gr740/apps/lesson_flips/main.c",
);

/// The images of a lesson: compiled in, or beside its file in `folder`.
pub fn of(name: &str, lesson: &Lesson, folder: Option<&Path>) -> Result<Given, Failure> {
    let mut files = Given::default();
    for image in lesson.files() {
        let beside = folder.and_then(|f| trueboard_files::read(&f.join(image)).ok());
        let shipped = || PREBUILT.iter().find(|p| p.0 == image).map(|p| p.1);
        let own = || lesson::image(image);
        let bytes = beside.or_else(|| shipped().or_else(own).map(<[u8]>::to_vec));
        let bytes = bytes.ok_or_else(|| {
            Failure::input(format!(
                "lesson {name}: image {image}: it is neither beside the lesson nor compiled in"
            ))
        })?;
        files.add(image, bytes);
    }
    Ok(files)
}

/// Adds a student's own image to the files of a lesson; answers its name and text if it is a source of assembly.
pub fn own(attempt: &Attempt, files: &mut Given) -> Result<Option<(String, String)>, Failure> {
    let Some(image) = &attempt.image else {
        return Ok(None);
    };
    let bytes = trueboard_files::read(Path::new(image))
        .map_err(|e| Failure::input(format!("--image {image}: {e}")))?;
    files.add(image, bytes.clone());
    let text = String::from_utf8(bytes).ok();
    Ok(text
        .filter(|_| image.ends_with(".s"))
        .map(|text| (image.clone(), text)))
}

/// The sources of a lesson: those that it names, and images that are assembly.
pub fn sources(lesson: &Lesson) -> impl Iterator<Item = (&str, &'static str)> {
    let named = |s: &&(&str, &str)| lesson.sources.iter().any(|n| n == s.0);
    let assembly = lesson.files().filter_map(|name| {
        let text = name.ends_with(".s").then(|| lesson::image(name))??;
        Some((name, std::str::from_utf8(text).ok()?))
    });
    SOURCES.iter().filter(named).copied().chain(assembly)
}
