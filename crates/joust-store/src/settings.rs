//! What the server stores about itself: its secrets, its last heartbeat, its outages, and how long its work takes.

use crate::writer::WriteOp;
use crate::{Store, StoreError, Upkeep};
use sqlx::Row;

/// Names of settings.
const SECRET: &str = "secret";
const BEAT: &str = "beat";
const OUTAGES: &str = "outages";
const DURATIONS: &str = "durations";

/// The number of secrets that are kept: the current one, and those before it.
const SECRETS: usize = 3;

/// A key for signing.
pub type Secret = [u8; 32];

/// A time in which no server was up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Outage {
    /// When the earlier server was last known to be up.
    pub down: i64,
    /// When the next server started.
    pub up: i64,
}

impl Store {
    /// The current secret for signing; the first call makes one.
    pub async fn secret(&self) -> Result<Secret, StoreError> {
        let secrets = self.secrets().await?;
        secrets.first().copied().ok_or(StoreError::Damaged(SECRET))
    }

    /// The valid secrets, the newest first: that one signs. The first call makes one.
    pub async fn secrets(&self) -> Result<Vec<Secret>, StoreError> {
        if self.setting(SECRET).await?.is_none() {
            self.set(SECRET, hex::encode(fresh()?), false).await?;
        }
        let text = self.setting(SECRET).await?.unwrap_or_default();
        read(&text)
    }

    /// Stores a heartbeat: the server is up at this time.
    pub async fn beat(&self, at: i64) -> Result<(), StoreError> {
        self.set(BEAT, at.to_string(), true).await
    }

    /// The time of the last heartbeat.
    pub async fn last_beat(&self) -> Result<Option<i64>, StoreError> {
        let beat = self.setting(BEAT).await?;
        beat.map(|text| text.parse().map_err(|_| StoreError::Damaged(BEAT))).transpose()
    }

    /// The outages after which some games have not been resumed yet, the oldest first.
    pub async fn outages(&self) -> Result<Vec<Outage>, StoreError> {
        let text = self.setting(OUTAGES).await?.unwrap_or_default();
        let outage = |pair: &str| {
            let (down, up) = pair.split_once(':')?;
            Some(Outage { down: down.parse().ok()?, up: up.parse().ok()? })
        };
        text.split_whitespace().map(outage).collect::<Option<_>>().ok_or(StoreError::Damaged(OUTAGES))
    }

    /// Stores the outages after which some games have not been resumed yet.
    pub async fn set_outages(&self, outages: &[Outage]) -> Result<(), StoreError> {
        let pairs: Vec<String> = outages.iter().map(|o| format!("{}:{}", o.down, o.up)).collect();
        self.set(OUTAGES, pairs.join(" "), true).await
    }

    /// How long the work of contests took lately, as [`Store::set_durations`] was told it.
    pub async fn durations(&self) -> Result<Option<String>, StoreError> {
        self.setting(DURATIONS).await
    }

    /// Stores how long the work of contests took lately.
    pub async fn set_durations(&self, durations: String) -> Result<(), StoreError> {
        self.set(DURATIONS, durations, true).await
    }

    async fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        let found = sqlx::query("SELECT value FROM setting WHERE name = $1").bind(name);
        self.read(async |reader| found.fetch_optional(reader).await?.map(|row| row.try_get(0)).transpose())
            .await
    }

    async fn set(&self, name: &'static str, value: String, again: bool) -> Result<(), StoreError> {
        self.write(WriteOp::Set { name, value, again }).await
    }
}

impl Upkeep {
    /// Makes a new secret, which the server uses from its next start on. Signatures by the two secrets
    /// before it stay valid, unless `forget` is set. Gives the number of valid secrets.
    pub async fn rotate_secret(&mut self, forget: bool) -> Result<usize, StoreError> {
        self.begin().await?;
        let found = sqlx::query("SELECT value FROM setting WHERE name = $1").bind(SECRET);
        let row = found.fetch_optional(&mut self.connection).await?;
        let old: Option<String> = row.map(|row| row.try_get(0)).transpose()?;
        let mut secrets = vec![fresh()?];
        if let Some(text) = old.filter(|_| !forget) {
            secrets.extend(read(&text)?);
        }
        secrets.truncate(SECRETS);
        let text: Vec<String> = secrets.iter().map(hex::encode).collect();
        let kept = sqlx::query(
            "INSERT INTO setting (name, value) VALUES ($1, $2) \
             ON CONFLICT (name) DO UPDATE SET value = excluded.value",
        );
        kept.bind(SECRET).bind(text.join(" ")).execute(&mut self.connection).await?;
        self.commit().await?;
        Ok(secrets.len())
    }
}

fn read(text: &str) -> Result<Vec<Secret>, StoreError> {
    text.split(' ').map(bytes).collect::<Option<_>>().ok_or(StoreError::Damaged(SECRET))
}

fn fresh() -> Result<Secret, StoreError> {
    let mut fresh = [0; 32];
    getrandom::fill(&mut fresh).map_err(|why| StoreError::NoChance(why.to_string()))?;
    Ok(fresh)
}

fn bytes(text: &str) -> Option<Secret> {
    let mut secret = Secret::default();
    hex::decode_to_slice(text, &mut secret).is_ok().then_some(secret)
}
