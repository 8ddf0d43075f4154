//! Questions about accounts.

use super::{Belongings, Identity, KeptName, Key, Role, SignedIn, StoredAccount};
use crate::{Store, StoreError};
use sqlx::any::AnyRow;
use sqlx::{AnyConnection, Row};

const COLUMNS: &str = "SELECT visitor, name, password, role, at FROM account";

impl Store {
    /// The ids of all visitors with an account.
    pub async fn account_visitors(&self) -> Result<Vec<String>, StoreError> {
        self.read(async |reader| {
            let rows = sqlx::query("SELECT visitor FROM account").fetch_all(reader).await?;
            rows.iter().map(|row| row.try_get(0)).collect()
        })
        .await
    }

    /// The account of a visitor.
    pub async fn account(&self, visitor: &str) -> Result<Option<StoredAccount>, StoreError> {
        self.account_where("visitor = $1", visitor).await
    }

    /// The account with a name, by the name without differences of case.
    pub async fn account_named(&self, caseless: &str) -> Result<Option<StoredAccount>, StoreError> {
        self.account_where("caseless = $1", caseless).await
    }

    async fn account_where(&self, which: &str, value: &str) -> Result<Option<StoredAccount>, StoreError> {
        let sql = format!("{COLUMNS} WHERE {which}");
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(value);
        self.read(async |reader| found.fetch_optional(reader).await?.as_ref().map(account).transpose()).await
    }

    /// The visitor whose account keeps this name, or one that is mistaken for it.
    pub async fn keeper(&self, name: &KeptName) -> Result<Option<String>, StoreError> {
        let sql = "SELECT visitor FROM account WHERE caseless = $1 OR look = $2";
        let found = sqlx::query(sql).bind(&name.caseless).bind(&name.look);
        self.read(async |reader| found.fetch_optional(reader).await?.map(|row| row.try_get(0)).transpose())
            .await
    }

    /// The account of a user of an identity provider.
    pub async fn account_of(&self, identity: &Identity) -> Result<Option<StoredAccount>, StoreError> {
        let sql = "SELECT account.visitor, account.name, account.password, account.role, account.at \
                   FROM account JOIN identity ON identity.visitor = account.visitor \
                   WHERE identity.issuer = $1 AND identity.subject = $2";
        let found = sqlx::query(sql).bind(&identity.issuer).bind(&identity.subject);
        self.read(async |reader| found.fetch_optional(reader).await?.as_ref().map(account).transpose()).await
    }

    /// The account of a session, by the hash of its token.
    pub async fn session(&self, hash: &str) -> Result<Option<SignedIn>, StoreError> {
        self.signed_in("session", hash).await
    }

    /// The account of a program, by the hash of its token.
    pub async fn token(&self, hash: &str) -> Result<Option<SignedIn>, StoreError> {
        self.signed_in("token", hash).await
    }

    async fn signed_in(&self, table: &str, hash: &str) -> Result<Option<SignedIn>, StoreError> {
        let sql = format!(
            "SELECT account.visitor, account.name, account.role, own.at, own.seen FROM {table} AS own \
             JOIN account ON account.visitor = own.visitor WHERE own.hash = $1"
        );
        let found = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(hash);
        self.read(async |reader| {
            let Some(row) = found.fetch_optional(reader).await? else { return Ok(None) };
            Ok(Some(SignedIn {
                visitor: row.try_get(0)?,
                name: row.try_get(1)?,
                role: role(&row, 2)?,
                at: row.try_get(3)?,
                seen: row.try_get(4)?,
            }))
        })
        .await
    }

    /// The sessions, tokens, identities and recovery codes of an account.
    pub async fn belongings(&self, visitor: &str) -> Result<Belongings, StoreError> {
        self.read(async |reader| belongings(reader, visitor).await).await
    }

    /// Accounts whose name without differences of case begins with a text, sorted by name: at most `most`
    /// after the first `skip`. With a role, only those that have it.
    pub async fn accounts(
        &self,
        begins: &str,
        role: Option<Role>,
        skip: u32,
        most: u32,
    ) -> Result<Vec<StoredAccount>, StoreError> {
        let sql = format!(
            "{COLUMNS} WHERE SUBSTR(caseless, 1, $1) = $2 AND ($3 = '' OR role = $3) \
             ORDER BY caseless LIMIT $4 OFFSET $5"
        );
        let found = sqlx::query(sqlx::AssertSqlSafe(sql))
            .bind(begins.chars().count() as i32)
            .bind(begins)
            .bind(role.map_or("", Role::word))
            .bind(i64::from(most))
            .bind(i64::from(skip));
        self.read(async |reader| found.fetch_all(reader).await?.iter().map(account).collect()).await
    }
}

fn account(row: &AnyRow) -> Result<StoredAccount, sqlx::Error> {
    Ok(StoredAccount {
        visitor: row.try_get(0)?,
        name: row.try_get(1)?,
        password: row.try_get(2)?,
        role: role(row, 3)?,
        at: row.try_get(4)?,
    })
}

/// The role in a column. An unknown one is an error: it must not become a lower or a higher one.
fn role(row: &AnyRow, column: usize) -> Result<Role, sqlx::Error> {
    let word: String = row.try_get(column)?;
    Role::named(&word).ok_or_else(|| sqlx::Error::Decode(format!("there is no role `{word}`").into()))
}

pub(crate) async fn belongings(
    connection: &mut AnyConnection,
    visitor: &str,
) -> Result<Belongings, sqlx::Error> {
    let key = |row: &AnyRow| -> Result<Key, sqlx::Error> {
        Ok(Key { hash: row.try_get(0)?, at: row.try_get(1)?, seen: row.try_get(2)?, label: row.try_get(3)? })
    };
    let sessions = "SELECT hash, at, seen, label FROM session WHERE visitor = $1 ORDER BY seen DESC, hash";
    let sessions = sqlx::query(sessions).bind(visitor).fetch_all(&mut *connection).await?;
    let tokens = "SELECT hash, at, seen, label FROM token WHERE visitor = $1 ORDER BY at DESC, hash";
    let tokens = sqlx::query(tokens).bind(visitor).fetch_all(&mut *connection).await?;
    let identities = "SELECT issuer, subject FROM identity WHERE visitor = $1 ORDER BY issuer, subject";
    let identities = sqlx::query(identities).bind(visitor).fetch_all(&mut *connection).await?;
    let codes = sqlx::query("SELECT COUNT(*) FROM recovery WHERE visitor = $1").bind(visitor);
    let codes: i64 = codes.fetch_one(&mut *connection).await?.try_get(0)?;
    let identity = |row: &AnyRow| -> Result<Identity, sqlx::Error> {
        Ok(Identity { issuer: row.try_get(0)?, subject: row.try_get(1)? })
    };
    Ok(Belongings {
        sessions: sessions.iter().map(key).collect::<Result<_, _>>()?,
        tokens: tokens.iter().map(key).collect::<Result<_, _>>()?,
        identities: identities.iter().map(identity).collect::<Result<_, _>>()?,
        codes: codes as usize,
    })
}
