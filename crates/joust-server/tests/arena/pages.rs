//! Pages, forms, and the headers of every response.

use crate::client::Arena;

#[tokio::test(flavor = "multi_thread")]
async fn every_answer_carries_its_armour() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen").await;
    for path in ["/", "/new", &format!("/game/{id}"), "/rules/mad", "/nothing", "/health", "/metrics"] {
        let answer = ada.get(path).await;
        let policy = answer.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'none'") && !policy.contains("unsafe-inline"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("same-origin"), "{path}");
        let inline =
            answer.body.match_indices("<script>").count() + answer.body.match_indices(" onclick").count();
        assert_eq!(inline, 0, "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_typeface_is_asked_for_at_once_and_kept_for_a_year() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let page = ada.get("/").await;
    assert!(page.header("content-security-policy").unwrap().contains("font-src 'self';"));
    let (_, rest) = page.body.split_once("<link rel=\"preload\" href=\"/assets/geist.woff2").unwrap();
    let (version, rest) = rest.split_once('"').unwrap();
    assert!(rest.starts_with(" as=\"font\" type=\"font/woff2\" crossorigin>"), "{rest}");
    let font = ada.get(&format!("/assets/geist.woff2{version}")).await;
    // The pages are built by `make web` only.
    if joust_pages::asset("geist.woff2").is_none() {
        assert_eq!(font.status, 404);
        return;
    }
    assert_eq!(font.header("content-type"), Some("font/woff2"));
    assert_eq!(font.header("content-encoding"), None);
    assert_eq!(font.header("cache-control"), Some("public, max-age=31536000, immutable"));
}

#[tokio::test(flavor = "multi_thread")]
async fn cookies_are_kept_from_scripts_and_other_sites() {
    let arena = Arena::with(|settings| joust_server::Settings {
        public_url: Some("https://joust.example".into()),
        ..settings
    })
    .await;
    let mut ada = arena.visitor().await;
    ada.cookie = None;
    let answer = ada.get("/").await;
    let cookie = answer.header("set-cookie").unwrap();
    for word in ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"] {
        assert!(cookie.contains(word), "{cookie}");
    }
    assert_eq!(arena.server.url(), "https://joust.example/");
}

#[tokio::test(flavor = "multi_thread")]
async fn text_from_people_never_becomes_html() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let evil = "%3C%2Fscript%3E%3Cscript%3Ealert";
    let id = ada.make(&format!("game=mad&opponent=screen&name={evil}")).await;
    for path in ["/new".to_owned(), format!("/game/{id}"), format!("/new?position={evil}&name={evil}")] {
        let page = ada.get(&path).await.body;
        assert!(!page.contains("</script><script>alert"), "{path}: {page}");
        assert!(page.contains("alert"), "{path}");
    }
    let page = ada.post("/games", &format!("game=mad&opponent={evil}&position={evil}")).await;
    assert_eq!(page.status, 422);
    assert!(!page.body.contains("<script>alert"), "{}", page.body);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_form_with_mistakes_keeps_what_was_typed() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let form = "game=wargame&board=Atlantis&opponent=friend&level=7&seat=1&minutes=12&increment=3&name=Ada+L";
    let answer = ada.post("/games", form).await;
    assert_eq!(answer.status, 422);
    for word in ["Atlantis", "value=\"12\"", "Ada L", "data-field=\"board\""] {
        assert!(answer.body.contains(word), "{word}: {}", answer.body);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn pages_speak_the_language_that_is_asked_for() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let french = ada.ask("GET", "/", &[("Accept-Language", "fr-CA, en;q=0.5")], "").await;
    assert!(french.body.contains("<html lang=\"fr\""), "{}", french.body);
    let english = ada.ask("GET", "/?lang=en", &[("Accept-Language", "fr")], "").await;
    assert!(english.body.contains("<html lang=\"en\""));
    assert!(english.header("set-cookie").unwrap().starts_with("lang=en;"));
    let nothing = ada.ask("GET", "/nothing", &[("Accept-Language", "fr")], "").await;
    assert!(nothing.status == 404 && nothing.body.contains("lang=\"fr\""));
}

/// A refusal in French ends with a clause, and its link opens the clause in French.
#[tokio::test(flavor = "multi_thread")]
async fn the_law_speaks_the_language_of_the_page() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    for (game, english, french) in [
        ("mad", "MAD-4.1 (pairs)", "MAD-4.1 (paires)"),
        ("wargame", "WAR-2.3 (drop or blitz)", "WAR-2.3 (parachutage ou assaut)"),
        ("madmax", "MAX-4.12 (starvation)", "MAX-4.12 (faim et soif)"),
    ] {
        for (language, told, not) in [("en", english, french), ("fr", french, english)] {
            let page = ada.get(&format!("/rules/{game}?lang={language}")).await.body;
            assert!(page.contains(&format!("<html lang=\"{language}\"")), "{page}");
            assert!(page.contains(&format!("<strong>{told}</strong>")) && !page.contains(not), "{page}");
            let law = page.split_once("<article").unwrap().1;
            assert!(!law.contains(" lang="), "the law is in the language of its page");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn refusals_speak_the_language_of_the_page() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen").await;
    ada.cookie = ada.cookie.map(|cookie| format!("{cookie}; lang=fr"));
    let answer = ada.post("/games", "game=mad&opponent=friend&position=nonsense&minutes=1e9").await;
    assert!(answer.status == 422 && answer.body.contains("une pendule a 180 minutes"), "{}", answer.body);
    let answer = ada.post("/games", "game=mad&opponent=friend&position=nonsense").await;
    assert!(answer.status == 422 && answer.body.contains("le camp au trait manque"), "{}", answer.body);
    assert!(answer.body.contains(">Position\u{a0}: "), "{}", answer.body);
    let (mut line, state) = ada.live(&id).await;
    let version = state["version"].as_u64().unwrap();
    for (action, text) in [
        ("211-c2-c4", "le tour 1 sert à se positionner : permutez, faites tourner ou passez [MAD-6.1]"),
        ("112<>211", "112 et 211 ne sont pas complémentaires : 112 permute avec 221 [MAD-4.1]"),
        ("resign", "abandonner est un message à part"),
    ] {
        line.act(version, action).await;
        assert_eq!(line.hear("refused").await["text"], text);
    }
    line.say(serde_json::json!({ "t": "undo", "version": version })).await;
    assert_eq!(line.hear("refused").await["text"], "vous n’avez aucun coup à annuler");
}

#[tokio::test(flavor = "multi_thread")]
async fn every_page_shows_a_picture_where_it_is_linked() {
    let arena = Arena::with(|settings| joust_server::Settings {
        public_url: Some("https://joust.example".into()),
        ..settings
    })
    .await;
    let mut ada = arena.visitor().await;
    let position =
        "game=mad&position=%2Cb111%2C%2C%2F%2C%2C%2C%2F%2C%2C%2C%2F%2C%2C%2C%2F%2C%2C%2C%2Fr111%2C%2C%2C+b";
    let pages = [
        ("/", "game=mad"),
        ("/new?game=wargame", "game=wargame"),
        ("/program", "game=madmax"),
        ("/offline", "game=mad"),
        ("/rules/mad", "game=mad"),
        ("/rules/wargame", "game=wargame"),
        ("/rules/madmax", "game=madmax"),
        ("/learn", "game=mad"),
        ("/learn/search", "game=mad"),
        ("/learn/wargame/minimax", "game=wargame"),
        ("/learn/madmax/map", "game=madmax"),
        ("/puzzles", "game=mad"),
        ("/puzzles/daily", "game=mad"),
        ("/analyse", "game=mad"),
        (&*format!("/analyse?{position}"), position),
        ("/watch", "game=madmax"),
        ("/watch/battle?players=Dummy,Demo,Null,Demo&map=oasis&seed=1", "game=madmax&board=oasis"),
    ];
    for (path, picture) in pages {
        let answer = ada.get(path).await;
        let content = |name: &str| {
            let (_, rest) =
                answer.body.split_once(&format!("<meta property=\"og:{name}\" content=\"")).unwrap();
            let text = rest.split_once('"').unwrap().0;
            text.replace("&#38;", "&").replace("&amp;", "&")
        };
        assert!(!content("title").is_empty() && !content("description").is_empty(), "{path}");
        let address = content("image");
        let (host, local) = address.split_once("/picture.png?").unwrap();
        assert_eq!(host, "https://joust.example", "{path}");
        assert!(local.starts_with(picture), "{path}: {local}");
        let answer = ada.get(&format!("/picture.png?{local}")).await;
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/png")), "{path}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_manifest_makes_an_app_in_the_language_of_the_visitor() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    for (language, offline) in [("en", "Play offline"), ("fr", "Jouer hors ligne")] {
        let page = ada.get(&format!("/?lang={language}")).await;
        let address = format!("/manifest.webmanifest?lang={language}");
        assert!(page.body.contains(&format!("<link rel=\"manifest\" href=\"{address}\">")));
        let answer = ada.get(&address).await;
        assert_eq!(answer.header("content-type"), Some("application/manifest+json; charset=utf-8"));
        let manifest: serde_json::Value = serde_json::from_str(&answer.body).unwrap();
        assert_eq!((&manifest["lang"], &manifest["display"]), (&language.into(), &"standalone".into()));
        let shortcuts = manifest["shortcuts"].as_array().unwrap();
        assert!(shortcuts.iter().any(|shortcut| shortcut["name"] == offline), "{shortcuts:?}");
        for shortcut in shortcuts {
            assert_eq!(ada.get(shortcut["url"].as_str().unwrap()).await.status, 200, "{shortcut}");
        }
        for icon in manifest["icons"].as_array().unwrap() {
            let answer = ada.get(icon["src"].as_str().unwrap()).await;
            // The pages are built by `make web` only.
            let built = joust_pages::asset("icon.svg").is_some();
            assert_eq!(answer.status, if built { 200 } else { 404 }, "{icon}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_form_says_who_begins() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let usual = ada.get("/new").await.body;
    assert!(usual.contains("data-begins=\"0\">") && usual.contains("data-begins=\"1\" hidden>"), "{usual}");
    let blue = ada.get("/new?game=mad&position=,b111,,/,,,/,,,/,,,/,,,/r111,,,+b").await.body;
    assert!(blue.contains("data-begins=\"0\" hidden>") && blue.contains("data-begins=\"1\">"), "{blue}");
}

#[tokio::test(flavor = "multi_thread")]
async fn own_games_and_names_are_remembered() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=computer&level=4&seat=0&name=Ada").await;
    let over = ada.make("game=wargame&opponent=friend").await;
    let arena = arena.restart().await;
    ada.address = arena.server.address();
    let home = ada.get("/").await.body;
    for word in [&id, &over] {
        assert!(home.contains(word), "{word}: {home}");
    }
    let form = ada.get("/new").await.body;
    assert!(form.contains("Ada") && !form.contains(&id), "{form}");
    let mut stranger = arena.visitor().await;
    let theirs = stranger.get("/").await.body + &stranger.get("/new").await.body;
    assert!(!theirs.contains(&id) && !theirs.contains("Ada"));
    assert_eq!(ada.post("/name", "name=Countess&back=//evil.example").await.header("location"), Some("/"));
    assert!(ada.get("/new").await.body.contains("Countess"));
}

#[tokio::test(flavor = "multi_thread")]
async fn all_own_games_are_listed_page_by_page() {
    let arena = Arena::with(|settings| joust_server::Settings { rate_limits: false, ..settings }).await;
    let mut ada = arena.visitor().await;
    let mut ids = Vec::new();
    for _ in 0..26 {
        ids.push(ada.make("game=wargame&board=small&opponent=screen").await);
    }
    let home = ada.get("/").await.body;
    assert_eq!(ids.iter().filter(|id| home.contains(*id)).count(), 6);
    assert!(home.contains("href=\"/games\""), "{home}");
    let pages = [ada.get("/games").await.body, ada.get("/games?page=2").await.body];
    for id in &ids {
        assert_eq!(pages.iter().filter(|page| page.contains(id)).count(), 1, "{id}");
    }
    assert!(pages[0].contains("/games?page=2") && pages[1].contains("/games?page=1"));
    for wrong in ["0", "-1", "x", "99999999999"] {
        assert_eq!(ada.get(&format!("/games?page={wrong}")).await.status, 200, "{wrong}");
    }
}

/// Strangers find a game only if its maker wants it, and only while it is played.
#[tokio::test(flavor = "multi_thread")]
async fn a_listed_game_is_on_the_home_page_while_a_player_is_there() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let listed = ada.make("game=mad&opponent=screen&name=Ada&listed=yes").await;
    let private = ada.make("game=mad&opponent=screen&name=Ada").await;
    let open = ada.make("game=mad&opponent=friend&name=Ada&listed=yes").await;
    let mut lines = Vec::new();
    for id in [&listed, &private, &open] {
        lines.push(ada.live(id).await.0);
    }
    // The list may be some seconds old.
    let seen = async || loop {
        let home = arena.visitor().await.get("/").await.body;
        if home.contains(&listed) {
            return home;
        }
        tokio::time::sleep(std::time::Duration::from_millis(200)).await;
    };
    let home = tokio::time::timeout(std::time::Duration::from_secs(8), seen()).await.expect("it is live");
    assert!(home.contains("Ada"), "{home}");
    assert!(!home.contains(&private), "its maker did not ask for it");
    assert!(!home.contains(&open), "a stranger must not take the seat of a friend");
    drop(lines);
    let gone = async || {
        while arena.visitor().await.get("/").await.body.contains(&listed) {
            tokio::time::sleep(std::time::Duration::from_millis(200)).await;
        }
    };
    tokio::time::timeout(std::time::Duration::from_secs(8), gone()).await.expect("it is no longer live");
}

#[tokio::test(flavor = "multi_thread")]
async fn operators_see_how_it_is() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen").await;
    let (mut line, state) = ada.live(&id).await;
    line.act(state["version"].as_u64().unwrap(), "pass").await;
    line.hear("acted").await;
    assert!(ada.get("/health").await.body.starts_with("{\"ok\":true,\"store\":true"));
    let metrics = ada.get("/metrics").await.body;
    // A program of an operator is not a visitor.
    for path in ["/health", "/metrics?lang=fr"] {
        ada.cookie = None;
        assert_eq!(ada.get(path).await.header("set-cookie"), None, "{path}");
    }
    for line in [
        "joust_games_in_memory 1",
        "joust_connections 1",
        "joust_moves_total 1",
        "joust_append_seconds_count 1",
    ] {
        assert!(metrics.lines().any(|found| found == line), "{line}: {metrics}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_port_that_is_taken_is_named() {
    let arena = Arena::open().await;
    let port = arena.server.address().port();
    let folder = tempfile::tempdir().unwrap();
    let settings = joust_server::Settings { port, ..crate::client::settings(folder.path()) };
    let why = joust_server::Server::start(settings).await.err().unwrap().to_string();
    assert!(why.contains(&port.to_string()) && why.contains("is taken"), "{why}");
    let same = joust_server::Server::start(crate::client::settings(arena.folder.path())).await.err().unwrap();
    assert!(same.to_string().contains("another joust"), "{same}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_that_cannot_be_replayed_is_shown_as_its_text() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let id = ada.make("game=mad&opponent=screen&name=Ada").await;
    arena.server.stop().await;
    let place = crate::client::settings(arena.folder.path()).place();
    let store = joust_store::Store::open(&place).await.unwrap();
    let body = r#"{"e":"acted","seat":0,"action":"<script>alert(1)</script>"}"#;
    let sat = store.game(&id).await.unwrap().unwrap().entries.remove(0).body;
    let sat: serde_json::Value = serde_json::from_str(&sat).unwrap();
    let visitor = sat["visitor"].as_str().unwrap();
    assert_eq!(visitor.len(), 26);
    // Entries of a future build, and a torn one.
    let unknown = format!(r#"{{"e":"came","who":[{{"\u0076isitor":"{visitor}","name":"Bea"}}]}}"#);
    let torn = format!(r#"{{"e":"sat","visitor":"{visitor}""#);
    for (seq, body) in [(2, body), (3, &unknown), (4, &torn)] {
        store.append(&id, joust_store::NewEntry::new(seq, 4_000_000_000_000, body)).await.unwrap();
    }
    store.close().await;
    let server = joust_server::Server::start(crate::client::settings(arena.folder.path())).await.unwrap();
    let mut ada = crate::client::Visitor { address: server.address(), ..ada };
    for (path, title) in
        [("", "A game that cannot be replayed"), ("?lang=fr", "Une partie qu’on ne peut pas rejouer")]
    {
        let page = ada.get(&format!("/game/{id}{path}")).await;
        assert_eq!(page.status, 200);
        assert!(page.body.contains(title), "{}", page.body);
        assert!(page.body.contains("entry 3 cannot follow") && page.body.contains("Ada"), "{}", page.body);
        assert!(
            page.body.contains("script&#62;alert") || page.body.contains("script&gt;alert"),
            "{}",
            page.body
        );
        assert!(!page.body.contains("<script>alert"), "{}", page.body);
        assert!(!page.body.contains(visitor) && page.body.contains("Bea"), "{}", page.body);
    }
    assert!(ada.get("/").await.body.contains(&format!("/game/{id}")));
    let text = ada.get(&format!("/game/{id}/record")).await.body;
    assert!(text.starts_with("{\"v\":1,\"game\":\"mad\"") && text.contains(body), "{text}");
    assert!(!text.contains(visitor), "{text}");
    assert!(text.contains(r#"{"e":"came","who":[{"name":"Bea"}]}"#) && text.contains("not JSON"), "{text}");
    server.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn every_lesson_has_its_address_and_its_title() {
    let arena = Arena::open().await;
    let mut ada = arena.visitor().await;
    let lesson = ada.get("/learn/mad/expel/2").await;
    assert_eq!(lesson.status, 200);
    assert!(lesson.body.contains("<title>Expelling · Joust</title>"), "{}", lesson.body);
    assert!(lesson.body.contains("data-game=\"mad\" data-lesson=\"expel\" data-step=\"2\""));
    assert!(
        ada.get("/learn/wargame/drop?lang=fr").await.body.contains("<title>Le parachutage · Joust</title>")
    );
    assert!(ada.get("/learn/search").await.body.contains("data-page=\"search\""));
    for missing in
        ["/learn/mad/nothing", "/learn/chess/expel", "/learn/mad/expel/0", "/learn/mad/expel/x", "/learn/mad"]
    {
        assert_eq!(ada.get(missing).await.status, 404, "{missing}");
    }
}
