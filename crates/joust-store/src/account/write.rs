//! Changes of accounts. Each is one transaction of the writer.

use super::{Identity, KeptName, NewAccount, NewSession, Role};
use crate::writer::{WriteOp, Written, fresh};
use crate::{Store, StoreError};
use sqlx::AnyConnection;

/// The operations of the writer on accounts.
pub(crate) enum AccountOp {
    Create(NewAccount),
    Rename { visitor: String, name: KeptName, at: i64 },
    Password { visitor: String, password: String, keep: String },
    Codes { visitor: String, codes: Vec<String> },
    Recover { visitor: String, code: String, password: String, session: NewSession },
    SignIn { visitor: String, session: NewSession },
    Seen { table: Table, hash: String, at: i64 },
    Drop { table: Table, visitor: String, hash: String },
    DropOthers { visitor: String, keep: String },
    Expire { seen_before: i64, made_before: i64 },
    Token { visitor: String, token: NewSession, most: u32 },
    Identity { visitor: String, identity: Identity, at: i64 },
    DropIdentity { visitor: String, identity: Identity },
    Role { visitor: String, role: Role },
}

/// A table of keys.
#[derive(Clone, Copy)]
pub(crate) enum Table {
    Session,
    Token,
}

impl Store {
    async fn change(&self, op: AccountOp) -> Result<(), StoreError> {
        self.write(WriteOp::Account(op)).await
    }

    /// Makes an account of a visitor, with its first session. [`StoreError::Conflict`] if the name is kept
    /// or looks like one that is, if the visitor has an account, or if the identity has one.
    ///
    /// ```
    /// # let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    /// # runtime.block_on(async {
    /// use joust_store::{KeptName, Location, NewAccount, NewSession, Role, Store};
    /// # let folder = tempfile::tempdir().unwrap();
    /// # let store = Store::open(&Location::Folder(folder.path().to_owned())).await.unwrap();
    /// let name = KeptName { name: "Ada".into(), caseless: "ada".into(), look: "ada".into() };
    /// let session = NewSession { hash: "5f16".into(), at: 1, label: "Firefox".into() };
    /// let (visitor, password) = ("k3".to_owned(), Some("$argon2id$".to_owned()));
    /// let account = NewAccount { visitor, name, password, at: 1, codes: vec![], identity: None, session };
    /// store.make_account(account).await.unwrap();
    /// let signed_in = store.session("5f16").await.unwrap().unwrap();
    /// assert_eq!((signed_in.name.as_str(), signed_in.role), ("Ada", Role::Student));
    /// # store.close().await;
    /// # });
    /// ```
    pub async fn make_account(&self, account: NewAccount) -> Result<(), StoreError> {
        self.change(AccountOp::Create(account)).await
    }

    /// Changes the name of an account. [`StoreError::Conflict`] if another account keeps it, or one that
    /// looks like it.
    pub async fn rename(&self, visitor: &str, name: KeptName, at: i64) -> Result<(), StoreError> {
        self.change(AccountOp::Rename { visitor: visitor.to_owned(), name, at }).await
    }

    /// Sets the hash of the password of an account, and ends all its tokens and all its sessions but one.
    pub async fn set_password(&self, visitor: &str, password: &str, keep: &str) -> Result<(), StoreError> {
        let (visitor, password, keep) = (visitor.to_owned(), password.to_owned(), keep.to_owned());
        self.change(AccountOp::Password { visitor, password, keep }).await
    }

    /// Replaces the recovery codes of an account, by their hashes.
    pub async fn set_codes(&self, visitor: &str, codes: Vec<String>) -> Result<(), StoreError> {
        self.change(AccountOp::Codes { visitor: visitor.to_owned(), codes }).await
    }

    /// Uses up a recovery code: sets the hash of the password, ends all sessions and tokens, and begins a
    /// session. [`StoreError::NoAccount`] if the account does not have the code.
    pub async fn recover(
        &self,
        visitor: &str,
        code: &str,
        password: &str,
        session: NewSession,
    ) -> Result<(), StoreError> {
        let (visitor, code, password) = (visitor.to_owned(), code.to_owned(), password.to_owned());
        self.change(AccountOp::Recover { visitor, code, password, session }).await
    }

    /// Begins a session of an account.
    pub async fn sign_in(&self, visitor: &str, session: NewSession) -> Result<(), StoreError> {
        self.change(AccountOp::SignIn { visitor: visitor.to_owned(), session }).await
    }

    /// Notes that a session was used.
    pub async fn session_seen(&self, hash: &str, at: i64) -> Result<(), StoreError> {
        self.change(AccountOp::Seen { table: Table::Session, hash: hash.to_owned(), at }).await
    }

    /// Notes that a token was used.
    pub async fn token_seen(&self, hash: &str, at: i64) -> Result<(), StoreError> {
        self.change(AccountOp::Seen { table: Table::Token, hash: hash.to_owned(), at }).await
    }

    /// Ends a session of an account. [`StoreError::NoAccount`] if the account does not have it.
    pub async fn end_session(&self, visitor: &str, hash: &str) -> Result<(), StoreError> {
        let (table, visitor, hash) = (Table::Session, visitor.to_owned(), hash.to_owned());
        self.change(AccountOp::Drop { table, visitor, hash }).await
    }

    /// Ends all sessions of an account but one.
    pub async fn end_other_sessions(&self, visitor: &str, keep: &str) -> Result<(), StoreError> {
        self.change(AccountOp::DropOthers { visitor: visitor.to_owned(), keep: keep.to_owned() }).await
    }

    /// Removes sessions that were not used since a time, or were made before another.
    pub async fn expire_sessions(&self, seen_before: i64, made_before: i64) -> Result<(), StoreError> {
        self.change(AccountOp::Expire { seen_before, made_before }).await
    }

    /// Writes a token for a program. [`StoreError::Conflict`] if the account has `most` already.
    pub async fn make_token(&self, visitor: &str, token: NewSession, most: u32) -> Result<(), StoreError> {
        self.change(AccountOp::Token { visitor: visitor.to_owned(), token, most }).await
    }

    /// Removes a token of an account. [`StoreError::NoAccount`] if the account does not have it.
    pub async fn end_token(&self, visitor: &str, hash: &str) -> Result<(), StoreError> {
        let (table, visitor, hash) = (Table::Token, visitor.to_owned(), hash.to_owned());
        self.change(AccountOp::Drop { table, visitor, hash }).await
    }

    /// Notes who an account is for an identity provider. [`StoreError::Conflict`] if that user has an
    /// account already.
    pub async fn add_identity(&self, visitor: &str, identity: Identity, at: i64) -> Result<(), StoreError> {
        self.change(AccountOp::Identity { visitor: visitor.to_owned(), identity, at }).await
    }

    /// Removes the identity of an account that has a password: otherwise nobody could sign in.
    /// [`StoreError::NoAccount`] if the account does not have it, or no password.
    pub async fn end_identity(&self, visitor: &str, identity: Identity) -> Result<(), StoreError> {
        self.change(AccountOp::DropIdentity { visitor: visitor.to_owned(), identity }).await
    }

    /// Sets the role of an account.
    pub async fn set_role(&self, visitor: &str, role: Role) -> Result<(), StoreError> {
        self.change(AccountOp::Role { visitor: visitor.to_owned(), role }).await
    }
}

/// Carries out a change.
pub(crate) async fn write(connection: &mut AnyConnection, op: &AccountOp) -> Result<Written, sqlx::Error> {
    let done = |changed: bool| Ok(if changed { Written::Done } else { Written::NoAccount });
    match op {
        AccountOp::Create(account) => create(connection, account).await,
        AccountOp::Rename { visitor, name, at } => rename(connection, visitor, name, *at).await,
        AccountOp::Password { visitor, password, keep } => {
            drop_sessions(connection, visitor, keep).await?;
            drop_tokens(connection, visitor).await?;
            done(set_password(connection, visitor, password).await?)
        }
        AccountOp::Codes { visitor, codes } => {
            if !exists(connection, visitor).await? {
                return Ok(Written::NoAccount);
            }
            let old = sqlx::query("DELETE FROM recovery WHERE visitor = $1").bind(visitor);
            old.execute(&mut *connection).await?;
            add_codes(connection, visitor, codes).await?;
            Ok(Written::Done)
        }
        AccountOp::Recover { visitor, code, password, session } => {
            let used = sqlx::query("DELETE FROM recovery WHERE visitor = $1 AND hash = $2");
            if !fresh(&used.bind(visitor).bind(code).execute(&mut *connection).await?) {
                return Ok(Written::NoAccount);
            }
            set_password(connection, visitor, password).await?;
            drop_sessions(connection, visitor, "").await?;
            drop_tokens(connection, visitor).await?;
            add_session(connection, visitor, session).await
        }
        AccountOp::SignIn { visitor, session } => add_session(connection, visitor, session).await,
        AccountOp::Seen { table, hash, at } => {
            let sql = match table {
                Table::Session => "UPDATE session SET seen = $2 WHERE hash = $1",
                Table::Token => "UPDATE token SET seen = $2 WHERE hash = $1",
            };
            done(fresh(&sqlx::query(sql).bind(hash).bind(at).execute(&mut *connection).await?))
        }
        AccountOp::Drop { table, visitor, hash } => {
            let sql = match table {
                Table::Session => "DELETE FROM session WHERE visitor = $1 AND hash = $2",
                Table::Token => "DELETE FROM token WHERE visitor = $1 AND hash = $2",
            };
            done(fresh(&sqlx::query(sql).bind(visitor).bind(hash).execute(&mut *connection).await?))
        }
        AccountOp::DropOthers { visitor, keep } => {
            drop_sessions(connection, visitor, keep).await?;
            Ok(Written::Done)
        }
        AccountOp::Expire { seen_before, made_before } => {
            let sql = "DELETE FROM session WHERE seen < $1 OR at < $2";
            sqlx::query(sql).bind(seen_before).bind(made_before).execute(&mut *connection).await?;
            Ok(Written::Done)
        }
        AccountOp::Token { visitor, token, most } => add_token(connection, visitor, token, *most).await,
        AccountOp::Identity { visitor, identity, at } => {
            if !exists(connection, visitor).await? {
                return Ok(Written::NoAccount);
            }
            let added = add_identity(connection, visitor, identity, *at).await?;
            Ok(if added { Written::Done } else { Written::Second })
        }
        AccountOp::DropIdentity { visitor, identity } => {
            let sql = "DELETE FROM identity WHERE visitor = $1 AND issuer = $2 AND subject = $3 \
                       AND EXISTS (SELECT 1 FROM account WHERE visitor = $1 AND password IS NOT NULL)";
            let query = sqlx::query(sql).bind(visitor).bind(&identity.issuer).bind(&identity.subject);
            done(fresh(&query.execute(&mut *connection).await?))
        }
        AccountOp::Role { visitor, role } => {
            let query = sqlx::query("UPDATE account SET role = $2 WHERE visitor = $1");
            done(fresh(&query.bind(visitor).bind(role.word()).execute(&mut *connection).await?))
        }
    }
}

async fn exists(connection: &mut AnyConnection, visitor: &str) -> Result<bool, sqlx::Error> {
    let found = sqlx::query("SELECT 1 FROM account WHERE visitor = $1").bind(visitor);
    Ok(found.fetch_optional(connection).await?.is_some())
}

async fn create(connection: &mut AnyConnection, new: &NewAccount) -> Result<Written, sqlx::Error> {
    if let Some(Identity { issuer, subject }) = &new.identity {
        let known = sqlx::query("SELECT 1 FROM identity WHERE issuer = $1 AND subject = $2");
        if known.bind(issuer).bind(subject).fetch_optional(&mut *connection).await?.is_some() {
            return Ok(Written::Second);
        }
    }
    let sql = "INSERT INTO account (visitor, name, caseless, look, password, role, at) \
               VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(&new.visitor).bind(&new.name.name).bind(&new.name.caseless);
    let query = query.bind(&new.name.look).bind(new.password.as_deref()).bind(Role::default().word());
    if !fresh(&query.bind(new.at).execute(&mut *connection).await?) {
        return Ok(Written::Second);
    }
    set_name(connection, &new.visitor, &new.name.name, new.at).await?;
    add_codes(connection, &new.visitor, &new.codes).await?;
    if let Some(identity) = &new.identity {
        add_identity(connection, &new.visitor, identity, new.at).await?;
    }
    add_session(connection, &new.visitor, &new.session).await
}

async fn rename(
    connection: &mut AnyConnection,
    visitor: &str,
    name: &KeptName,
    at: i64,
) -> Result<Written, sqlx::Error> {
    let sql = "SELECT 1 FROM account WHERE visitor <> $1 AND (caseless = $2 OR look = $3)";
    let other = sqlx::query(sql).bind(visitor).bind(&name.caseless).bind(&name.look);
    if other.fetch_optional(&mut *connection).await?.is_some() {
        return Ok(Written::Second);
    }
    let sql = "UPDATE account SET name = $2, caseless = $3, look = $4 WHERE visitor = $1";
    let query = sqlx::query(sql).bind(visitor).bind(&name.name).bind(&name.caseless).bind(&name.look);
    if !fresh(&query.execute(&mut *connection).await?) {
        return Ok(Written::NoAccount);
    }
    set_name(connection, visitor, &name.name, at).await?;
    Ok(Written::Done)
}

/// Sets the name of a visitor.
pub(crate) async fn set_name(
    connection: &mut AnyConnection,
    visitor: &str,
    name: &str,
    at: i64,
) -> Result<(), sqlx::Error> {
    let sql = "INSERT INTO visitor (id, name, at) VALUES ($1, $2, $3) \
               ON CONFLICT (id) DO UPDATE SET name = excluded.name, at = excluded.at";
    sqlx::query(sql).bind(visitor).bind(name).bind(at).execute(connection).await?;
    Ok(())
}

async fn set_password(
    connection: &mut AnyConnection,
    visitor: &str,
    password: &str,
) -> Result<bool, sqlx::Error> {
    let query = sqlx::query("UPDATE account SET password = $2 WHERE visitor = $1");
    Ok(fresh(&query.bind(visitor).bind(password).execute(connection).await?))
}

async fn drop_sessions(connection: &mut AnyConnection, visitor: &str, keep: &str) -> Result<(), sqlx::Error> {
    let query = sqlx::query("DELETE FROM session WHERE visitor = $1 AND hash <> $2");
    query.bind(visitor).bind(keep).execute(connection).await?;
    Ok(())
}

async fn drop_tokens(connection: &mut AnyConnection, visitor: &str) -> Result<(), sqlx::Error> {
    sqlx::query("DELETE FROM token WHERE visitor = $1").bind(visitor).execute(connection).await?;
    Ok(())
}

async fn add_codes(
    connection: &mut AnyConnection,
    visitor: &str,
    codes: &[String],
) -> Result<(), sqlx::Error> {
    for code in codes {
        let query = sqlx::query("INSERT INTO recovery (hash, visitor) VALUES ($1, $2)");
        query.bind(code).bind(visitor).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn add_session(
    connection: &mut AnyConnection,
    visitor: &str,
    session: &NewSession,
) -> Result<Written, sqlx::Error> {
    // The account may have been removed since the password was checked.
    let sql = "INSERT INTO session (hash, visitor, at, seen, label) SELECT $1, $2, $3, $3, $4 \
               WHERE EXISTS (SELECT 1 FROM account WHERE visitor = $2)";
    let query = sqlx::query(sql).bind(&session.hash).bind(visitor).bind(session.at).bind(&session.label);
    let added = fresh(&query.execute(&mut *connection).await?);
    Ok(if added { Written::Done } else { Written::NoAccount })
}

async fn add_token(
    connection: &mut AnyConnection,
    visitor: &str,
    token: &NewSession,
    most: u32,
) -> Result<Written, sqlx::Error> {
    if !exists(connection, visitor).await? {
        return Ok(Written::NoAccount);
    }
    // There is one writer, so the count holds until the token is written.
    let sql = "INSERT INTO token (hash, visitor, at, label) SELECT $1, $2, $3, $4 \
               WHERE (SELECT COUNT(*) FROM token WHERE visitor = $2) < $5";
    let query = sqlx::query(sql).bind(&token.hash).bind(visitor).bind(token.at).bind(&token.label);
    let added = fresh(&query.bind(i64::from(most)).execute(&mut *connection).await?);
    Ok(if added { Written::Done } else { Written::Second })
}

async fn add_identity(
    connection: &mut AnyConnection,
    visitor: &str,
    identity: &Identity,
    at: i64,
) -> Result<bool, sqlx::Error> {
    let sql = "INSERT INTO identity (issuer, subject, visitor, at) VALUES ($1, $2, $3, $4) \
               ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(&identity.issuer).bind(&identity.subject).bind(visitor).bind(at);
    Ok(fresh(&query.execute(connection).await?))
}
