//! The one task that writes. Whatever waits goes into one transaction.

use crate::{NewEntry, StoreError, Summary};
use sqlx::any::AnyQueryResult;
use sqlx::{Any, AnyConnection, Connection, Transaction};
use tokio::sync::{mpsc, oneshot};

/// The way back to whoever gave an order.
pub(crate) type Reply = oneshot::Sender<Result<(), StoreError>>;

/// Something to write, and who waits for it.
pub(crate) struct Order {
    pub(crate) what: What,
    pub(crate) reply: Reply,
}

/// What there is to write.
pub(crate) enum What {
    Create {
        id: String,
        terms: String,
        at: i64,
        entries: Vec<NewEntry>,
        link: Option<(String, NewEntry)>,
    },
    Append {
        game: String,
        entry: NewEntry,
    },
    /// For a game that has none.
    Summary {
        game: String,
        summary: Summary,
    },
    Name {
        visitor: String,
        name: String,
        at: i64,
    },
    Set {
        name: &'static str,
        value: String,
        again: bool,
    },
    /// Nothing more.
    Close,
}

/// The most orders in one transaction: about as many as take a few milliseconds.
const TOGETHER: usize = 256;

pub(crate) struct Writer {
    connection: AnyConnection,
    inbox: mpsc::Receiver<Order>,
}

impl Writer {
    pub(crate) fn new(connection: AnyConnection, inbox: mpsc::Receiver<Order>) -> Writer {
        Writer { connection, inbox }
    }

    /// Writes until nobody can give orders any more, or somebody says that it is over.
    pub(crate) async fn run(mut self) {
        let mut orders = Vec::with_capacity(TOGETHER);
        while self.inbox.recv_many(&mut orders, TOGETHER).await > 0 {
            let end = orders.iter().position(|order| matches!(order.what, What::Close));
            let mut work = std::mem::take(&mut orders);
            // What comes after the end is dropped, and whoever waits for it learns that.
            work.truncate(end.map_or(work.len(), |end| end + 1));
            let close = end.and_then(|_| work.pop());
            self.write_all(work).await;
            if let Some(close) = close {
                self.inbox.close();
                let _ = self.connection.close().await;
                let _ = close.reply.send(Ok(()));
                return;
            }
        }
    }

    /// Writes orders together and answers each. What one order finds taken does not hinder the others.
    async fn write_all(&mut self, orders: Vec<Order>) {
        if orders.is_empty() {
            return;
        }
        let mut done = Vec::with_capacity(orders.len());
        let written = self.transact(orders, &mut done).await;
        for (reply, result) in done {
            let result = match &written {
                Ok(()) => result,
                Err(why) => Err(why.clone()),
            };
            // Whoever has gone away does not hear it.
            let _ = reply.send(result);
        }
    }

    async fn transact(
        &mut self,
        orders: Vec<Order>,
        done: &mut Vec<(Reply, Result<(), StoreError>)>,
    ) -> Result<(), StoreError> {
        let (work, replies): (Vec<What>, Vec<Reply>) =
            orders.into_iter().map(|order| (order.what, order.reply)).unzip();
        done.extend(replies.into_iter().map(|reply| (reply, Ok(()))));
        let mut transaction = self.connection.begin().await?;
        for (what, (_, result)) in work.iter().zip(done) {
            if !write(&mut transaction, what).await? {
                *result = Err(StoreError::Conflict);
            }
        }
        Ok(transaction.commit().await?)
    }
}

/// Carries out an order; false when it came second.
async fn write(transaction: &mut Transaction<'_, Any>, what: &What) -> Result<bool, sqlx::Error> {
    match what {
        What::Create { id, terms, at, entries, link } => {
            let sql =
                "INSERT INTO game (id, terms, at, is_over) VALUES ($1, $2, $3, 0) ON CONFLICT DO NOTHING";
            let query = sqlx::query(sql).bind(id).bind(terms).bind(at);
            if !fresh(&query.execute(&mut **transaction).await?) {
                return Ok(false);
            }
            if let Some((old, entry)) = link
                && !add(transaction, old, entry).await?
            {
                let query = sqlx::query("DELETE FROM game WHERE id = $1").bind(id);
                query.execute(&mut **transaction).await?;
                return Ok(false);
            }
            for entry in entries {
                add(transaction, id, entry).await?;
            }
            Ok(true)
        }
        What::Append { game, entry } => add(transaction, game, entry).await,
        What::Summary { game, summary } => {
            summarise(transaction, game, summary, "moves IS NULL").await?;
            Ok(true)
        }
        What::Name { visitor, name, at } => {
            let sql = "INSERT INTO visitor (id, name, at) VALUES ($1, $2, $3) \
                       ON CONFLICT (id) DO UPDATE SET name = excluded.name, at = excluded.at";
            sqlx::query(sql).bind(visitor).bind(name).bind(at).execute(&mut **transaction).await?;
            Ok(true)
        }
        What::Set { name, value, again } => {
            let sql = if *again {
                "INSERT INTO setting (name, value) VALUES ($1, $2) \
                 ON CONFLICT (name) DO UPDATE SET value = excluded.value"
            } else {
                "INSERT INTO setting (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING"
            };
            sqlx::query(sql).bind(*name).bind(value).execute(&mut **transaction).await?;
            Ok(true)
        }
        What::Close => Ok(true),
    }
}

async fn add(
    transaction: &mut Transaction<'_, Any>,
    game: &str,
    entry: &NewEntry,
) -> Result<bool, sqlx::Error> {
    let sql = "INSERT INTO entry (game, seq, at, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING";
    let query = sqlx::query(sql).bind(game).bind(i64::from(entry.seq)).bind(entry.at).bind(&entry.body);
    if !fresh(&query.execute(&mut **transaction).await?) {
        return Ok(false);
    }
    if let Some(taken) = &entry.seat {
        let sql = "INSERT INTO seat (game, seat, visitor, name, at) VALUES ($1, $2, $3, $4, $5) \
                   ON CONFLICT DO NOTHING";
        let query = sqlx::query(sql).bind(game).bind(i64::from(taken.seat)).bind(&taken.visitor);
        query.bind(&taken.name).bind(entry.at).execute(&mut **transaction).await?;
    }
    summarise(transaction, game, &entry.summary, "1 = 1").await?;
    Ok(true)
}

/// Keeps the summary of a game, on a condition.
async fn summarise(
    transaction: &mut Transaction<'_, Any>,
    game: &str,
    summary: &Summary,
    only: &str,
) -> Result<(), sqlx::Error> {
    let sql = format!(
        "UPDATE game SET to_act = $2, moves = $3, ending = $4, winner = $5, wakes = $6, is_over = $7 \
         WHERE id = $1 AND {only}"
    );
    let is_over = summary.ending.is_some();
    let query = sqlx::query(sqlx::AssertSqlSafe(sql))
        .bind(game)
        .bind(summary.to_act.map(i64::from))
        .bind(i64::from(summary.moves))
        .bind(summary.ending.as_deref())
        .bind(summary.winner.map(i64::from))
        .bind(i64::from(summary.wakes && !is_over))
        .bind(i64::from(is_over));
    query.execute(&mut **transaction).await?;
    Ok(())
}

fn fresh(result: &AnyQueryResult) -> bool {
    result.rows_affected() > 0
}
