//! The experiments of the search course.

use crate::attend::attended_with;
use crate::duel::AnyPosition;
use crate::entrants::Entrant;
use crate::errors::{bad_job, because};
use crate::guest::Guests;
use crate::programs::programs;
use crate::{ask, limits};
use joust_core::Seed;
use joust_lab::{Agent, BadFolder, Done, Folder, Plan, Report as Found};
use joust_match::{BadJob, Broken, Schedule};
use joust_wargame::{Board, Rules};
use pyo3::prelude::*;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The report of a lab.
///
/// >>> import joust
/// >>> report = joust.lab(["minimax:1", "random"], boards=["tiny"])
/// >>> [agent["name"] for agent in report.data["agents"]]
/// ['minimax:1', 'random']
/// >>> print(report.summary().splitlines()[0])
/// board        MM–MM      RND–RND       MM–RND       RND–MM
#[pyclass(frozen, module = "joust")]
pub(crate) struct Report {
    plan: Plan,
    found: Mutex<Found>,
}

/// Lets agents of the War Game play each other on boards, each pair in both orders and each against itself, and
/// compares alpha-beta with minimax on each board: the experiments of the search course. Agents are names or
/// callables, as in :func:`joust.match`; without any, ``minimax:3`` and ``alphabeta:5`` play on the official
/// boards.
#[pyfunction]
#[pyo3(signature = (agents=None, *, boards=None, rules=None, seed=1, threads=1, strict=true))]
pub(crate) fn lab(
    py: Python<'_>,
    agents: Option<&Bound<'_, PyAny>>,
    boards: Option<Vec<String>>,
    rules: Option<&str>,
    seed: u64,
    threads: usize,
    strict: bool,
) -> PyResult<Report> {
    let entrants = agents.map_or_else(|| Ok(Vec::new()), Entrant::all)?;
    let threads = limits::threads(threads)?;
    let names = boards.unwrap_or_else(|| Board::OFFICIAL.map(str::to_owned).to_vec());
    let mut usual = Rules::default();
    let mut starts = Vec::new();
    for name in &names {
        let position = ask::position(py, "wargame", &ask::ask(Some(name), rules, None))?;
        let AnyPosition::War(coded) = position else { return Err(because(py, "BadBoard", name)) };
        usual = coded.at.rules();
        starts.push(coded.at.board());
    }
    let agent = |entrant: &Entrant| match entrant {
        Entrant::Named(name) => Agent::Named(name.clone()),
        Entrant::Guest(name, _) => Agent::Guest(name.clone()),
    };
    let all: Vec<Agent> = entrants.iter().map(agent).collect();
    let plan = py.detach(|| Plan::of(starts, usual, &all, Seed(seed), threads));
    let plan = plan.map_err(|why| because(py, "BadPlayer", why))?;
    let guests = Guests::new(entrants.iter().map(|entrant| entrant.callable(py)).collect(), strict);
    let programs = programs(py)?;
    let done = attended_with(py, &|py| guests.interrupt(py), |stop| {
        plan.open(programs).map_err(Broken::Game)?;
        let bring = |agent| guests.seat::<joust_wargame::Position>(agent);
        let play = |task| plan.play_guests(task, programs, &bring, stop);
        let schedule = Schedule { games: plan.tasks(), threads, stop };
        schedule.run(None, &play, &mut |_: &Done| ControlFlow::Continue(()))
    })?;
    if let Some(why) = guests.raised() {
        return Err(why);
    }
    let done = done.map_err(|why: Broken<BadJob>| match why {
        Broken::Game(why) => bad_job(py, why),
        why @ Broken::Journal(_) => because(py, "Failed", why),
    })?;
    let found = py.detach(|| Found::new(&plan, done.games, "joust.lab".to_owned(), None));
    let found = found.map_err(|why| because(py, "Failed", why))?;
    Ok(Report { plan, found: Mutex::new(found) })
}

impl Report {
    fn document(&self, py: Python<'_>) -> PyResult<String> {
        let document = py.detach(|| self.found().document());
        document.map_err(|why| because(py, "Failed", why))
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Report {
    /// The report as plain values: agents with their counts, games with their moves, and the comparison of
    /// alpha-beta with minimax, as ``report.json`` of ``joust lab`` has them.
    #[getter]
    fn data<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        py.import("json")?.call_method1("loads", (self.document(py)?,))
    }

    /// The results in a few lines.
    fn summary(&self, py: Python<'_>) -> String {
        py.detach(|| self.found().summary())
    }

    /// Writes the report into a folder: a page, tables for spreadsheets, records and the data. The folder must
    /// be empty or have a report of the same lab.
    fn save(&self, py: Python<'_>, folder: PathBuf) -> PyResult<()> {
        let document = self.document(py)?;
        let files = py.detach(|| self.found().files()).map_err(|why| because(py, "Failed", why))?;
        let saved = py.detach(|| {
            let (open, _journal) = Folder::open(&folder, &self.plan.about(), true)?;
            Ok::<_, BadFolder>(open.fill(&files, &document))
        });
        Ok(saved.map_err(|why| because(py, "Failed", why))??)
    }

    fn __repr__(&self) -> String {
        format!("<joust.Report of {} games>", self.plan.games())
    }
}
