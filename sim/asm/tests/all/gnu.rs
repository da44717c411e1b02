//! Every row and every alias of the three tables against GNU `as`, and programs with labels at near and far distances.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use trueboard_asm::{Isa, Placement, assemble_at};
use trueboard_core::isa::{Alias, Form, Row};
use trueboard_cpu_epiphany::isa as epiphany;
use trueboard_cpu_sparcv8::isa as sparc;
use trueboard_cpu_tricore::isa as tricore;

/// Where sources are assembled for.
const AT: u32 = 0x8000_0000;

/// Words of each row and alias.
const WORDS: usize = 20;

/// Random words (xorshift), the same in every run.
struct Random(u32);

impl Random {
    fn word(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }

    fn below(&mut self, end: usize) -> usize {
        self.word() as usize % end
    }
}

/// A text with the row that its word is of.
struct Case {
    row: &'static str,
    text: String,
    /// The word has so many bytes.
    length: usize,
    /// An operand is a target.
    target: bool,
}

fn forms<C>(rows: &'static [Row<C>], aliases: &'static [Alias]) -> Vec<&'static Form> {
    let rows = rows.iter().map(|r| &r.form);
    rows.chain(aliases.iter().map(|a| &a.form)).collect()
}

/// Texts of random words of each row and alias, in which ignored bits are 0 and pairs of registers even.
fn cases(isa: Isa) -> Vec<Case> {
    let mut random = Random(0x2545_f491);
    let forms = match isa {
        Isa::Sparc => forms(sparc::ROWS, sparc::ALIASES),
        Isa::TriCore => forms(tricore::ROWS, tricore::table::ALIASES),
        Isa::Epiphany => forms(epiphany::ROWS, epiphany::table::ALIASES),
    };
    let mut cases = Vec::new();
    for form in forms {
        for _ in 0..WORDS {
            let high = u32::MAX >> (32 - form.width);
            let word = random.word() & high & !form.fixed.mask | form.fixed.value;
            let pairs = form
                .operands
                .iter()
                .filter(|f| ["E", "P"].contains(&f.kind));
            let word = pairs.fold(word, |word, f| word & !f.bits.scatter(1));
            let (row, text) = match isa {
                Isa::Sparc => sparc::decode(word).map(|i| (i.op().name(), i.text(AT).to_string())),
                Isa::TriCore => {
                    tricore::decode(word).map(|i| (i.op().name(), i.text(AT).to_string()))
                }
                Isa::Epiphany => {
                    epiphany::table::decode(word).map(|i| (i.op().name(), i.text(AT).to_string()))
                }
            }
            .expect("a row has its words");
            let kinds = ["Disp", "Disp4", "Disp4p16", "DispLoop", "AbsJ", "Target"];
            cases.push(Case {
                row,
                text,
                length: form.width as usize / 8,
                target: form.operands.iter().any(|f| kinds.contains(&f.kind)),
            });
        }
    }
    cases
}

/// Why GNU `as` refuses some texts of a row, or makes other bytes of them.
fn excuse(isa: Isa, case: &Case) -> Option<&'static str> {
    let text = case.text.as_str();
    let both_15 = ["%a15,[%a15]", "%d15,[%a15]"]
        .iter()
        .any(|t| text.contains(t))
        || text.contains("[%a15]") && (text.ends_with(",%d15") || text.ends_with(",%a15"));
    Some(match (isa, case.row) {
        (Isa::Sparc, "Fpop1Unknown" | "Fpop2Unknown" | "Cpop1" | "Cpop2") => {
            "the text of an operation without a name is our own"
        }
        (Isa::Sparc, _) if text.contains("%f") => {
            "registers above %f31, and misaligned ones, are refused there"
        }
        (Isa::TriCore, _) if case.target => "a target is a label there",
        (Isa::TriCore, _) if text.ends_with(",2") || text.ends_with(",3") => {
            "a shift of 2 or 3 is refused there"
        }
        (Isa::TriCore, "UpdflRr") => "reserved bits are 1 there",
        (Isa::TriCore, "MfcrRlc" | "MtcrRlc") => "core registers of another derivative",
        (Isa::TriCore, _) if both_15 => "of two equal forms of 16 bits another one is taken there",
        (Isa::Epiphany, "Fabs16") => "only the form of 32 bits has operands there",
        (Isa::Epiphany, _) if case.target => "a target that is a number has 32 bits there",
        (Isa::Epiphany, "Swi") => "a code is refused there",
        (Isa::Epiphany, "Movts32" | "Movfs32") => {
            "special registers without a name are refused there"
        }
        (Isa::Epiphany, _) if text.starts_with("ldr") || text.starts_with("strd") => {
            "odd pairs, and bases that the access overwrites, are refused there"
        }
        _ => return None,
    })
}

fn ours(isa: Isa, source: &str) -> Result<Vec<u8>, String> {
    let placement = Placement {
        code: AT,
        data: None,
    };
    let made = assemble_at(isa, placement, "t.s", source);
    let text =
        |e: Vec<trueboard_asm::Diagnostic>| e.iter().map(|e| format!("{e}\n")).collect::<String>();
    Ok(made.map_err(text)?.sections[0].bytes.clone())
}

/// The tools of a target.
struct Gnu<'a> {
    prefix: &'a str,
    assembler: &'a [&'a str],
    linker: &'a [&'a str],
    dir: &'a Path,
}

impl Gnu<'_> {
    fn is_there(&self) -> bool {
        let there = |tool: &str| {
            let mut command = Command::new(format!("{}{tool}", self.prefix));
            command.arg("--version").output().is_ok()
        };
        ["as", "ld", "objcopy"].into_iter().all(there)
    }

    fn run(&self, tool: &str, options: &[&str], files: &[&str]) -> Result<(), String> {
        let mut command = Command::new(format!("{}{tool}", self.prefix));
        let out = command
            .current_dir(self.dir)
            .args(options)
            .args(files)
            .output();
        let out = out.expect("the tool starts");
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        if out.status.success() {
            Ok(())
        } else {
            Err(said)
        }
    }

    /// The bytes of `.text`, or what the assembler says.
    fn text(&self, source: &str) -> Result<Vec<u8>, String> {
        std::fs::write(self.dir.join("t.s"), source).expect("a source is written");
        self.run("as", self.assembler, &["-o", "t.o", "t.s"])?;
        let place = format!("-Ttext={AT:#x}");
        let linked = self.run(
            "ld",
            self.linker,
            &[&place, "-e", "0", "-o", "t.elf", "t.o"],
        );
        linked.expect("it can be linked");
        let copied = self.run(
            "objcopy",
            &["-O", "binary", "-j", ".text"],
            &["t.elf", "t.bin"],
        );
        copied.expect("it can be copied");
        Ok(std::fs::read(self.dir.join("t.bin")).expect("the bytes are read"))
    }

    /// The first four bytes of each text, alone in a place of four bytes; none of those that are refused.
    fn each(&self, texts: &[&str]) -> Vec<Option<Vec<u8>>> {
        let mut refused = BTreeSet::new();
        loop {
            let line = |(i, text): (usize, &&str)| {
                let text = if refused.contains(&i) { "" } else { text };
                format!("{text}\n.org {}\n", 4 * (i + 1))
            };
            let source: String = texts.iter().enumerate().map(line).collect();
            match self.text(&source) {
                Ok(bytes) => {
                    let all = bytes.chunks(4).enumerate();
                    return all
                        .map(|(i, b)| (!refused.contains(&i)).then(|| b.to_vec()))
                        .collect();
                }
                Err(said) => {
                    let before = refused.len();
                    let number = |line: &str| -> Option<usize> {
                        let rest = line.strip_prefix("t.s:")?;
                        let (number, rest) = rest.split_once(':')?;
                        rest.contains("Error")
                            .then(|| number.parse().ok())
                            .flatten()
                    };
                    refused.extend(said.lines().filter_map(number).map(|n| (n - 1) / 2));
                    assert!(refused.len() > before, "{said}");
                }
            }
        }
    }
}

/// What GNU's TriCore assembler makes of texts (`tests/oracle/tricore-gnu`): none where there is no such program.
fn tricore_gnu(texts: &[&str]) -> Option<Vec<Option<Vec<u8>>>> {
    let started = Command::new("tricore-gnu")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut judge) = started else {
        skip::skipped("there is no tricore-gnu (tests/oracle/tricore-gnu/install)");
        return None;
    };
    let mut input = judge.stdin.take().expect("it has an input");
    let lines: String = texts.iter().map(|t| format!("0\t{t}\n")).collect();
    let writer = std::thread::spawn(move || input.write_all(lines.as_bytes()));
    let output = judge.wait_with_output().expect("it ends");
    writer.join().expect("no panic").expect("it reads all");
    let text = String::from_utf8(output.stdout).expect("text");
    let bytes = |line: &str| {
        let hex = line.split_once('\t').expect("two fields").1.trim();
        let byte = |i: usize| u8::from_str_radix(&hex[i..i + 2], 16).expect("hexadecimal");
        (hex != "-").then(|| (0..hex.len()).step_by(2).map(byte).collect())
    };
    Some(text.lines().map(bytes).collect())
}

/// Compares the bytes of each case; `theirs` may have further bytes behind them.
fn compare(isa: Isa, cases: &[Case], theirs: Option<&[Option<Vec<u8>>]>) {
    let mut wrong = Vec::new();
    let mut same = 0;
    for (i, case) in cases.iter().enumerate() {
        let ours = match ours(isa, &case.text) {
            Ok(ours) => ours,
            Err(e) => {
                wrong.push(format!("{}: {e}", case.row));
                continue;
            }
        };
        let theirs = theirs.map(|t| t[i].as_ref().and_then(|b| b.get(..ours.len())));
        if theirs == Some(Some(&ours[..])) {
            same += 1;
            continue;
        }
        // Without a judge, or where it differs: our text of our bytes is the text, unless a shorter form was taken.
        let again = isa.disassembled(&ours, AT);
        let own = again == case.text || ours.len() < case.length;
        if !own || theirs.is_some() && excuse(isa, case).is_none() {
            wrong.push(format!(
                "{} {}: {ours:02x?} {again} / {theirs:02x?}",
                case.row, case.text
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {}\n{}",
        wrong.len(),
        cases.len(),
        wrong.join("\n")
    );
    assert!(
        theirs.is_none() || same > cases.len() / 2,
        "only {same} of {}",
        cases.len()
    );
}

/// Programs of branches to labels, with instructions and room between them: random, near and far.
fn program(isa: Isa, random: &mut Random) -> String {
    let (branches, others, far): (&[&str], &[&str], usize) = match isa {
        Isa::Sparc => (
            &["ba", "bne,a", "be", "fbe", "call", "bgu"],
            &[
                "add %g1, 5, %g2",
                "nop",
                "ld [%g1 + %g2], %g3",
                "set 0x12345678, %l3",
                ".word 1, 2",
            ],
            20_000,
        ),
        Isa::TriCore => (
            &[
                "j",
                "jl",
                "call",
                "jeq %d2,%d3,",
                "jne %d1,5,",
                "jz.a %a3,",
                "jge %d4,%d5,",
                "loop %a4,",
                "jltz %d3,",
            ],
            &[
                "add %d1,%d2,%d3",
                "nop",
                "mov %d4,1000",
                "ld.w %d3,[%a2]4",
                "add %d1,5",
            ],
            700,
        ),
        Isa::Epiphany => (
            &["b", "beq", "bne", "bl", "bgtu", "bblte"],
            &[
                "add r0,r1,r2",
                "nop",
                "add r20,r1,r2",
                "mov r0,0x1234",
                "ldr r1,[r2,0x3]",
            ],
            700,
        ),
    };
    let count = 4 + random.below(12);
    let mut lines = Vec::new();
    for label in 0..count {
        lines.push(format!("l{label}:"));
        for _ in 0..random.below(6) {
            lines.push(match random.below(3) {
                0 => {
                    let to = random.below(count);
                    format!("{} l{to}", branches[random.below(branches.len())])
                }
                _ => others[random.below(others.len())].to_owned(),
            });
        }
        if random.below(3) == 0 {
            lines.push(format!(".space {}", 4 * random.below(far / 4)));
        }
    }
    lines.push("nop".to_owned());
    lines.join("\n") + "\n"
}

fn programs(isa: Isa) -> Vec<String> {
    let mut random = Random(0x1234_5678);
    (0..60).map(|_| program(isa, &mut random)).collect()
}

/// Programs whose bytes differ, with the first place.
fn differing(
    isa: Isa,
    sources: &[String],
    theirs: impl Fn(usize, &str) -> Vec<u8>,
) -> BTreeMap<usize, String> {
    let mut wrong = BTreeMap::new();
    for (i, source) in sources.iter().enumerate() {
        let theirs = theirs(i, source);
        match ours(isa, source) {
            Ok(ours) if ours == theirs => {}
            Ok(ours) => {
                let at = ours.iter().zip(&theirs).take_while(|(a, b)| a == b).count();
                let place = format!(
                    "at {at:#x}: {:02x?} / {:02x?}\n{source}",
                    &ours[at..ours.len().min(at + 8)],
                    &theirs[at.min(theirs.len())..theirs.len().min(at + 8)]
                );
                wrong.insert(i, place);
            }
            Err(e) => {
                wrong.insert(i, e);
            }
        }
    }
    wrong
}

fn against_gnu(isa: Isa, prefix: &str, assembler: &[&str], linker: &[&str]) {
    let dir = tempfile::tempdir().expect("a folder");
    let gnu = Gnu {
        prefix,
        assembler,
        linker,
        dir: dir.path(),
    };
    let cases = cases(isa);
    if !gnu.is_there() {
        compare(isa, &cases, None);
        skip::skipped(&format!("there is no {prefix}as"));
        return;
    }
    let texts: Vec<&str> = cases.iter().map(|c| c.text.as_str()).collect();
    // Each is at AT here, and elsewhere there: targets are their distance.
    let moved: Vec<String> = cases
        .iter()
        .enumerate()
        .map(|(i, c)| moved(c, 4 * i as u32))
        .collect();
    let moved: Vec<&str> = moved.iter().map(String::as_str).collect();
    assert_eq!(texts.len(), moved.len());
    compare(isa, &cases, Some(&gnu.each(&moved)));
    let sources = programs(isa);
    let wrong = differing(isa, &sources, |_, source| {
        gnu.text(source).expect("GNU takes it")
    });
    assert!(
        wrong.is_empty(),
        "{} of {}: {wrong:#?}",
        wrong.len(),
        sources.len()
    );
}

/// The text of a case further behind: its target as well.
fn moved(case: &Case, by: u32) -> String {
    if !case.target {
        return case.text.clone();
    }
    let (front, target) = case.text.rsplit_once("0x").expect("a target");
    let target = u32::from_str_radix(target, 16).expect("a number");
    format!("{front}{:#x}", target.wrapping_add(by))
}

#[test]
fn sparc_is_assembled_as_by_gnu() {
    against_gnu(
        Isa::Sparc,
        "sparc64-linux-gnu-",
        &["-32", "-Aleon"],
        &["-m", "elf32_sparc"],
    );
}

#[test]
fn epiphany_is_assembled_as_by_gnu() {
    against_gnu(Isa::Epiphany, "epiphany-elf-", &[], &[]);
}

#[test]
fn tricore_is_assembled_as_by_gnu() {
    let cases = cases(Isa::TriCore);
    let texts: Vec<&str> = cases.iter().map(|c| c.text.as_str()).collect();
    let theirs = tricore_gnu(&texts);
    compare(Isa::TriCore, &cases, theirs.as_deref());
    let sources = programs(Isa::TriCore);
    let lines: Vec<String> = sources.iter().map(|s| s.replace('\n', ";")).collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    if let Some(theirs) = tricore_gnu(&lines) {
        let bytes = |i: usize, _: &str| theirs[i].clone().unwrap_or_default();
        let wrong = differing(Isa::TriCore, &sources, bytes);
        assert!(
            wrong.is_empty(),
            "{} of {}: {wrong:#?}",
            wrong.len(),
            sources.len()
        );
    }
}
