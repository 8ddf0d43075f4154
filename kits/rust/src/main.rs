//! The program. The referee starts it for each game: `joust match mad cmd:target/release/bot random`.

fn main() {
    joust::run(bots::make);
}
