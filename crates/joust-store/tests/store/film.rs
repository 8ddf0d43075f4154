//! Games of Mad Max that visitors share.

use crate::on_both;
use joust_store::{FilmLimits, NewFilm, NoRoom, Store, StoreError, Upkeep};

/// Limits that no test reaches.
pub(crate) const PLENTY: FilmLimits = FilmLimits { visitor: 99, site: 99, all: 99, bytes: 1 << 20 };

/// A film of a visitor, whose address is called like the visitor.
pub(crate) fn film(id: &str, visitor: &str, at: i64) -> NewFilm {
    NewFilm {
        id: id.to_owned(),
        at,
        visitor: visitor.to_owned(),
        site: visitor.to_owned(),
        name: format!("{id}.res"),
        // Every byte there is, a zero among them.
        bytes: (0..=255).collect(),
    }
}

#[test]
fn a_film_is_read_back_as_it_was_stored_and_goes_with_its_age_or_its_visitor() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        store.keep_film(film("one", "ada", 10), PLENTY).await.unwrap();
        store.keep_film(film("two", "ada", 20), PLENTY).await.unwrap();
        store.keep_film(film("three", "bea", 30), PLENTY).await.unwrap();
        let found = store.film("one").await.unwrap().unwrap();
        assert_eq!((found.at, found.name.as_str(), found.bytes.len()), (10, "one.res", 256));
        assert_eq!(found.bytes, film("one", "ada", 10).bytes);
        assert!(store.film("four").await.unwrap().is_none());
        // Shared again by somebody else, it is younger and still the film of the first.
        store.keep_film(film("one", "bea", 40), PLENTY).await.unwrap();
        let listed = store.films_of("ada", 9).await.unwrap();
        assert_eq!(
            listed.iter().map(|film| (film.id.as_str(), film.at)).collect::<Vec<_>>(),
            [("one", 40), ("two", 20)]
        );
        store.drop_films(30).await.unwrap();
        assert!(store.film("two").await.unwrap().is_none() && store.film("three").await.unwrap().is_some());
        let mut upkeep = Upkeep::open(place).await.unwrap();
        assert_eq!(upkeep.forget("ada", |_, _| None).await.unwrap().films, ["one"]);
        upkeep.close().await;
        assert!(store.film("one").await.unwrap().is_none());
        store.close().await;
    });
}

#[test]
fn a_film_beyond_a_limit_is_not_stored() {
    on_both(async |place| {
        let store = Store::open(place).await.unwrap();
        let keep = async |film: NewFilm, limits: FilmLimits| match store.keep_film(film, limits).await {
            Ok(()) => None,
            Err(StoreError::NoRoom(limit)) => Some(limit),
            Err(why) => panic!("{why}"),
        };
        let limits = FilmLimits { visitor: 1, site: 2, ..PLENTY };
        assert_eq!(keep(film("one", "ada", 1), limits).await, None);
        assert_eq!(keep(film("two", "ada", 1), limits).await, Some(NoRoom::Visitor));
        // What is stored already needs no room.
        assert_eq!(keep(film("one", "ada", 2), limits).await, None);
        let guest = |id: &str, name: &str| NewFilm { visitor: name.to_owned(), ..film(id, "ada", 1) };
        assert_eq!(keep(guest("two", "x"), limits).await, None);
        assert_eq!(keep(guest("three", "y"), limits).await, Some(NoRoom::Site));
        assert_eq!(keep(film("four", "bea", 1), FilmLimits { all: 2, ..limits }).await, Some(NoRoom::All));
        let bytes = 3 * 256 - 1;
        assert_eq!(keep(film("four", "bea", 1), FilmLimits { bytes, ..limits }).await, Some(NoRoom::All));
        assert_eq!(keep(film("four", "bea", 1), FilmLimits { bytes: bytes + 1, ..limits }).await, None);
        store.close().await;
    });
}
