//! The screen.

use super::app::{App, BESIDE, Row, name};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Text};
use ratatui::widgets::{Block, Clear, Paragraph, Wrap};

/// From this width on, the code stands beside another panel.
const WIDE: u16 = 120;
/// From this height of the main part on, a wide screen has four panels or five.
const TALL: u16 = 24;

impl App {
    fn style(&self, colour: Color) -> Style {
        match self.colour {
            true => Style::new().fg(colour),
            false => Style::new(),
        }
    }

    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let all = frame.area();
        let [head, main, slider, foot] = Layout::vertical([
            Constraint::Length(2),
            Constraint::Min(0),
            Constraint::Length(1),
            Constraint::Length(1),
        ])
        .areas(all);
        self.head(frame, head);
        let name = name(self.panel);
        let tall = main.height >= TALL;
        self.halves(if all.width >= WIDE && tall {
            all.width / 2
        } else {
            0
        });
        if all.width >= WIDE && tall {
            self.panels(frame, main);
        } else if all.width >= WIDE && name != "code" {
            let [left, right] =
                Layout::horizontal([Constraint::Percentage(50), Constraint::Percentage(50)])
                    .areas(main);
            self.named(frame, left, "code");
            self.named(frame, right, name);
        } else {
            self.named(frame, main, name);
        }
        self.slider(frame, slider);
        self.foot(frame, foot);
        self.note(frame, main);
    }

    /// Code over the last steps, and at their right registers over calls; a panel that is none of these is above them.
    fn panels(&self, frame: &mut Frame<'_>, area: Rect) {
        let half = [Constraint::Percentage(50), Constraint::Percentage(50)];
        let [left, right] = Layout::horizontal(half).areas(area);
        let [code, steps] =
            Layout::vertical([Constraint::Percentage(60), Constraint::Percentage(40)]).areas(left);
        self.named(frame, code, "code");
        self.named(frame, steps, "pipeline");
        let chosen = name(self.panel);
        let there = chosen == "code" || BESIDE.iter().any(|(name, _)| *name == chosen);
        let [_, registers, _] = &self.beside;
        let registers = u16::try_from(registers.len() + 2).unwrap_or(u16::MAX);
        let [top, middle, bottom] = Layout::vertical([
            Constraint::Percentage(if there { 0 } else { 50 }),
            Constraint::Max(registers),
            Constraint::Min(3),
        ])
        .areas(right);
        if !there {
            self.named(frame, top, chosen);
        }
        self.named(frame, middle, "registers");
        self.named(frame, bottom, "calls");
    }

    /// A panel: the chosen one with its line, the code where the core is.
    fn named(&self, frame: &mut Frame<'_>, area: Rect, panel: &'static str) {
        if panel == name(self.panel) {
            self.list(frame, area, panel, &self.rows, Some(self.selected));
        } else if panel == "code" {
            let here = self.code.iter().position(|r| r.strong);
            self.list(frame, area, panel, &self.code, here);
        } else if let Some(n) = BESIDE.iter().position(|(name, _)| *name == panel) {
            self.list(frame, area, panel, &self.beside[n], None);
        }
    }

    fn head(&self, frame: &mut Frame<'_>, area: Rect) {
        let v = &self.view;
        let cores = v.cores.iter().map(|c| {
            let mark = if c.id == v.core { ">" } else { "" };
            format!("{mark}{}:{}", c.name, c.state)
        });
        let first = format!(
            "{}  cycle {}  {:.6} s  {}",
            v.board,
            v.time.cycle,
            v.time.seconds,
            cores.collect::<Vec<_>>().join(" ")
        );
        let stands = match &v.outcome {
            Some(o) => format!("the run is over: {}", o.detail),
            None if self.running() => "running; space pauses".to_owned(),
            None => v.stop.text.clone(),
        };
        let second = match (self.desk.is_driven(), self.desk.goes()) {
            (_, true) => "GDB lets it run; Ctrl-C in GDB stops it".to_owned(),
            // Nothing has run yet.
            (true, false) if stands.is_empty() => "GDB drives".to_owned(),
            (true, false) => format!("GDB drives: {stands}"),
            (false, false) => stands,
        };
        let bold = Style::new().add_modifier(Modifier::BOLD);
        let text = Text::from(vec![Line::styled(first, bold), Line::raw(second)]);
        frame.render_widget(Paragraph::new(text), area);
    }

    fn list(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        name: &str,
        rows: &[Row],
        chosen: Option<usize>,
    ) {
        let height = usize::from(area.height.saturating_sub(2));
        let first = chosen.unwrap_or(0).saturating_sub(height / 2);
        let first = first.min(rows.len().saturating_sub(height));
        let shown = rows.iter().enumerate().skip(first).take(height);
        let lines = shown.map(|(i, r)| {
            let mut style = match r.strong {
                true => self.style(Color::Cyan).add_modifier(Modifier::BOLD),
                false => Style::new(),
            };
            if r.why.is_some() && r.text.starts_with('?') {
                style = style.patch(self.style(Color::Yellow));
            }
            if Some(i) == chosen {
                style = style.add_modifier(Modifier::REVERSED);
            }
            Line::styled(r.text.clone(), style)
        });
        let title = format!(" {name} ");
        let text = Text::from(lines.collect::<Vec<_>>());
        let block = Block::bordered().title(title);
        frame.render_widget(Paragraph::new(text).block(block), area);
    }

    fn slider(&self, frame: &mut Frame<'_>, area: Rect) {
        let t = &self.view.time;
        let width = u64::from(area.width.saturating_sub(2));
        let span = t.latest.saturating_sub(t.earliest).max(1);
        let done = t.tick.saturating_sub(t.earliest).min(span);
        let at = u128::from(done) * u128::from(width) / u128::from(span);
        let bar: String = (0..u128::from(width))
            .map(|i| if i < at { '=' } else { '-' })
            .collect();
        frame.render_widget(Paragraph::new(format!("[{bar}]")), area);
    }

    fn foot(&self, frame: &mut Frame<'_>, area: Rect) {
        let text = match &self.typed {
            Some(typed) => format!(":{typed}_"),
            None => "s step n over o out b back r run w why Tab panel : command ? help q quit"
                .to_owned(),
        };
        let style = Style::new().add_modifier(Modifier::REVERSED);
        frame.render_widget(Paragraph::new(text).style(style), area);
    }

    fn note(&self, frame: &mut Frame<'_>, main: Rect) {
        if self.note.is_empty() || main.width < 4 || main.height < 3 {
            return;
        }
        let width = usize::from(main.width.saturating_sub(2)).max(1);
        let lines: usize = self.note.iter().map(|l| l.len() / width + 2).sum();
        let height = u16::try_from(lines + 2)
            .unwrap_or(u16::MAX)
            .min(main.height);
        let area = Rect {
            y: main.y + main.height - height,
            height,
            ..main
        };
        frame.render_widget(Clear, area);
        let block = Block::bordered().title(" Esc closes ");
        let text = Text::from(self.note.join("\n"));
        let paragraph = Paragraph::new(text).wrap(Wrap { trim: true }).block(block);
        frame.render_widget(paragraph, area);
    }
}
