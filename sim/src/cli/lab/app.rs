//! The terminal face without a terminal: what keys do, and what is on the screen.

use super::desk::{Desk, Served};
use super::{panels, prompt};
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use trueboard_lab::lesson::Lesson;
use trueboard_lab::{Command, Panel, Request, StopKind, View};

/// Cycles of the first core between two looks at the keyboard.
const PIECE: u64 = 100_000;

/// How many screens there are: a panel each, and the lesson behind them.
pub const SCREENS: usize = Panel::ALL.len() + 1;

/// The panel of a screen, in the order of its keys; none for the lesson.
pub fn panel(screen: usize) -> Option<Panel> {
    Panel::ALL.get(screen).map(|(_, panel)| *panel)
}

/// The name of a screen.
pub fn name(screen: usize) -> &'static str {
    Panel::ALL.get(screen).map_or("lesson", |(name, _)| name)
}

/// A line of a panel.
pub use trueboard_lab::view::Row;

/// What a wide screen shows beside the chosen panel: the last step, and what the core has now.
pub const BESIDE: [(&str, Panel); 3] = [
    ("pipeline", Panel::Pipeline),
    ("registers", Panel::Registers),
    ("calls", Panel::Calls),
];

/// The face.
pub struct App {
    pub desk: Desk,
    pub lesson: Option<Lesson>,
    pub colour: bool,
    pub panel: usize,
    pub view: View,
    pub rows: Vec<Row>,
    /// The code, for screens that have room for it beside another panel.
    pub code: Vec<Row>,
    /// Panels of [`BESIDE`], for screens that have room for these, too.
    pub beside: [Vec<Row>; BESIDE.len()],
    /// Columns of each half of such a screen; 0 on a smaller one.
    half: u16,
    pub selected: usize,
    /// What is being typed, behind its mark.
    pub typed: Option<String>,
    /// An answer, an error or help, over the main part.
    pub note: Vec<String>,
    going: Option<Command>,
    left: Option<bool>,
}

impl App {
    pub fn new(desk: Desk, lesson: Option<Lesson>) -> App {
        let panel = if lesson.is_some() { SCREENS - 1 } else { 0 };
        let note = desk.invitation();
        let mut app = App {
            desk,
            lesson,
            colour: true,
            panel,
            view: View::default(),
            rows: Vec::new(),
            code: Vec::new(),
            beside: Default::default(),
            half: 0,
            selected: 0,
            typed: None,
            note,
            going: None,
            left: None,
        };
        app.ask(None, None);
        app
    }

    /// The run goes on without keys.
    pub fn running(&self) -> bool {
        self.going.is_some()
    }

    /// The user has left; true if by Ctrl-C.
    pub fn left(&self) -> Option<bool> {
        self.left
    }

    /// Asks the lab, and keeps what it shows.
    fn ask(&mut self, command: Option<Command>, why: Option<String>) {
        let mut show = vec![Panel::Code];
        show.extend(panel(self.panel).filter(|p| *p != Panel::Code));
        // The pipeline is made by running the past again: too slow for each piece of a run.
        let beside = self.half > 0 && self.going.is_none();
        if beside {
            show.extend(BESIDE.map(|(_, panel)| panel));
        }
        let answer = self.desk.lab_mut().answer(&Request { command, show, why });
        self.view = answer.view;
        if let Some(e) = answer.error {
            self.note = vec![e];
            self.going = None;
        } else if !answer.why.is_empty() {
            self.note = answer.why;
        }
        self.code = panels::code(&self.view);
        self.rows = match name(self.panel) {
            "code" => self.code.clone(),
            "lesson" => panels::lesson(self.lesson.as_ref()),
            name => panels::rows(name, &self.view, usize::from(self.half)),
        };
        if beside {
            let half = usize::from(self.half);
            self.beside = BESIDE.map(|(name, _)| panels::rows(name, &self.view, half));
        }
        self.selected = self.selected.min(self.rows.len().saturating_sub(1));
    }

    /// The screen has two halves of so many columns with panels side by side, or 0: another width is another view.
    pub fn halves(&mut self, half: u16) {
        if self.half != half {
            self.half = half;
            self.ask(None, None);
        }
    }

    /// Lets GDB do what it wants for a moment, if it is there.
    fn serve(&mut self) {
        match self.desk.serve() {
            Served::Nothing => return,
            Served::Busy => {}
            Served::Came => {
                self.going = None;
                self.note.clear();
            }
            Served::Gone(line) => self.note = vec![line],
        }
        let before = std::mem::take(&mut self.view.cores);
        self.ask(None, None);
        if self.view.cores != before {
            self.show_where_it_stands();
        }
    }

    /// GDB is served, or a piece is done of a run that goes on.
    pub fn go_on(&mut self) {
        self.serve();
        let Some(command) = self.going.clone() else {
            return;
        };
        let from = self.view.time.cycle;
        let (piece, goal) = match command {
            Command::GoTo {
                cycle: Some(goal), ..
            } => (to_cycle(goal.min(from.saturating_add(PIECE))), Some(goal)),
            command => (command, None),
        };
        self.ask(Some(piece), None);
        let now = self.view.time.cycle;
        let over = match goal {
            None => self.view.stop.kind != StopKind::Piece,
            Some(goal) => self.view.stop.kind != StopKind::There || now >= goal || now <= from,
        };
        if over {
            self.going = None;
            self.show_where_it_stands();
        }
    }

    /// Begins a run, or does a command.
    pub fn act(&mut self, command: Command) {
        if self.desk.is_driven() {
            self.at_once(command);
            return;
        }
        match command {
            Command::Run { cycles: None } => {
                self.going = Some(Command::Run {
                    cycles: Some(PIECE),
                });
            }
            Command::RunTo {
                place,
                cycles: None,
            } => {
                self.going = Some(Command::RunTo {
                    place,
                    cycles: Some(PIECE),
                });
            }
            Command::GoTo {
                tick: None,
                cycle: Some(goal),
            } if goal > self.view.time.cycle => self.going = Some(to_cycle(goal)),
            command => self.at_once(command),
        }
    }

    fn at_once(&mut self, command: Command) {
        self.ask(Some(command), None);
        self.show_where_it_stands();
    }

    /// Chooses the line of the code at which the core stands.
    fn show_where_it_stands(&mut self) {
        if name(self.panel) == "code" {
            self.selected = self.rows.iter().position(|r| r.strong).unwrap_or(0);
        }
    }

    fn choose(&mut self, panel: usize) {
        if panel < SCREENS {
            self.panel = panel;
            self.selected = 0;
            self.ask(None, None);
            self.show_where_it_stands();
        }
    }

    /// Takes a key.
    pub fn key(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) && key.code == KeyCode::Char('c') {
            self.left = Some(true);
            return;
        }
        if self.typed.is_some() {
            self.type_key(key.code);
            return;
        }
        if !self.note.is_empty() {
            self.note.clear();
            if matches!(key.code, KeyCode::Esc | KeyCode::Enter) {
                return;
            }
        }
        let page = 15;
        match key.code {
            KeyCode::Char('q') => self.left = Some(false),
            KeyCode::Char(' ' | 'p') if self.running() => self.going = None,
            KeyCode::Char('r') => self.act(Command::Run { cycles: None }),
            KeyCode::Char('s') => self.act(Command::Step {
                core: None,
                count: None,
            }),
            KeyCode::Char('l') => self.act(Command::StepLine { core: None }),
            KeyCode::Char('n') => self.act(Command::StepOver { core: None }),
            KeyCode::Char('o') => self.act(Command::StepOut { core: None }),
            KeyCode::Char('b') => self.act(Command::StepBack {
                core: None,
                count: None,
            }),
            KeyCode::Char('B') => self.act(Command::RunBack { place: None }),
            KeyCode::Char('c') => {
                let cores = self.view.cores.len().max(1);
                let core = (usize::from(self.view.core) + 1) % cores;
                self.act(Command::Choose { core: core as u8 });
            }
            KeyCode::Left => self.slide(-1),
            KeyCode::Right => self.slide(1),
            KeyCode::Char('w') | KeyCode::Enter => self.why(),
            KeyCode::Char(':') => self.typed = Some(String::new()),
            KeyCode::Char('?' | 'h') => {
                self.note = prompt::help();
                self.note.extend(self.desk.invitation());
            }
            KeyCode::Tab => self.choose((self.panel + 1) % SCREENS),
            KeyCode::BackTab => self.choose((self.panel + SCREENS - 1) % SCREENS),
            KeyCode::Char(c @ '1'..='9') => self.choose(c as usize - '1' as usize),
            KeyCode::Char('0') => self.choose(9),
            KeyCode::Char('L') => self.choose(SCREENS - 1),
            KeyCode::Up => self.selected = self.selected.saturating_sub(1),
            KeyCode::Down => self.select(self.selected + 1),
            KeyCode::PageUp => self.selected = self.selected.saturating_sub(page),
            KeyCode::PageDown => self.select(self.selected + page),
            KeyCode::Home => self.selected = 0,
            KeyCode::End => self.select(usize::MAX),
            _ => {}
        }
    }

    fn select(&mut self, to: usize) {
        self.selected = to.min(self.rows.len().saturating_sub(1));
    }

    /// Goes a twentieth of what is recorded, back or forth.
    fn slide(&mut self, by: i64) {
        let t = &self.view.time;
        let span = (t.latest - t.earliest.min(t.latest)) / 20;
        let to = match by < 0 {
            true => t.tick.saturating_sub(span).max(t.earliest),
            false => t.tick.saturating_add(span).min(t.latest),
        };
        self.act(Command::GoTo {
            tick: Some(to),
            cycle: None,
        });
    }

    /// Asks about the chosen line.
    fn why(&mut self) {
        match self.rows.get(self.selected).and_then(|r| r.why.clone()) {
            Some(why) => self.ask(None, Some(why)),
            None => {
                self.note = vec![
                    "Nothing is to be explained here: choose a line with a ? in pipeline, caches, buses or \
                     counters."
                        .to_owned(),
                ];
            }
        }
    }

    fn type_key(&mut self, key: KeyCode) {
        let Some(text) = &mut self.typed else { return };
        match key {
            KeyCode::Char(c) => text.push(c),
            KeyCode::Backspace if text.pop().is_none() => {
                self.typed = None;
            }
            KeyCode::Esc => self.typed = None,
            KeyCode::Enter => {
                let text = self.typed.take().unwrap_or_default();
                match prompt::command(&text) {
                    Ok(Some(command)) => self.act(command),
                    Ok(None) => {}
                    Err(e) => self.note = vec![e],
                }
            }
            _ => {}
        }
    }
}

fn to_cycle(cycle: u64) -> Command {
    Command::GoTo {
        tick: None,
        cycle: Some(cycle),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ratatui::Terminal;
    use ratatui::backend::TestBackend;

    fn app(lesson: &str) -> App {
        let (name, lesson) = trueboard_lab::lesson::built_in(lesson).expect("a lesson");
        let files =
            super::super::images::of(name, &lesson, None).unwrap_or_else(|f| panic!("{}", f.text));
        let setup = lesson.setup(&Default::default()).expect("a setup");
        let lab = trueboard_lab::Lab::open(setup, files).expect("it opens");
        App::new(Desk::Alone(Box::new(lab)), Some(lesson))
    }

    fn screen(app: &mut App, width: u16, height: u16) -> String {
        let mut terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
        terminal.draw(|f| app.draw(f)).expect("it is drawn");
        terminal.backend().to_string()
    }

    fn press(app: &mut App, keys: &str) {
        for c in keys.chars() {
            let code = match c {
                '\n' => KeyCode::Enter,
                c => KeyCode::Char(c),
            };
            app.key(KeyEvent::new(code, KeyModifiers::NONE));
            while app.running() {
                app.go_on();
            }
        }
    }

    #[test]
    fn a_lesson_is_stepped_through_at_80_by_24() {
        let mut app = app("strides");
        assert!(screen(&mut app, 80, 24).contains("by_columns"));
        press(&mut app, ":run sum_columns\n1");
        let there = screen(&mut app, 80, 24);
        assert!(there.contains("sum_columns"), "{there}");
        let before = app.view.cores[0].pc.clone();
        press(&mut app, "sssbbb");
        assert_eq!(app.view.cores[0].pc, before);
        press(&mut app, "ssssssssss3");
        let pipeline = screen(&mut app, 80, 24);
        assert!(pipeline.contains("cycles"), "{pipeline}");
        let asked = app.rows.iter().position(|r| r.why.is_some());
        app.selected = asked.expect("something has stalled");
        press(&mut app, "w");
        assert!(
            app.note.iter().any(|n| n.contains("Core 0")),
            "{:?}",
            app.note
        );
    }

    /// Code, last steps, registers and calls are there at once, and follow each step.
    #[test]
    fn a_wide_screen_has_four_panels() {
        let mut app = app("strides");
        press(&mut app, ":run sum_columns\n1");
        for (width, height) in [(120, 40), (200, 60)] {
            let wide = screen(&mut app, width, height);
            for part in [
                " code ",
                " pipeline ",
                " registers ",
                " calls ",
                "sp ",
                "main+",
            ] {
                assert!(wide.contains(part), "{width}: {part}\n{wide}");
            }
            let before = app.beside.clone();
            press(&mut app, "ss");
            for (n, (panel, _)) in BESIDE.iter().enumerate().take(2) {
                assert_ne!(before[n], app.beside[n], "{width}: {panel} follows a step");
            }
        }
        press(&mut app, "4");
        let caches = screen(&mut app, 120, 40);
        assert!(
            caches.contains(" caches ") && caches.contains(" registers "),
            "{caches}"
        );
        let narrow = screen(&mut app, 80, 24);
        assert!(
            narrow.contains(" caches ") && !narrow.contains(" registers "),
            "{narrow}"
        );
    }

    #[test]
    fn a_cycle_is_gone_to_in_pieces_and_no_further() {
        let mut app = app("first-run");
        // To the end of the instruction in which the cycle lies, though the core runs alone for long.
        press(&mut app, ":goto 2000\n");
        let there = app.view.time.cycle;
        assert!((2000..2100).contains(&there), "{there}");
        press(&mut app, ":goto 1000\n");
        let earlier = app.view.time.cycle;
        assert!((1000..1100).contains(&earlier), "{earlier}");
        press(&mut app, ":goto 900000000000\n");
        assert_eq!(app.view.stop.kind, StopKind::Ended);
        assert_eq!(app.note, Vec::<String>::new());
    }

    /// The head of the screen has the time and the cycle of one core: 250 MHz on this board.
    #[test]
    fn the_head_shows_one_time() {
        let mut app = app("strides");
        press(&mut app, ":run main\nsss");
        for keys in ["", "s", "b", ":goto 3001\n", "c", "ccc"] {
            press(&mut app, keys);
            let head = screen(&mut app, 200, 40);
            let mut words = head
                .split_whitespace()
                .skip_while(|w| *w != "cycle")
                .skip(1);
            let number = |word: Option<&str>| word.and_then(|w| w.parse::<f64>().ok());
            let (cycle, seconds) = (number(words.next()), number(words.next()));
            let (cycle, seconds) = (cycle.expect("a cycle"), seconds.expect("a time"));
            // The second core is held, and the first one alone in its first slice.
            assert!(cycle > 0.0 || keys == "c", "{head}");
            // The screen has microseconds.
            assert!(
                (cycle / 250e6 - seconds).abs() <= 0.5e-6 + 1e-12,
                "{cycle} {seconds}"
            );
        }
    }

    #[test]
    fn the_slider_goes_the_way_of_its_key() {
        let mut app = app("strides");
        press(&mut app, ":run main\nsss");
        let at = |app: &App| app.view.time.tick;
        for _ in 0..5 {
            let before = at(&app);
            app.key(KeyEvent::new(KeyCode::Left, KeyModifiers::NONE));
            assert!(at(&app) < before, "{} is not before {before}", at(&app));
        }
        for _ in 0..3 {
            let before = at(&app);
            app.key(KeyEvent::new(KeyCode::Right, KeyModifiers::NONE));
            assert!(at(&app) > before, "{} is not behind {before}", at(&app));
        }
    }

    #[test]
    fn random_keys_do_no_harm() {
        let mut app = app("strides");
        let keys: Vec<KeyCode> = "srnlobBc:wLq?h1234567890 pRGbreak main\u{1f600}"
            .chars()
            .map(KeyCode::Char)
            .chain([
                KeyCode::Enter,
                KeyCode::Esc,
                KeyCode::Tab,
                KeyCode::BackTab,
                KeyCode::Up,
                KeyCode::Down,
                KeyCode::Left,
                KeyCode::Right,
                KeyCode::PageDown,
                KeyCode::End,
                KeyCode::Backspace,
            ])
            .collect();
        let sizes = [(80, 24), (200, 60), (1, 1), (20, 5), (79, 23), (132, 43)];
        let mut state = 0x2545_f491_4f6c_dd1d_u64;
        for n in 0..600 {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            let key = keys[(state % keys.len() as u64) as usize];
            app.key(KeyEvent::new(key, KeyModifiers::NONE));
            app.go_on();
            if n % 7 == 0 {
                let (w, h) = sizes[(state >> 32) as usize % sizes.len()];
                screen(&mut app, w, h);
            }
        }
    }
}
