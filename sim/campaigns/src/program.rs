//! What identifies a program beside its images.

use crate::Error;
use crate::engine::key;
use std::path::PathBuf;
use trueboard_board::asked::{Program, bytes, load};

/// SHA-256 of what a run reads besides images and values of variables, and of where its images are; none where an image
/// is on the boot core, and nothing else is read.
///
/// # Errors
/// A file that cannot be read.
pub fn input(p: &Program) -> Result<Option<String>, Error> {
    let described = |path: &Option<PathBuf>| bytes(path.as_deref());
    let places = (&p.on, &p.image, &p.start, &p.at);
    let workload = p.workload.as_ref().map(PathBuf::from);
    let workload = workload.filter(|w| w.is_file());
    let read = (
        (described(&p.host)?, described(&p.stdin)?),
        (&p.workload, described(&workload)?),
        p.nfs.as_deref().map(load).transpose()?,
    );
    let nothing = (
        (&None, &Vec::new(), &None, &None),
        ((Vec::new(), Vec::new()), (&None, Vec::new()), None),
    );
    let all = (places, read);
    Ok((all != nothing).then(|| key(&all)))
}
