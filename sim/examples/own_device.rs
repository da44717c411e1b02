//! A device of one's own, an ADC whose value ramps, and code that reads it:
//! `cargo run --example own_device -- firmware/prebuilt/gr740/hello.elf`.

use std::error::Error;
use std::process::ExitCode;
use trueboard::{Io, Mapped, Peripheral, Setup, Stops};

/// Converts within 50 cycles of a write to START (0); READY (4) is 1 then, until the result (8) is read.
#[derive(Default)]
struct Adc {
    ready: bool,
    value: u32,
}

impl Peripheral for Adc {
    fn read(&mut self, offset: u32, io: &mut Io) -> u32 {
        let value = self.peek(offset, io.cycle());
        if offset == 8 {
            self.ready = false;
        }
        value
    }

    fn write(&mut self, offset: u32, _: u32, io: &mut Io) {
        if offset == 0 {
            io.wake_in(50);
        }
    }

    fn tick(&mut self, _: &mut Io) {
        self.ready = true;
        self.value = (self.value + 0x40) & 0xfff;
    }

    fn peek(&self, offset: u32, _: u64) -> u32 {
        match offset {
            4 => self.ready.into(),
            8 => self.value,
            _ => 0,
        }
    }

    fn save(&self) -> Vec<u8> {
        let ready = u32::from(self.ready).to_be_bytes();
        [ready, self.value.to_be_bytes()].concat()
    }

    fn restore(&mut self, bytes: &[u8]) -> Result<(), String> {
        let words: Vec<u32> = bytes
            .chunks_exact(4)
            .map(|w| w.iter().fold(0, |word, b| word << 8 | u32::from(*b)))
            .collect();
        let [ready, value] = words[..] else {
            return Err("two words are expected".to_owned());
        };
        (self.ready, self.value) = (ready != 0, value);
        Ok(())
    }
}

/// In place of `main`: starts a conversion, waits, reads the result into %g3, again and again.
const CODE: [u32; 10] = [
    0x033f_e804, // sethi %hi(0xffa01000), %g1
    0xc020_6000, // st %g0, [%g1]
    0xc400_6004, // ld [%g1 + 4], %g2
    0x80a0_a000, // cmp %g2, 0
    0x02bf_fffe, // be, two words back
    0x0100_0000, // nop
    0xc600_6008, // ld [%g1 + 8], %g3
    0x0100_0000, // nop
    0x10bf_fff9, // ba, seven words back
    0x0100_0000, // nop
];

fn main() -> ExitCode {
    match example() {
        Ok(()) => ExitCode::SUCCESS,
        Err(e) => {
            eprintln!("{e}");
            ExitCode::FAILURE
        }
    }
}

fn example() -> Result<(), Box<dyn Error>> {
    let Some(image) = std::env::args().nth(1) else {
        return Err("give an image for the GR740".into());
    };
    // Where the board has a CAN controller without a model.
    let adc = Mapped::new("adc", 0xffa0_1000, 0x10);
    let mut run = Setup::board("gr740")
        .image(image)
        .device_of(adc, Adc::default)
        .start()?;
    let main = run.symbol("main")?;
    run.run(Stops::at(main))?;
    let code: Vec<u8> = CODE.iter().flat_map(|w| w.to_be_bytes()).collect();
    run.core_mut(0)?.write(main, &code)?;
    for _ in 0..4 {
        run.run(Stops::at(main + 4 * 7))?;
        println!(
            "cycle {}: {:#x}",
            run.core(0)?.cycles(),
            run.core(0)?.register("g3")?
        );
    }
    Ok(())
}
