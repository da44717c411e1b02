//! Coverage of source code by runs: lines, functions and branches, merged over runs, as lcov's tracefile and as
//! Cobertura's XML.

mod observe;
pub mod request;

pub use observe::{Branches, Covered, Outcomes};

use crate::markup::escaped;
use std::collections::BTreeMap;
use std::fmt::Write as _;

/// Executions of a line, and of what begins on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Line {
    count: u64,
    /// By their order on the line in each image.
    branches: Vec<Outcomes>,
}

/// A file of source code.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct File {
    lines: BTreeMap<u32, Line>,
    /// By line of the first instruction, and name.
    functions: BTreeMap<(u32, String), u64>,
}

/// Found and executed parts of a kind.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    /// Those that the images have.
    pub of: u64,
    /// Those that were executed.
    pub hit: u64,
}

impl Share {
    /// Executed parts in percent; 100 where there are none.
    #[must_use]
    pub fn percent(&self) -> f64 {
        match self.of {
            0 => 100.0,
            of => self.hit as f64 * 100.0 / of as f64,
        }
    }

    fn add(&mut self, hit: bool) {
        self.of += 1;
        self.hit += u64::from(hit);
    }

    fn rate(&self) -> String {
        format!("{:.4}", self.percent() / 100.0)
    }
}

/// Shares of lines, functions and outcomes of branches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Shares {
    /// Lines with code.
    pub lines: Share,
    /// Functions.
    pub functions: Share,
    /// Outcomes of conditional branches: each has two.
    pub branches: Share,
}

/// What runs executed of their images' source code.
///
/// A line counts as often as that of its instructions that was executed most often; executions of all cores and runs
/// add up. A branch is a conditional branch instruction with its two outcomes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    files: BTreeMap<String, File>,
}

impl Coverage {
    /// Adds what a run executed.
    pub fn add(&mut self, code: &[Covered]) {
        let mut run: BTreeMap<(&str, u32), Line> = BTreeMap::new();
        for c in code {
            let line = run.entry((&c.file, c.line)).or_default();
            line.count = line.count.max(c.count);
            line.branches.extend(c.branch);
            if c.entry && !c.function.is_empty() {
                let file = self.files.entry(c.file.clone()).or_default();
                *file
                    .functions
                    .entry((c.line, c.function.clone()))
                    .or_default() += c.count;
            }
        }
        for ((file, number), one) in run {
            let file = self.files.entry(file.to_owned()).or_default();
            let line = file.lines.entry(number).or_default();
            line.count += one.count;
            if line.branches.len() < one.branches.len() {
                line.branches
                    .resize(one.branches.len(), Outcomes::default());
            }
            for (all, one) in line.branches.iter_mut().zip(&one.branches) {
                all.taken += one.taken;
                all.not_taken += one.not_taken;
            }
        }
    }

    /// True when no image has code with lines.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }

    /// Shares of all files together.
    #[must_use]
    pub fn shares(&self) -> Shares {
        shares(self.files.values())
    }

    /// Shares of each file, by path.
    pub fn by_file(&self) -> impl Iterator<Item = (&str, Shares)> {
        let files = self.files.iter();
        files.map(|(path, file)| (path.as_str(), shares([file])))
    }

    /// A tracefile of lcov (geninfo(1), "Tracefile format"), for genhtml and for services that read it.
    #[must_use]
    pub fn lcov(&self) -> String {
        let mut out = String::from("TN:\n");
        for (path, file) in &self.files {
            let shares = shares([file]);
            let _ = writeln!(out, "SF:{}", path.replace('\n', " "));
            for (line, name) in file.functions.keys() {
                let _ = writeln!(out, "FN:{line},{name}");
            }
            for ((_, name), count) in &file.functions {
                let _ = writeln!(out, "FNDA:{count},{name}");
            }
            let _ = writeln!(
                out,
                "FNF:{}\nFNH:{}",
                shares.functions.of, shares.functions.hit
            );
            for (number, line) in &file.lines {
                for (branch, way) in line.branches.iter().enumerate() {
                    for (outcome, n) in [way.taken, way.not_taken].into_iter().enumerate() {
                        // A branch that was never executed has no counts.
                        let reached = way.taken + way.not_taken > 0;
                        let n = if reached {
                            n.to_string()
                        } else {
                            "-".to_owned()
                        };
                        let _ = writeln!(out, "BRDA:{number},{branch},{outcome},{n}");
                    }
                }
            }
            let _ = writeln!(
                out,
                "BRF:{}\nBRH:{}",
                shares.branches.of, shares.branches.hit
            );
            for (number, line) in &file.lines {
                let _ = writeln!(out, "DA:{number},{}", line.count);
            }
            let _ = writeln!(
                out,
                "LF:{}\nLH:{}\nend_of_record",
                shares.lines.of, shares.lines.hit
            );
        }
        out
    }

    /// A report in Cobertura's form (coverage-04.dtd), which GitLab, Jenkins and Azure read. A file is a class of the
    /// package of its folder. It has no time stamp: reports of equal runs are equal.
    #[must_use]
    pub fn cobertura(&self) -> String {
        let all = self.shares();
        let mut packages: BTreeMap<&str, Vec<(&str, &File)>> = BTreeMap::new();
        for (path, file) in &self.files {
            let folder = path.rsplit_once('/').map_or("", |(folder, _)| folder);
            packages.entry(folder).or_default().push((path, file));
        }
        let mut out = String::from(
            "<?xml version=\"1.0\" ?>\n<!DOCTYPE coverage SYSTEM \"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n",
        );
        let _ = writeln!(
            out,
            "<coverage line-rate=\"{}\" branch-rate=\"{}\" lines-covered=\"{}\" lines-valid=\"{}\" \
             branches-covered=\"{}\" branches-valid=\"{}\" complexity=\"0\" version=\"trueboard\" timestamp=\"0\">\n\
             <sources><source>.</source></sources>\n<packages>",
            all.lines.rate(),
            all.branches.rate(),
            all.lines.hit,
            all.lines.of,
            all.branches.hit,
            all.branches.of,
        );
        for (folder, files) in packages {
            let of = shares(files.iter().map(|f| f.1));
            let _ = writeln!(
                out,
                "<package name=\"{}\" line-rate=\"{}\" branch-rate=\"{}\" complexity=\"0\">\n<classes>",
                escaped(folder),
                of.lines.rate(),
                of.branches.rate()
            );
            for (path, file) in files {
                file.class(&mut out, path);
            }
            out += "</classes>\n</package>\n";
        }
        out + "</packages>\n</coverage>\n"
    }
}

impl File {
    /// The file as a class of Cobertura's.
    fn class(&self, out: &mut String, path: &str) {
        let of = shares([self]);
        let path = escaped(path);
        let _ = writeln!(
            out,
            "<class name=\"{path}\" filename=\"{path}\" line-rate=\"{}\" branch-rate=\"{}\" complexity=\"0\">\n<methods>",
            of.lines.rate(),
            of.branches.rate()
        );
        for ((line, name), count) in &self.functions {
            let _ = writeln!(
                out,
                "<method name=\"{}\" signature=\"\" line-rate=\"{}\" branch-rate=\"1.0\" complexity=\"0\"><lines>\
                 <line number=\"{line}\" hits=\"{count}\"/></lines></method>",
                escaped(name),
                if *count > 0 { "1.0" } else { "0.0" }
            );
        }
        *out += "</methods>\n<lines>\n";
        for (number, line) in &self.lines {
            let _ = write!(out, "<line number=\"{number}\" hits=\"{}\"", line.count);
            match line.branches.is_empty() {
                true => *out += " branch=\"false\"/>\n",
                false => {
                    let of = line.outcomes();
                    let _ = writeln!(
                        out,
                        " branch=\"true\" condition-coverage=\"{:.0}% ({}/{})\"/>",
                        of.percent().floor(),
                        of.hit,
                        of.of
                    );
                }
            }
        }
        *out += "</lines>\n</class>\n";
    }
}

impl Line {
    fn outcomes(&self) -> Share {
        let mut share = Share::default();
        for way in &self.branches {
            share.add(way.taken > 0);
            share.add(way.not_taken > 0);
        }
        share
    }
}

fn shares<'a>(files: impl IntoIterator<Item = &'a File>) -> Shares {
    let mut all = Shares::default();
    for file in files {
        for line in file.lines.values() {
            all.lines.add(line.count > 0);
            let of = line.outcomes();
            all.branches.of += of.of;
            all.branches.hit += of.hit;
        }
        for count in file.functions.values() {
            all.functions.add(*count > 0);
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::{Coverage, Covered, Outcomes, Share};

    fn at(at: u64, line: u32, count: u64, branch: Option<(u64, u64)>) -> Covered {
        Covered {
            at,
            file: "src/a.c".to_owned(),
            line,
            function: "f<int>".to_owned(),
            entry: at == 0,
            count,
            branch: branch.map(|(taken, not_taken)| Outcomes { taken, not_taken }),
        }
    }

    /// Line 1 has a loop's first entry and its test; line 2 was never reached.
    fn run() -> Vec<Covered> {
        vec![
            at(0, 1, 1, None),
            at(4, 1, 5, Some((4, 1))),
            at(8, 2, 0, Some((0, 0))),
            at(12, 3, 1, Some((0, 1))),
        ]
    }

    #[test]
    fn runs_add_up() {
        let mut coverage = Coverage::default();
        coverage.add(&run());
        let once = coverage.lcov();
        assert_eq!(
            once,
            "TN:\nSF:src/a.c\nFN:1,f<int>\nFNDA:1,f<int>\nFNF:1\nFNH:1\n\
             BRDA:1,0,0,4\nBRDA:1,0,1,1\nBRDA:2,0,0,-\nBRDA:2,0,1,-\nBRDA:3,0,0,0\nBRDA:3,0,1,1\nBRF:6\nBRH:3\n\
             DA:1,5\nDA:2,0\nDA:3,1\nLF:3\nLH:2\nend_of_record\n"
        );
        coverage.add(&run());
        let twice = coverage.lcov();
        assert!(twice.contains("DA:1,10\nDA:2,0\nDA:3,2\n"), "{twice}");
        assert!(twice.contains("BRDA:1,0,0,8\nBRDA:1,0,1,2\n"), "{twice}");
        assert_eq!(coverage.shares().lines, Share { of: 3, hit: 2 });
    }

    #[test]
    fn cobertura_has_the_shares_of_lcov() {
        let mut coverage = Coverage::default();
        coverage.add(&run());
        let xml = coverage.cobertura();
        for part in [
            "line-rate=\"0.6667\" branch-rate=\"0.5000\" lines-covered=\"2\" lines-valid=\"3\"",
            "<package name=\"src\"",
            "<method name=\"f&lt;int&gt;\"",
            "<line number=\"1\" hits=\"5\" branch=\"true\" condition-coverage=\"100% (2/2)\"/>",
            "<line number=\"3\" hits=\"1\" branch=\"true\" condition-coverage=\"50% (1/2)\"/>",
        ] {
            assert!(xml.contains(part), "{part} in {xml}");
        }
    }
}
