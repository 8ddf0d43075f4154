//! Who is signed in. There is one server for a database, so what it knows is kept in memory for some
//! seconds; a change of this server counts at once, one beside it (`joust arena`) when that time is over.

use super::password::Passwords;
use super::secret;
use crate::app::App;
use crate::failure::Failure;
use crate::guard::Caller;
use crate::language::cookies;
use crate::limits::{SESSION_AGE, SESSION_IDLE, SESSION_NOTED, SIGNED_IN, SIGNED_IN_AGE, SIGNED_IN_AWAY};
use axum::http::{HeaderMap, header};
use joust_store::{Role, SignedIn, Store, StoreError};
use std::collections::{HashMap, HashSet};
use std::sync::atomic::{AtomicU64, Ordering::SeqCst};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};
use tokio::sync::broadcast;

/// An account, as requests know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Account {
    /// The visitor with whose id all that the account has done is stored.
    pub(crate) visitor: Arc<str>,
    pub(crate) name: String,
    pub(crate) role: Role,
}

/// How a caller has proven to have an account.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Proof {
    /// By the cookie of a session with this hash.
    Session(Arc<str>),
    /// By a token for programs.
    Token,
}

/// An account with its proof.
#[derive(Clone, Debug)]
pub(crate) struct Proven {
    pub(crate) account: Arc<Account>,
    pub(crate) proof: Proof,
}

/// Sessions that have ended: their open connections close.
#[derive(Clone, Debug)]
pub(crate) enum Ended {
    /// The session with this hash.
    Session(Arc<str>),
    /// All of a visitor, and connections without a session, except one session.
    Visitor { visitor: Arc<str>, keep: Option<Arc<str>> },
}

struct Cached {
    account: Arc<Account>,
    /// Whether it is a token for programs: one must not pass for a session.
    is_token: bool,
    at: Instant,
}

/// All that the server knows of accounts.
pub(crate) struct Accounts {
    pub(crate) passwords: Passwords,
    /// Visitors with an account: a guest's cookie with such an id is worth nothing. Accounts that were
    /// removed stay here until the server is restarted, so that old cookies are never revived.
    visitors: Mutex<HashSet<Arc<str>>>,
    /// Sessions and tokens by their hash.
    known: Mutex<HashMap<String, Cached>>,
    /// Grows with every change, so that an answer of the store from before a change is not kept.
    changes: AtomicU64,
    ended: broadcast::Sender<Ended>,
}

/// Notices of ended sessions that a slow connection may miss; it then closes.
const NOTICES: usize = 64;

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Accounts {
    pub(crate) async fn load(store: &Store) -> Result<Accounts, StoreError> {
        let visitors = store.account_visitors().await?.into_iter().map(Arc::from).collect();
        Ok(Accounts {
            passwords: Passwords::default(),
            visitors: Mutex::new(visitors),
            known: Mutex::default(),
            changes: AtomicU64::new(0),
            ended: broadcast::channel(NOTICES).0,
        })
    }

    /// Whether a visitor has an account, or had one.
    pub(crate) fn is_account(&self, visitor: &str) -> bool {
        lock(&self.visitors).contains(visitor)
    }

    /// Notes that a visitor has an account now. Connections that know the visitor as a guest close.
    pub(crate) fn joined(&self, visitor: &Arc<str>) {
        lock(&self.visitors).insert(Arc::clone(visitor));
        self.all_ended(visitor, None);
    }

    /// Notes that an account has changed: its name or its role.
    pub(crate) fn changed(&self, visitor: &str) {
        self.drop_known(|_, cached| *cached.account.visitor == *visitor);
    }

    /// Notes that a session or a token has ended.
    pub(crate) fn ended(&self, hash: &str) {
        self.drop_known(|known, _| known == hash);
        let _ = self.ended.send(Ended::Session(hash.into()));
    }

    /// Notes that all sessions of a visitor have ended but one.
    pub(crate) fn all_ended(&self, visitor: &Arc<str>, keep: Option<&Arc<str>>) {
        self.drop_known(|hash, cached| {
            cached.account.visitor == *visitor && keep.is_none_or(|keep| **keep != *hash)
        });
        let _ = self.ended.send(Ended::Visitor { visitor: Arc::clone(visitor), keep: keep.cloned() });
    }

    fn drop_known(&self, which: impl Fn(&str, &Cached) -> bool) {
        let mut known = lock(&self.known);
        self.changes.fetch_add(1, SeqCst);
        known.retain(|hash, cached| !which(hash, cached));
    }

    /// Drops what is too old to be believed.
    pub(crate) fn sweep(&self) {
        lock(&self.known).retain(|_, cached| cached.at.elapsed() < SIGNED_IN_AWAY);
    }

    /// The account of a session or token, if it was asked for within this time.
    fn recent(&self, hash: &str, is_token: bool, age: Duration) -> Option<Arc<Account>> {
        let known = lock(&self.known);
        let cached = known.get(hash)?;
        let is_right = cached.is_token == is_token && cached.at.elapsed() < age;
        is_right.then(|| Arc::clone(&cached.account))
    }

    fn remember(&self, hash: &str, is_token: bool, account: &Arc<Account>, changes: u64) {
        let mut known = lock(&self.known);
        if self.changes.load(SeqCst) != changes {
            return;
        }
        if known.len() >= SIGNED_IN {
            known.clear();
        }
        known.insert(hash.to_owned(), Cached { account: Arc::clone(account), is_token, at: Instant::now() });
    }

    /// Notices of sessions that end from now on.
    pub(crate) fn notices(&self) -> broadcast::Receiver<Ended> {
        self.ended.subscribe()
    }
}

/// Whether a caller is still who they were when the request began.
pub(crate) async fn is_still(app: &Arc<App>, caller: &Caller) -> bool {
    match &caller.session {
        Some(hash) => matches!(find(app, hash, false).await, Ok(Some(_))),
        None => caller.account.is_some() || !app.accounts.is_account(&caller.visitor),
    }
}

/// Waits until the session of a caller has ended.
pub(crate) async fn until_ended(notices: &mut broadcast::Receiver<Ended>, caller: &Caller) {
    loop {
        match notices.recv().await {
            Ok(Ended::Session(hash)) if caller.session.as_ref() == Some(&hash) => return,
            Ok(Ended::Visitor { visitor, keep }) if caller.visitor == visitor => {
                if keep.is_none() || caller.session != keep {
                    return;
                }
            }
            Ok(_) => {}
            // Its own notice may be among those that it has missed.
            Err(broadcast::error::RecvError::Lagged(_)) => return,
            Err(broadcast::error::RecvError::Closed) => std::future::pending().await,
        }
    }
}

/// The name of the cookie of a session.
fn cookie_name(is_https: bool) -> &'static str {
    if is_https { "__Host-joust-session" } else { "joust-session" }
}

/// The cookie of a session, as the value of a header. The server ends sessions earlier than the browser.
pub(crate) fn cookie(token: &str, is_https: bool) -> String {
    format!("{}={token}; HttpOnly; {}", cookie_name(is_https), crate::cookie::attributes(is_https))
}

/// The header that removes the cookie of a session.
pub(crate) fn no_cookie(is_https: bool) -> String {
    let secure = if is_https { "; Secure" } else { "" };
    format!("{}=; HttpOnly; Path=/; Max-Age=0; SameSite=Lax{secure}", cookie_name(is_https))
}

/// Whether a request has the cookie of a session, valid or not.
pub(crate) fn has_cookie(headers: &HeaderMap, is_https: bool) -> bool {
    cookies(headers, cookie_name(is_https)).next().is_some()
}

/// The account of a request. A token that is not valid is an error, because a program must not go on as
/// another visitor; a session that is not valid is a guest.
pub(crate) async fn who(app: &Arc<App>, headers: &HeaderMap) -> Result<Option<Proven>, Failure> {
    // Another scheme is for a proxy before the arena.
    let line = headers.get(header::AUTHORIZATION).and_then(|line| line.to_str().ok());
    if let Some(token) = line.and_then(|line| line.strip_prefix("Bearer ")) {
        let hash = secret::hash(token.trim());
        let account = find(app, &hash, true).await?.ok_or(Failure::Token)?;
        return Ok(Some(Proven { account, proof: Proof::Token }));
    }
    let Some(token) = cookies(headers, cookie_name(app.settings.is_https())).next() else { return Ok(None) };
    let hash = secret::hash(token);
    let account = find(app, &hash, false).await?;
    Ok(account.map(|account| Proven { account, proof: Proof::Session(hash.into()) }))
}

/// The account of a session or token, by its hash.
async fn find(app: &Arc<App>, hash: &str, is_token: bool) -> Result<Option<Arc<Account>>, Failure> {
    if let Some(account) = app.accounts.recent(hash, is_token, SIGNED_IN_AGE) {
        return Ok(Some(account));
    }
    let changes = app.accounts.changes.load(SeqCst);
    let found = if is_token { app.store.token(hash).await } else { app.store.session(hash).await };
    let found = match found {
        Ok(found) => found,
        // A player keeps the seat while the database is restarted.
        Err(why) => match app.accounts.recent(hash, is_token, SIGNED_IN_AWAY) {
            Some(account) => return Ok(Some(account)),
            None => return Err(why.into()),
        },
    };
    let Some(found) = found.filter(|found| is_token || is_live(found, app.time.now())) else {
        return Ok(None);
    };
    note(app, hash, is_token, &found);
    let SignedIn { visitor, name, role, .. } = found;
    let account = Arc::new(Account { visitor: visitor.into(), name, role });
    app.accounts.remember(hash, is_token, &account, changes);
    Ok(Some(account))
}

/// Whether a session was used lately and is not too old.
fn is_live(session: &SignedIn, now: i64) -> bool {
    let within = |since: i64, age: Duration| now.saturating_sub(since) < age.as_millis() as i64;
    within(session.at, SESSION_AGE) && within(session.seen.unwrap_or(session.at), SESSION_IDLE)
}

/// Notes from time to time that a session or token is in use.
fn note(app: &Arc<App>, hash: &str, is_token: bool, found: &SignedIn) {
    let now = app.time.now();
    if found.seen.is_some_and(|seen| now.saturating_sub(seen) < SESSION_NOTED.as_millis() as i64) {
        return;
    }
    let (app, hash) = (Arc::clone(app), hash.to_owned());
    tokio::spawn(async move {
        let noted = if is_token {
            app.store.token_seen(&hash, now).await
        } else {
            app.store.session_seen(&hash, now).await
        };
        // It may have ended in the meantime.
        if let Err(why) = noted
            && !matches!(why, StoreError::NoAccount | StoreError::Closed)
        {
            tracing::warn!(%why, "the use of a session could not be noted");
        }
    });
}

/// Removes sessions that are too old.
pub(crate) async fn tidy(app: &App) {
    let before = |age: Duration| app.time.now().saturating_sub(age.as_millis() as i64);
    if let Err(why) = app.store.expire_sessions(before(SESSION_IDLE), before(SESSION_AGE)).await {
        tracing::warn!(%why, "old sessions could not be removed");
    }
}
