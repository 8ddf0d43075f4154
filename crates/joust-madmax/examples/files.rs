//! Sizes and times of results and compact records:
//! `cargo run --release -p joust-madmax --example files`

use joust_madmax::{CompactRecord, Config, Origin, ResultReader, Settings, Source};
use std::time::Instant;

/// The best of several runs, in milliseconds.
fn best<T>(mut work: impl FnMut() -> T) -> f64 {
    let times = (0..9).map(|_| {
        let start = Instant::now();
        std::hint::black_box(work());
        start.elapsed().as_secs_f64() * 1e3
    });
    times.fold(f64::INFINITY, f64::min)
}

fn main() {
    for (seed, name) in [(1, "Demo"), (30, "Demo"), (1, "Dummy"), (1, "Null")] {
        let config = Config { settings: Settings::default(), source: Source::Generator };
        let record =
            CompactRecord::play(config, Origin::Game, seed, [name; 4]).expect("a game can be played");
        let bytes = record.encode().expect("a game fits");
        let result = record.result().expect("a game can be replayed");
        let read = || ResultReader::new(&result).map(|reader| reader.map_while(Result::ok).count());
        assert_eq!(read(), Ok(1001));
        println!(
            "four {name}, seed {seed}: result {} bytes, record {} bytes; \
             read result {:.1} ms, encode {:.1} ms, decode {:.2} ms, regenerate {:.1} ms",
            result.len(),
            bytes.len(),
            best(read),
            best(|| record.encode()),
            best(|| CompactRecord::decode(&bytes)),
            best(|| record.result()),
        );
    }
}
