//! The animation in the terminal: keys, time and drawing.

use super::frame::{Scale, View, picture};
use crossterm::event::{self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use crossterm::{cursor, execute, queue, style, terminal};
use joust_madmax::Timeline;
use std::io::{self, Write};
use std::time::{Duration, Instant};

/// What to do after a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// Continue.
    Stay,
    /// End the animation.
    Leave,
}

/// The slowest and the fastest pace, in rounds per second.
const SPEEDS: [u32; 2] = [1, 640];
/// How long to wait for a key while the animation is paused.
const IDLE: Duration = Duration::from_mins(1);

impl View {
    /// The start of the game, with the largest cells that fit a terminal of this height.
    pub(crate) fn new(timeline: &Timeline, height: usize) -> View {
        let fits = timeline.header.settings.rows as usize + 2 <= height;
        let scale = if fits { Scale::Whole } else { Scale::Half };
        View { state: 0, scale, corner: (0, 0), playing: true, speed: 10, help: false }
    }

    /// Shows a state and pauses.
    fn go(&mut self, timeline: &Timeline, by: isize) {
        self.state = self.state.saturating_add_signed(by).min(timeline.last());
        self.playing = false;
    }

    /// Does what a key asks for.
    pub(crate) fn press(&mut self, timeline: &Timeline, key: KeyCode) -> After {
        let settings = &timeline.header.settings;
        let (rows, cols) = (settings.rows as usize, settings.cols as usize);
        match key {
            KeyCode::Char('q') | KeyCode::Esc => return After::Leave,
            KeyCode::Char(' ') => {
                if self.state == timeline.last() {
                    self.state = 0;
                }
                self.playing = !self.playing;
            }
            KeyCode::Left | KeyCode::Up => self.go(timeline, -1),
            KeyCode::Right | KeyCode::Down => self.go(timeline, 1),
            KeyCode::PageUp => self.go(timeline, -10),
            KeyCode::PageDown => self.go(timeline, 10),
            KeyCode::Home => self.go(timeline, isize::MIN),
            KeyCode::End => self.go(timeline, isize::MAX),
            KeyCode::Char('+' | '=') => self.speed = (self.speed * 2).min(SPEEDS[1]),
            KeyCode::Char('-') => self.speed = (self.speed / 2).max(SPEEDS[0]),
            KeyCode::Char('?' | 'h') => self.help = !self.help,
            KeyCode::Char('z') => {
                self.scale = if self.scale == Scale::Half { Scale::Whole } else { Scale::Half };
            }
            KeyCode::Char('w') => self.corner.0 = self.corner.0.saturating_sub(4),
            KeyCode::Char('s') => self.corner.0 = (self.corner.0 + 4).min((rows - 1) / 4 * 4),
            KeyCode::Char('a') => self.corner.1 = self.corner.1.saturating_sub(4),
            KeyCode::Char('d') => self.corner.1 = (self.corner.1 + 4).min(cols - 1),
            _ => {}
        }
        After::Stay
    }

    /// Shows the next round; pauses at the last.
    pub(crate) fn tick(&mut self, timeline: &Timeline) {
        self.state = (self.state + 1).min(timeline.last());
        self.playing &= self.state < timeline.last();
    }
}

/// Restores the terminal when dropped.
struct Borrowed;

impl Borrowed {
    fn new() -> io::Result<Borrowed> {
        terminal::enable_raw_mode()?;
        let borrowed = Borrowed;
        execute!(io::stdout(), terminal::EnterAlternateScreen, cursor::Hide)?;
        Ok(borrowed)
    }
}

impl Drop for Borrowed {
    fn drop(&mut self) {
        let _ = execute!(io::stdout(), cursor::Show, terminal::LeaveAlternateScreen);
        let _ = terminal::disable_raw_mode();
    }
}

/// Shows a game until the user quits.
pub(crate) fn show(timeline: &Timeline) -> io::Result<()> {
    let colour = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let height = terminal::size()?.1.into();
    let mut view = View::new(timeline, height);
    if !colour {
        view.scale = Scale::Whole;
    }
    let _borrowed = Borrowed::new()?;
    let mut due = Instant::now();
    loop {
        draw(timeline, &view, colour)?;
        let pace = Duration::from_secs(1) / view.speed;
        let wait = if view.playing { due.saturating_duration_since(Instant::now()) } else { IDLE };
        if !event::poll(wait)? {
            if view.playing {
                view.tick(timeline);
                // A slow terminal still shows every round, only later.
                due = (due + pace).max(Instant::now());
            }
            continue;
        }
        if let Event::Key(KeyEvent { code, modifiers, kind, .. }) = event::read()?
            && kind != KeyEventKind::Release
        {
            let interrupted = code == KeyCode::Char('c') && modifiers.contains(KeyModifiers::CONTROL);
            if interrupted || view.press(timeline, code) == After::Leave {
                return Ok(());
            }
        }
    }
}

fn draw(timeline: &Timeline, view: &View, colour: bool) -> io::Result<()> {
    let (width, height) = terminal::size()?;
    let (wide, high) = (usize::from(width).max(1), usize::from(height).max(2));
    let mut out = io::BufWriter::new(io::stdout().lock());
    queue!(out, cursor::MoveTo(0, 0))?;
    let mut lines = picture(timeline, view, wide, high).into_iter();
    for row in 0..height {
        let text = lines.next().map_or_else(String::new, |line| line.render(wide, colour));
        queue!(out, cursor::MoveTo(0, row), style::Print(text))?;
        queue!(out, terminal::Clear(terminal::ClearType::UntilNewLine))?;
    }
    out.flush()
}
