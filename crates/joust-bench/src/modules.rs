//! Modules on fuel: how much fuel a second is, what metering costs, and how fast games with modules are.

use crate::best_of;
use joust_core::{Asked, Course, Player, Referee, Seat};
use joust_mad::Battle;
use joust_madmax::player::Seated;
use joust_madmax::{Config, Origin, Recorder, Settings, Skirmish, Source, TEAMS, round_orders};
use joust_match::play;
use joust_sandbox::{Audience, BotTerms, Build, FUEL_PER_SECOND, Fuel, ModuleCode, ModuleHost};
use joust_view::View;
use joust_wargame::Campaign;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

const ROUNDS: usize = 5;
const GAMES: i32 = 8;
const TURNS: u32 = 10_000;
/// More than any of these measurements uses.
const PLENTY: Fuel = Fuel { turn: 0, bank: 1 << 60, patience: None };
/// The contest's limit for a game.
const CONTEST: Fuel = Fuel { turn: 0, bank: 3 * FUEL_PER_SECOND, patience: None };

const COMPILER: &str = "clang++-19";

pub(crate) fn run() {
    println!("Modules: best of {ROUNDS}, one core");
    let folder = std::env::temp_dir().join(format!("joust-bench-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder for programs");
    if let Some(bench) = Bench::new(&folder) {
        bench.metering();
        bench.start();
        bench.plies::<Campaign>("War Game");
        bench.plies::<Battle>("MAD");
        bench.demos();
    } else {
        println!("  not measured: {COMPILER} or the libraries of WASI are missing");
    }
    std::fs::remove_dir_all(&folder).expect("the folder is ours");
}

/// Work as a program and as a module.
#[derive(Clone, Copy)]
struct Compared {
    native: Duration,
    metered: Duration,
    fuel: u64,
}

impl Compared {
    fn rate(&self) -> f64 {
        self.fuel as f64 / self.metered.as_secs_f64()
    }
}

struct Bench {
    folder: PathBuf,
    host: ModuleHost,
    alpha_beta: Arc<ModuleCode>,
    mixture: Arc<ModuleCode>,
    chase: Arc<ModuleCode>,
    first_move: Arc<ModuleCode>,
    demo: PathBuf,
}

impl Bench {
    /// Compiles the programs; `None` without a compiler.
    fn new(folder: &Path) -> Option<Bench> {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        let host = ModuleHost::new(Some(&folder.join("cache"))).expect("a folder of our own");
        let compile = |name: &str, native: bool| {
            let output = folder.join(if native { name.to_owned() } else { format!("{name}.wasm") });
            let mut compiler = Command::new(COMPILER);
            if !native {
                compiler.args(["--target=wasm32-wasi", "-mexec-model=reactor", "-fno-exceptions"]);
            }
            let source = root.join("programs").join(format!("{name}.cc"));
            let done = compiler.args(["-O2", "-std=c++14"]).arg(source).arg("-o").arg(&output).output();
            done.is_ok_and(|done| done.status.success()).then_some(output)
        };
        let module = |name| Some(Arc::new(host.open(&compile(name, false)?).expect("a module")));
        let (alpha_beta, first_move) = (module("alphabeta")?, module("first_move")?);
        let (mixture, chase) = (module("mixture")?, module("chase")?);
        for name in ["alphabeta", "mixture", "chase"] {
            compile(name, true)?;
        }
        let source = root.join("../../kits/madmax-cpp/AIDemo.cc");
        let demo = folder.join("Demo.wasm");
        let built = Build { source: &source, standard: None, coloured: false, confined: None }.run().ok()?;
        std::fs::write(&demo, built.bytes).expect("a file");
        Some(Bench { folder: folder.to_owned(), host, alpha_beta, mixture, chase, first_move, demo })
    }

    /// Work as a program and as a module, and the fuel of a second.
    fn metering(&self) {
        let [search] = self.compare("alphabeta", &self.alpha_beta);
        println!("  alpha-beta in C++, native        {:9.1} ms", millis(search.native));
        let ratio = search.metered.as_secs_f64() / search.native.as_secs_f64();
        println!(
            "  alpha-beta in C++, metered       {:9.1} ms   {ratio:.2} x   (aim 1.6)",
            millis(search.metered)
        );
        let mixture: [Compared; 8] = self.compare("mixture", &self.mixture);
        let names =
            ["distances", "trees", "hash tables", "sorting", "reals", "remainders", "bits", "virtual calls"];
        for (name, work) in names.iter().zip(&mixture) {
            let ratio = work.metered.as_secs_f64() / work.native.as_secs_f64();
            println!(
                "  {name:14} in C++            {:9.2} G fuel a second; {ratio:.2} x native",
                work.rate() / 1e9
            );
        }
        let mean = (mixture.iter().map(|work| work.rate().ln()).sum::<f64>() / 8.0).exp();
        println!("  fuel a second, geometric mean    {:9.2} G", mean / 1e9);
        println!(
            "  fuel that stands for a second    {:9.2} G   (FUEL_PER_SECOND)",
            FUEL_PER_SECOND as f64 / 1e9
        );
        let [chase] = self.compare("chase", &self.chase);
        println!(
            "  chasing pointers through memory  {:9.0} x the time that its fuel stands for",
            FUEL_PER_SECOND as f64 / chase.rate()
        );
    }

    /// The best times of a program and of a module that do the same.
    fn compare<const KINDS: usize>(&self, name: &str, code: &Arc<ModuleCode>) -> [Compared; KINDS] {
        let game = Battle::default();
        let mut best = [Compared { native: Duration::MAX, metered: Duration::MAX, fuel: 0 }; KINDS];
        let mut player = code.seat::<Battle>(PLENTY, BotTerms::default(), Audience::absent());
        player.get_ready(&game, Seat::FIRST).expect("a bot");
        // In turns, so that both have the same share of a busy machine.
        for _ in 0..ROUNDS {
            let program = Command::new(self.folder.join(name)).output().expect("the program runs");
            let printed = String::from_utf8_lossy(&program.stdout);
            for (line, best) in printed.lines().zip(&mut best) {
                let (result, seconds) = line.split_once(' ').expect("two numbers");
                let native = Duration::from_secs_f64(seconds.parse().expect("seconds"));
                let begin = Instant::now();
                let answer = player.act(&Asked::unstopped(&game, Seat::FIRST)).expect("an answer");
                let metered = begin.elapsed();
                assert_eq!(answer.nodes, result.parse().ok(), "both do the same");
                let fuel = answer.fuel.expect("a module has fuel");
                let (native, metered) = (best.native.min(native), best.metered.min(metered));
                *best = Compared { native, metered, fuel };
            }
        }
        best
    }

    /// From a file to a player that has said hello, compiled before.
    fn start(&self) {
        let open = || Arc::new(self.host.open(&self.demo).expect("a module"));
        let begin = Instant::now();
        open();
        let compiled = begin.elapsed();
        let game = skirmish(30);
        let ((), took) = best_of(ROUNDS, || {
            let mut player = open().seat_army(CONTEST, None, Audience::absent());
            player.get_ready(&game, Seat::FIRST).expect("a player");
        });
        println!("  start of Demo, not yet compiled  {:9.1} ms", millis(compiled));
        println!("  start of Demo, from the cache    {:9.2} ms   (aim 5)", millis(took));
        let code = open();
        let ((), took) = best_of(ROUNDS, || {
            let mut player = code.seat_army(CONTEST, None, Audience::absent());
            player.get_ready(&game, Seat::FIRST).expect("a player");
        });
        println!("  the next game of a loaded Demo   {:9.3} ms", millis(took));
    }

    /// What a ply of a duel costs with a module that answers at once.
    fn plies<G: View + Default>(&self, name: &str) {
        let (game, stop) = (G::default(), AtomicBool::new(false));
        let ((), took) = best_of(ROUNDS, || {
            let mut player = self.first_move.seat::<G>(PLENTY, BotTerms::default(), Audience::absent());
            player.get_ready(&game, Seat::FIRST).expect("a bot");
            for _ in 0..TURNS {
                player.act(&Asked::new(&game, Seat::FIRST, &stop)).expect("an answer");
            }
        });
        let turn = || {
            let turn = joust_proto::Turn::of(&game, Seat::FIRST, Some(&game), &[]);
            joust_proto::ToBot::Turn(turn).line().len()
        };
        let (_, text) = best_of(ROUNDS, || (0..TURNS).map(|_| turn()).sum::<usize>());
        let micros = |took: Duration| took.as_secs_f64() * 1e6 / f64::from(TURNS);
        println!(
            "  a ply of a module, {name:9}     {:9.2} µs   (aim 20; {:.2} of it writes the message)",
            micros(took),
            micros(text)
        );
    }

    /// Games of four C++ Demo modules under the contest's limit, each with its record.
    fn demos(&self) {
        let code = Arc::new(self.host.open(&self.demo).expect("a module"));
        let seat = || Box::new(code.seat_army(CONTEST, None, Audience::absent())) as Seated;
        let (mut took, mut fuel, mut bytes) = (Duration::ZERO, 0, 0);
        for seed in 1..=GAMES {
            let ((used, size), time) = best_of(ROUNDS, || {
                let mut players = [0; TEAMS].map(|_| seat());
                let game = skirmish(seed);
                let (config, start) = (game.config().clone(), game.state());
                let mut record = Recorder::new(config, Origin::SecGame, seed, ["Demo"; TEAMS], start);
                let mut table = Referee::new(Course::new(game));
                let mut write = |course: &Course<Skirmish>| {
                    let orders = round_orders(&course.actions()[course.actions().len() - TEAMS..]);
                    record.round(&orders, course.movements(), course.state());
                };
                let account = play(&mut table, &mut players, &|_| None, &mut write, &AtomicBool::new(false));
                let account = account.expect("nobody stops it");
                assert_eq!(account.faults, [], "Demo plays to the end");
                let fuel = account.fuel.iter().flatten().sum::<u64>();
                for player in &mut players {
                    player.end();
                }
                (fuel, record.finish().encode().expect("a record").len())
            });
            (took, fuel, bytes) = (took + time, fuel + used, bytes + size);
        }
        let rounds = f64::from(500 * GAMES) / took.as_secs_f64();
        println!("  Demo x4 as modules, with records {rounds:9.0} rounds a second   (aim 5000)");
        let share = fuel as f64 / f64::from(GAMES) / TEAMS as f64 / CONTEST.bank as f64;
        println!(
            "  fuel of a Demo in a game         {:9.2} G    {:.1} % of the contest's limit; records of {} bytes",
            fuel as f64 / f64::from(GAMES) / TEAMS as f64 / 1e9,
            share * 100.0,
            bytes / GAMES as usize
        );
    }
}

fn skirmish(seed: i32) -> Skirmish {
    let config = Config { settings: Settings::default(), source: Source::Generator };
    Skirmish::begin(config, seed).expect("the contest's settings make a map")
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}
