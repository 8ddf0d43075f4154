//! `/contests/ID`: what a student sees first, and what a teacher decides.

use super::head::{Date, Head, RoundLine, language};
use super::versions::VersionLine;
use super::when::When;
use super::{fault_of, go, private, told};
use crate::app::App;
use crate::contest::service::{ContestFault, ContestState, Overview, Standing};
use crate::contest::words::ContestWords;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::pages::Frame;
use askama::Template;
use axum::extract::{Path, State};
use axum::response::Response;
use axum::{Extension, Form};
use joust_contest::{Contest, Language, Rank};
use joust_sandbox::FUEL_PER_SECOND;
use serde::Deserialize;
use std::sync::Arc;

/// `templates/contest.html`
#[derive(Template)]
#[template(path = "contest.html")]
#[expect(clippy::struct_excessive_bools, reason = "a template asks one question at a time")]
struct FrontPage {
    frame: Frame,
    words: &'static ContestWords,
    head: Head,
    fault: Option<String>,
    origin: Arc<str>,
    is_signed_in: bool,
    is_student: bool,
    takes: bool,
    state: ContestState,
    facts: Facts,
    next: Option<Date>,
    opens: Option<When>,
    closes: Option<When>,
    own: Vec<VersionLine>,
    /// The newest version that is not judged yet: the page follows it.
    live: Option<u64>,
    has_official: bool,
    rank: Option<Rank>,
    ranked: usize,
    versions_left: u32,
    rounds: Vec<RoundLine>,
    waiting: usize,
    students: usize,
    join_code: Option<String>,
}

/// The terms in short.
pub(crate) struct Facts {
    pub(crate) is_army: bool,
    pub(crate) boards: String,
    pub(crate) languages: String,
    pub(crate) limits: String,
    pub(crate) qualification: String,
    /// The rules for sources that apply to its languages.
    pub(crate) rules: Vec<String>,
    pub(crate) longest_name: usize,
    /// The endings of the files that are taken, for the form.
    pub(crate) accept: String,
}

impl Facts {
    fn new(contest: &Contest, words: &ContestWords) -> Facts {
        let boards: Vec<&str> = contest.boards.iter().map(|setup| setup.board.name.as_str()).collect();
        let languages: Vec<&str> = contest.languages.iter().map(|one| language(*one, words)).collect();
        let endings: Vec<String> = contest.languages.iter().map(|one| format!(".{}", one.ending())).collect();
        let mut against = contest.qualification.against.clone();
        against.dedup();
        let some = |fuel: Option<u64>| fuel.filter(|fuel| *fuel > 0).map(seconds).unwrap_or_default();
        let (wins, games) = (contest.qualification.wins, contest.qualification.seeds.len());
        Facts {
            is_army: contest.seats() > 2,
            boards: boards.join(", "),
            languages: languages.join(", "),
            limits: words.limits_of(
                &words.decimal(&some(contest.limits.fuel)),
                &words.decimal(&some(contest.limits.bank)),
                &contest.limits.memory.map_or_else(String::new, |memory| format!("{memory}")),
            ),
            qualification: if games == 0 {
                words.no_qualification.to_owned()
            } else {
                words.qualification_of(wins, games, &against.join(", "))
            },
            rules: rules(contest, words),
            longest_name: contest.sources.longest_name,
            accept: endings.join(","),
        }
    }
}

/// The rules for sources that apply to the languages of a contest.
fn rules(contest: &Contest, words: &ContestWords) -> Vec<String> {
    let (sources, languages) = (&contest.sources, &contest.languages);
    let mut rules = Vec::new();
    if languages.iter().any(|one| one.has_headers()) {
        rules.push(match &sources.headers {
            None => words.any_headers.to_owned(),
            Some(_) if sources.are_standard_headers() => words.standard_headers.to_owned(),
            Some(headers) => {
                let headers: Vec<String> = headers.iter().map(|header| format!("<{header}>")).collect();
                words.only_headers(&headers.join(", "))
            }
        });
    }
    if languages.iter().any(|one| one.is_cpp()) && !sources.global_state {
        rules.push(words.no_global_state.to_owned());
    }
    if languages.iter().any(|one| *one != Language::Module) {
        rules.push(words.largest_source(&words.size(sources.largest)));
    }
    if languages.contains(&Language::Module) {
        rules.push(words.largest_module(&words.size(sources.largest_module)));
    }
    rules.push(words.longest_name(sources.longest_name));
    rules
}

/// Fuel as the seconds that a teacher wrote.
#[expect(clippy::cast_precision_loss, reason = "told with at most two digits")]
fn seconds(fuel: u64) -> String {
    let text = format!("{:.2}", fuel as f64 / FUEL_PER_SECOND as f64);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The page of a contest, with what is wrong with a form of it.
pub(crate) async fn page(
    app: &App,
    caller: &Caller,
    id: &str,
    fault: Option<&ContestFault>,
) -> Result<Response, Failure> {
    let overview = app.contests.overview(caller, id).await?;
    let words = ContestWords::of(caller.language);
    let head = Head::new(&overview, caller, "");
    let Overview {
        card, contest, own, official, rank, ranked, versions_left, rounds, queue, join_code, ..
    } = overview;
    let page = FrontPage {
        frame: Frame::new(caller.language),
        words,
        head,
        fault: told(fault, caller),
        origin: Arc::clone(&caller.origin),
        is_signed_in: caller.account.is_some(),
        is_student: card.standing == Standing::Student,
        takes: card.takes,
        state: card.state,
        facts: Facts::new(&contest, words),
        next: card.next.as_ref().and_then(|next| Date::next(next, words)),
        opens: card.opens.and_then(When::of),
        closes: card.closes.and_then(When::of),
        live: own.iter().find(|row| row.state.is_open()).map(|row| row.number),
        own: own.iter().map(|row| VersionLine::new(row, words)).collect(),
        has_official: official.is_some(),
        rank,
        ranked,
        versions_left,
        rounds: rounds.iter().map(|row| RoundLine::new(row, words)).collect(),
        waiting: queue.judging,
        students: card.students as usize,
        // Nobody joins a closed contest.
        join_code: join_code.filter(|_| card.state != ContestState::Closed),
    };
    private(&page, fault.is_some())
}

/// `GET /contests/ID`
pub(crate) async fn front(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    page(&app, &caller, &id, None).await
}

/// What a teacher decides.
#[derive(Deserialize)]
pub(crate) struct StateForm {
    state: String,
}

/// `POST /contests/ID/state`: `open`, `closed` or, for a draft, `removed`.
pub(crate) async fn set_state(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
    Form(form): Form<StateForm>,
) -> Result<Response, Failure> {
    let done = match form.state.as_str() {
        "open" => app.contests.open(&caller, &id).await,
        "closed" => app.contests.close(&caller, &id).await,
        "removed" => match app.contests.remove(&caller, &id).await {
            Ok(()) => return Ok(go("/contests")),
            denied => denied,
        },
        _ => return Err(Failure::Bad("a contest is opened, closed or removed".to_owned())),
    };
    match done {
        Ok(()) => Ok(go(&format!("/contests/{id}"))),
        Err(denied) => page(&app, &caller, &id, Some(&fault_of(denied)?)).await,
    }
}

/// `POST /contests/ID/rejudge`: all versions are judged again.
pub(crate) async fn rejudge_all(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    Extension(caller): Extension<Caller>,
) -> Result<Response, Failure> {
    app.contests.rejudge(&caller, &id, None).await?;
    Ok(go(&format!("/contests/{id}/versions")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::language::Language;

    #[test]
    fn rules_are_told_that_apply_to_the_languages() {
        let told = |terms: &str| {
            let contest = Contest::read(&format!("name = \"x\"\ngame = \"mad\"\n{terms}")).unwrap();
            [Language::English, Language::French].map(|one| rules(&contest, ContestWords::of(one)))
        };
        let [english, french] = told(
            "languages = [\"cpp\"]\n[sources]\nheaders = [\"map\"]\nglobal-state = \"forbidden\"\nlargest-kb = 64\n",
        );
        assert_eq!(
            english,
            [
                "C++ and C include these headers only: <map>",
                "C++ has no global state: no variable that can change outside of the class, and no static one",
                "a source has at most 64\u{a0}KB",
                "a name has at most 12 characters",
            ]
        );
        assert_eq!(french.len(), 4);
        let [english, _] = told("languages = [\"module\"]\n[sources]\nglobal-state = \"forbidden\"\n");
        assert_eq!(english, ["a module has at most 4.0\u{a0}MB", "a name has at most 12 characters"]);
    }

    #[test]
    fn fuel_is_told_as_the_seconds_that_a_teacher_wrote() {
        let told = [5, 100, 300, 1000].map(|hundredths| seconds(FUEL_PER_SECOND / 100 * hundredths));
        assert_eq!(told, ["0.05", "1", "3", "10"]);
    }
}
