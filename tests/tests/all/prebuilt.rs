//! The images that are shipped are those of the manifest.

use conformance::{IMAGES, prebuilt, root};
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;

/// Manifests, and the folders beside them whose images they list.
const MANIFESTS: [(&str, &[&str]); 5] = [
    ("firmware/prebuilt/manifest.json", &["gr740", "leon3-mini"]),
    ("firmware/prebuilt/manifest-tc275.json", &["tc275"]),
    (
        "firmware/prebuilt/manifest-parallella.json",
        &["parallella"],
    ),
    ("labs/images/manifest.json", &["gr740"]),
    ("tests/lessons/images/manifest.json", &["gr740/attempts"]),
];

#[test]
fn images_are_those_of_the_manifests() {
    for (file, boards) in MANIFESTS {
        images_are_those_of(file, boards);
    }
    assert!(IMAGES.iter().all(|n| prebuilt(n).exists()));
}

fn images_are_those_of(file: &str, boards: &[&str]) {
    let path = root().join(file);
    let folder = path.parent().expect("its folder");
    let text = std::fs::read_to_string(&path).expect("there is a manifest");
    let manifest: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let images = manifest["images"].as_object().expect("it has images");
    for (name, entry) in images {
        let bytes = std::fs::read(folder.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"));
        let digest: String = Sha256::digest(&bytes)
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        assert_eq!(entry["sha256"], digest.as_str(), "{name}");
        for source in entry["sources"].as_array().expect("it has sources") {
            let source = source.as_str().expect("a path");
            assert!(
                root().join("firmware").join(source).exists(),
                "{name}: {source}"
            );
        }
    }
    let listed: BTreeSet<&str> = images.keys().map(String::as_str).collect();
    let shipped: BTreeSet<String> = boards
        .iter()
        .flat_map(|board| {
            std::fs::read_dir(folder.join(board))
                .expect("there are images")
                .map(move |e| format!("{board}/{}", e.expect("an entry").file_name().display()))
        })
        // A source of assembly is assembled when it is opened.
        .filter(|name| !name.ends_with(".s"))
        .collect();
    assert_eq!(listed, shipped.iter().map(String::as_str).collect());
}
