//! The words of the pages of contests.

use super::service::JobKind;
use crate::words::words;
use joust_contest::Stage;
use joust_core::FaultKind;

/// A text of a page.
type Text = &'static str;

/// `one version`, `3 versions`: a count with its noun, in the singular below `from`.
fn counted(count: usize, from: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count < from { one } else { many })
}

/// Counts in English: 0 and from 2 on are many.
fn english(count: usize, one: &str, many: &str) -> String {
    format!("{count} {}", if count == 1 { one } else { many })
}

words! {
    /// The words of the pages of contests.
    ContestWords;
    contests: Text = "Contests", "Concours";
    lead: Text = "Write a player, hand it in, and watch it climb. A judge plays it in a sandbox: what it does at home, it \
            does here.",
        "Écrivez un joueur, soumettez-le et regardez-le grimper. Un juge le fait jouer dans un bac à sable : ce qu’il \
         fait chez vous, il le fait ici.";
    mine: Text = "Your contests", "Vos concours";
    open_ones: Text = "Open contests", "Concours ouverts";
    none_mine: Text = "You take part in no contest yet.", "Vous ne participez encore à aucun concours.";
    none_open: Text = "No contest is open to everybody at the moment.", "Aucun concours n’est ouvert à tous en ce moment.";
    new_contest: Text = "New contest", "Nouveau concours";
    sign_in: Text = "Sign in", "Se connecter";
    keep_name: Text = "Keep your name", "Garder votre nom";
    needs_account: Text = "To take part, keep a name: a contest must know whose version is whose.",
        "Pour participer, gardez un nom : un concours doit savoir à qui est chaque version.";

    draft: Text = "draft", "brouillon";
    soon: Text = "opens soon", "ouvre bientôt";
    open: Text = "open", "ouvert";
    over: Text = "submissions closed", "soumissions closes";
    closed: Text = "closed", "clos";
    as_teacher: Text = "teacher", "enseignant";
    as_student: Text = "student", "étudiant";
    as_spectator: Text = "spectator", "spectateur";

    come_back: Text = "Then come back to this page.", "Puis revenez à cette page.";
    overview: Text = "Overview", "Aperçu";
    versions: Text = "Versions", "Versions";
    ranking: Text = "Ranking", "Classement";
    matches: Text = "Matches", "Matchs";
    class: Text = "Class", "Classe";
    similarity: Text = "Similarity", "Similitudes";
    pages: Text = "Pages of the contest", "Pages du concours";

    join: Text = "Join", "Rejoindre";
    join_title: Text = "Join a contest", "Rejoindre un concours";
    join_about: Text = "Your teacher gives you the code, or a link with it.",
        "Votre enseignant vous donne le code, ou un lien qui le contient.";
    join_code: Text = "Join code", "Code d’inscription";
    shown_name: Text = "Your name in this contest", "Votre nom dans ce concours";
    shown_name_about: Text = "Your teacher sees it, and finds you by it in the list of the class.",
        "Votre enseignant le voit, et vous trouve ainsi dans la liste de la classe.";

    new_about: Text = "A contest is a text: the game, its limits, its dates and its rounds. Begin with an example and change \
            what you want; docs/contest.md explains every field.",
        "Un concours est un texte : le jeu, ses limites, ses dates et ses manches. Partez d’un exemple et changez ce que \
         vous voulez ; docs/contest.md explique chaque champ.";
    example_of: Text = "Example", "Exemple";
    terms: Text = "Terms", "Règlement";
    terms_text: Text = "The terms as TOML", "Le règlement en TOML";
    terms_about: Text = "Students see the draft only after you open the contest. Terms can be changed later; versions that \
            were judged stay judged.",
        "Les étudiants ne voient le brouillon qu’une fois le concours ouvert. Le règlement peut changer ensuite ; les \
         versions déjà jugées le restent.";
    make: Text = "Make the contest", "Créer le concours";
    save: Text = "Save", "Enregistrer";
    line: Text = "line", "ligne";
    problems: fn(usize) -> String =
        |count| if count == 1 { "The text has a problem:".to_owned() } else { format!("The text has {count} problems:") },
        |count| if count == 1 { "Le texte a un problème :".to_owned() } else { format!("Le texte a {count} problèmes :") };

    open_contest: Text = "Open the contest", "Ouvrir le concours";
    open_about: Text = "Once it is open, students can join and, within its dates, hand in.",
        "Une fois ouvert, les étudiants peuvent le rejoindre et, dans ses dates, soumettre.";
    reopen_about: Text = "It is closed: nobody can join, hand in or choose, and the ladder rests. All this goes on if you open it again.",
        "Il est clos : personne ne peut le rejoindre, soumettre ni choisir, et l’échelle est à l’arrêt. Tout cela reprend si vous le rouvrez.";
    close_contest: Text = "Close the contest", "Clore le concours";
    close_about: Text = "Once it is closed, nothing is taken any more, nobody chooses another version, and the ladder stops. Everything stays to be read, and you can open it again.",
        "Une fois clos, plus rien n’est accepté, personne ne choisit d’autre version et l’échelle s’arrête. Tout reste lisible, et vous pouvez le rouvrir.";
    teaching: Text = "For teachers", "Pour l’enseignant";
    try_it: Text = "Try it: hand in a version of your own", "Essayer : soumettre une version vous-même";
    link_to_join: Text = "Link for the class", "Lien pour la classe";
    new_code: Text = "Make a new code", "Créer un nouveau code";
    new_code_about: Text = "A new code ends the old one and its link; members stay.",
        "Un nouveau code met fin à l’ancien et à son lien ; les membres restent.";
    edit_terms: Text = "Edit the terms", "Modifier le règlement";
    archive: Text = "Archive", "Archive";
    download: Text = "Download", "Télécharger";
    students: fn(usize) -> String =
        |count| english(count, "student", "students"), |count| counted(count, 2, "étudiant", "étudiants");
    version_count: fn(usize) -> String =
        |count| english(count, "version", "versions"), |count| counted(count, 2, "version", "versions");
    waiting_count: fn(usize) -> String =
        |count| format!("{count} waiting for the judge"), |count| format!("{count} en attente du juge");
    game_count: fn(usize) -> String =
        |count| english(count, "game", "games"), |count| counted(count, 2, "partie", "parties");

    remove_draft: Text = "Remove the draft", "Supprimer le brouillon";
    opens_label: Text = "Opens", "Ouverture";
    closes_label: Text = "Submissions close", "Fin des soumissions";
    opens: Text = "opens", "ouverture";
    closes: Text = "submissions close", "fin des soumissions";
    at_once: Text = "at once", "tout de suite";
    without_end: Text = "without end", "sans fin";
    next_deadline: Text = "Next", "Prochaine échéance";
    counts_by_arrival: Text = "What arrives in time counts, however long it waits for the judge.",
        "Ce qui arrive à temps compte, quelle que soit l’attente devant le juge.";
    in_short: Text = "In short", "En bref";
    game: Text = "Game", "Jeu";
    boards: Text = "Boards", "Plateaux";
    maps: Text = "Maps", "Cartes";
    languages: Text = "Languages", "Langages";
    limits: Text = "Limits", "Limites";
    /// Seconds for each move, seconds for a whole game, megabytes.
    limit_words: fn(&str, &str, &str) -> String =
        |moves, game, memory| {
            let moves = if moves.is_empty() { None } else { Some(format!("{moves} s a move")) };
            let game = if game.is_empty() { None } else { Some(format!("{game} s a game")) };
            let both: Vec<String> = [moves, game].into_iter().flatten().collect();
            format!("{}, counted as fuel; {memory} MB", both.join(", "))
        },
        |moves, game, memory| {
            let moves = if moves.is_empty() { None } else { Some(format!("{moves} s par coup")) };
            let game = if game.is_empty() { None } else { Some(format!("{game} s par partie")) };
            let both: Vec<String> = [moves, game].into_iter().flatten().collect();
            format!("{}, comptées en carburant ; {memory} Mo", both.join(", "))
        };
    qualification: Text = "Qualification", "Qualification";
    /// Wins, games, opponents.
    qualification_words: fn(usize, usize, &str) -> String =
        |wins, games, against| format!("win {wins} of {games} against {against}"),
        |wins, games, against| format!("gagner {wins} sur {games} contre {against}");
    no_qualification: Text = "none", "aucune";
    source_rules: Text = "Rules for sources", "Règles des sources";
    any_headers: Text = "C++ and C include any header of the standard library",
        "le C++ et le C incluent tout en-tête de la bibliothèque standard";
    standard_headers: Text = "C++ and C include the standard library without files, threads and processes",
        "le C++ et le C incluent la bibliothèque standard, sans fichiers, fils ni processus";
    only_headers: fn(&str) -> String =
        |headers| format!("C++ and C include these headers only: {headers}"),
        |headers| format!("le C++ et le C n’incluent que ces en-têtes : {headers}");
    no_global_state: Text = "C++ has no global state: no variable that can change outside of the class, and no static one",
        "le C++ n’a pas d’état global : aucune variable modifiable hors de la classe, et aucune statique";
    largest_source: fn(&str) -> String =
        |size| format!("a source has at most {size}"), |size| format!("un source a {size} au plus");
    largest_module: fn(&str) -> String =
        |size| format!("a module has at most {size}"), |size| format!("un module a {size} au plus");
    longest_name: fn(usize) -> String =
        |most| format!("a name has at most {most} characters"), |most| format!("un nom a {most} caractères au plus");
    module_words: Text = "WebAssembly module", "module WebAssembly";
    with_kit: Text = "C++ with the Mad Max kit", "C++ avec le kit Mad Max";

    submit: Text = "Hand in", "Soumettre";
    submit_title: Text = "Hand in a version", "Soumettre une version";
    file: Text = "One file: the source of your player, or a module", "Un fichier : le source de votre joueur, ou un module";
    player_name: Text = "Name of the player", "Nom du joueur";
    player_name_about: fn(usize) -> String =
        |most| format!("At most {most} characters. Empty: the name in the source, or that of the file."),
        |most| format!("{most} caractères au plus. Vide : le nom dans le source, ou celui du fichier.");
    versions_left: fn(usize) -> String =
        |left| format!("You may hand in {left} more within the hour."),
        |left| format!("Vous pouvez en soumettre encore {left} dans l’heure.");
    by_command: Text = "From the command line", "Depuis la ligne de commande";
    by_command_about: Text = "Make a token on your account page once, and keep it in ~/.config/joust/token, readable by you only. \
            Then, beside your source:",
        "Créez une fois un jeton sur la page de votre compte, et gardez-le dans ~/.config/joust/token, lisible par vous \
         seul. Puis, à côté de votre source :";
    not_now: Text = "Nothing is taken at the moment.", "Rien n’est accepté en ce moment.";
    your_versions: Text = "Your versions", "Vos versions";
    all_versions: Text = "All versions", "Toutes les versions";
    no_versions: Text = "There is no version yet.", "Il n’y a pas encore de version.";
    your_rank: Text = "Your rank", "Votre rang";
    place_of: fn(usize, usize) -> String =
        |place, of| format!("{place} of {of}"), |place, of| format!("{place} sur {of}");
    no_official: Text = "The first version that qualifies becomes the official one; later you choose.",
        "La première version qualifiée devient l’officielle ; ensuite, vous choisissez.";
    unranked: Text = "not placed yet", "pas encore classé";

    version: Text = "Version", "Version";
    player: Text = "Player", "Joueur";
    waiting: Text = "waiting", "en attente";
    judging: Text = "being judged", "au jugement";
    failed: Text = "failed", "refusée";
    qualified: Text = "qualified", "qualifiée";
    trouble: Text = "our fault", "de notre faute";
    gone: Text = "removed", "supprimée";
    trouble_about: Text = "The server could not judge this version, which is not your fault. An operator has been told, and your \
            teacher can have it judged again; it counts by the time of its arrival.",
        "Le serveur n’a pas pu juger cette version, et ce n’est pas votre faute. Un opérateur est prévenu, et votre \
         enseignant peut la faire rejuger ; elle compte selon l’heure de son arrivée.";
    /// For teachers.
    trouble_for_teachers: Text = "The server could not judge this version, which is not its author’s fault. It tries again every few \
            minutes, or when you press Judge again; the version counts by the time of its arrival.",
        "Le serveur n’a pas pu juger cette version, et ce n’est pas la faute de son auteur. Il réessaie toutes les quelques \
         minutes, ou quand vous cliquez sur Rejuger ; la version compte selon l’heure de son arrivée.";
    official: Text = "official", "officielle";
    official_about: Text = "This version represents you on the ladder and in official rounds.",
        "Cette version vous représente à l’échelle et dans les manches officielles.";
    /// For teachers.
    official_of_student: Text = "This version represents its author on the ladder and in official rounds.",
        "Cette version représente son auteur à l’échelle et dans les manches officielles.";
    choose: Text = "Make it the official one", "En faire la version officielle";
    rejudge: Text = "Judge again", "Rejuger";
    rejudge_all: Text = "Judge all again", "Tout rejuger";
    rejudge_about: Text = "It waits behind new submissions.", "Elle attend derrière les nouvelles soumissions.";
    steps: Text = "The judge", "Le juge";
    /// How much is ahead, from and to in seconds.
    estimate: fn(usize, &str, &str) -> String =
        |ahead, from, to| match ahead {
            0 => format!("It is next: done in {from} to {to}, nine times in ten."),
            1 => format!("One is before it: done in {from} to {to}, nine times in ten."),
            ahead => format!("{ahead} are before it: done in {from} to {to}, nine times in ten."),
        },
        |ahead, from, to| match ahead {
            0 => format!("C’est la prochaine : finie dans {from} à {to}, neuf fois sur dix."),
            1 => format!("Une autre passe avant : finie dans {from} à {to}, neuf fois sur dix."),
            ahead => format!("{ahead} passent avant : finie dans {from} à {to}, neuf fois sur dix."),
        };
    no_estimate: Text = "It waits for its turn.", "Elle attend son tour.";
    reload: Text = "Look again", "Actualiser";
    to_come: Text = "to come", "à venir";
    running: Text = "running", "en cours";
    passed: Text = "passed", "réussi";
    not_passed: Text = "failed", "échoué";
    stages: [Text; 5] = ["Received", "Source checks", "Build", "Check", "Qualification"],
        ["Reçu", "Règles du source", "Compilation", "Vérification", "Qualification"];
    /// What the judge says in French; in English it speaks for itself.
    verdicts: [[Text; 2]; 5] = [[""; 2]; 5], [
        ["le fichier est arrivé", "le fichier n’est pas arrivé"],
        ["le source suit les règles du concours", "le source enfreint les règles du concours"],
        ["le module est construit", "il n’y a pas de module"],
        ["les parties d’essai se sont bien passées", "une partie d’essai s’est mal passée"],
        ["assez de parties gagnées", "pas assez de parties gagnées"],
    ];
    won_of: fn(usize, usize) -> String =
        |won, played| format!("it won {won} of {played} games"),
        |won, played| format!("{} sur {played}", counted(won, 2, "partie gagnée", "parties gagnées"));
    fault_kinds: fn(FaultKind) -> Text = FaultKind::name, french_fault;
    version_of: fn(u64) -> String = |number| format!("version {number}"), |number| format!("version {number}");
    rename: Text = "Rename", "Renommer";
    label: Text = "What you call it", "Son titre";
    label_about: Text = "A note for yourself, such as “brave with cars”.", "Une note pour vous, comme « plus de voitures ».";
    imported: fn(usize, usize) -> String =
        |added, known| format!("{added} added, {known} were there already."),
        |added, known| format!("{added} ajoutés, {known} y étaient déjà.");
    progress: fn(usize, usize) -> String =
        |played, of| format!("game {played} of {of}"), |played, of| format!("partie {played} sur {of}");
    log: Text = "Log", "Journal";
    games: Text = "Games of the qualification", "Parties de qualification";
    seed: Text = "Seed", "Graine";
    board: Text = "Board", "Plateau";
    map: Text = "Map", "Carte";
    seat: Text = "Seat", "Place";
    fuel: Text = "Fuel", "Carburant";
    fuel_by_round: Text = "Fuel by round", "Carburant par tour";
    fuel_chart: fn(usize, &str) -> String =
        |rounds, most| format!("Fuel of {}; the dearest took {most} units.", english(rounds, "round", "rounds")),
        |rounds, most| format!("Carburant de {} ; le plus cher en a pris {most} unités.", counted(rounds, 2, "tour", "tours"));
    won: Text = "won", "gagnée";
    not_won: Text = "not won", "pas gagnée";
    watch: Text = "Watch", "Regarder";
    fault: Text = "Fault", "Faute";
    in_round: fn(u32) -> String = |round| format!("in round {round}"), |round| format!("au tour {round}");
    before_game: Text = "before the game", "avant la partie";
    last_words: Text = "Its last words", "Ses derniers mots";
    output: Text = "What it wrote", "Ce qu’il a écrit";
    your_player: Text = "Only you and your teachers see this", "Seuls vous et vos enseignants voyez ceci";
    /// For teachers.
    players_of_students: Text = "Only its author and the teachers see this", "Seuls son auteur et les enseignants voient ceci";
    more: Text = "More", "Autres";
    kilobytes: Text = "KB", "ko";
    megabytes: Text = "MB", "Mo";
    /// Stands before the fraction of a number.
    point: Text = ".", ",";
    loading: Text = "Loading …", "Chargement …";
    source: Text = "Source", "Source";
    module: Text = "Module", "Module";
    compare: Text = "Compare", "Comparer";
    compare_with: Text = "Compare with", "Comparer avec";
    difference: fn(u64, u64) -> String =
        |old, new| format!("From version {old} to version {new}"),
        |old, new| format!("De la version {old} à la version {new}");
    equal: Text = "The two sources are equal.", "Les deux sources sont identiques.";
    difference_cut: Text = "There are more changes than this page shows.",
        "Il y a plus de changements que cette page n’en montre.";
    not_text: Text = "A module has no lines to compare.", "Un module n’a pas de lignes à comparer.";
    changed_lines: fn(usize, usize) -> String =
        |added, removed| format!("{} added, {removed} removed", english(added, "line", "lines")),
        |added, removed| format!("{}, {}", counted(added, 2, "ligne ajoutée", "lignes ajoutées"), counted(removed, 2, "retirée", "retirées"));

    ranking_about: Text = "The ladder plays by itself: the version about which least is known comes first. The rating of {} is 0; \
            an interval holds the true strength in 95 of 100 cases.",
        "L’échelle joue d’elle-même : la version la moins connue passe d’abord. La cote de {} est 0 ; un intervalle \
         contient la vraie force dans 95 cas sur 100.";
    no_ranking: Text = "Nobody is ranked yet: the ladder begins with the first qualified version.",
        "Personne n’est encore classé : l’échelle commence avec la première version qualifiée.";
    place: Text = "Place", "Rang";
    rating: Text = "Rating", "Cote";
    interval: Text = "95 % interval", "Intervalle à 95 %";
    score: Text = "Score", "Score";
    games_label: Text = "Games", "Parties";
    wins: Text = "Won", "Gagnées";
    ties: Text = "Drawn", "Nulles";
    losses: Text = "Lost", "Perdues";
    faults: Text = "Faults", "Fautes";
    head_to_head: Text = "Head to head", "Face à face";
    history: Text = "Ratings over time", "Cotes au fil du temps";
    history_about: fn(usize) -> String =
        |games| format!("Ratings over {games} games."),
        |games| format!("Cotes au fil de {games} parties.");
    you: Text = "you", "vous";

    friendly: Text = "Friendly match", "Match amical";
    friendly_about: Text = "Any version of yours that qualified against your other versions or the official versions of others. It \
            changes no rating.",
        "Une de vos versions qualifiées contre vos autres versions ou les versions officielles des autres. Il ne change \
         aucune cote.";
    budget: fn(usize, usize) -> String =
        |left, of| format!("{left} of {of} friendly matches are left today."),
        |left, of| format!("Il reste {left} matchs amicaux sur {of} aujourd’hui.");
    own_version: Text = "Your version", "Votre version";
    opponent: Text = "Opponent", "Adversaire";
    nobody_to_play: Text = "You need a version that qualified.", "Il vous faut une version qualifiée.";
    play: Text = "Play", "Jouer";
    latest: Text = "Latest games", "Dernières parties";
    own_games: Text = "Your games", "Vos parties";
    all_games: Text = "All games", "Toutes les parties";
    no_games: Text = "No game has been played yet.", "Aucune partie n’a encore été jouée.";
    older: Text = "Older games", "Parties plus anciennes";
    kinds: [Text; 4] = ["qualification", "friendly", "ladder", "official round"],
        ["qualification", "amical", "échelle", "manche officielle"];
    match_is: fn(u64) -> String = |number| format!("Match {number}"), |number| format!("Match {number}");
    match_waits: Text = "This match waits for its turn.", "Ce match attend son tour.";
    record: Text = "Record", "Enregistrement";
    again: Text = "The same game at home", "La même partie chez vous";
    again_about: Text = "In the folder of the kit, with the module of this version (its page has it, and make judge builds it):",
        "Dans le dossier du kit, avec le module de cette version (sa page l’a, et make judge le construit) :";
    no_record: Text = "This game could not be finished and has no record.",
        "Cette partie n’a pas pu être finie et n’a pas d’enregistrement.";
    points: Text = "Points", "Points";
    winner: Text = "winner", "vainqueur";

    rounds: Text = "Official rounds", "Manches officielles";
    round_soon: Text = "to come", "à venir";
    round_waits: Text = "waiting for the judge", "attend le juge";
    round_runs: Text = "being played", "en cours";
    round_over: Text = "over", "finie";
    round_broken: Text = "not played", "pas jouée";
    round_broken_about: Text = "This round could not be played, which is no fault of the players. Nothing is lost: it goes on where it \
            stopped.",
        "Cette manche n’a pas pu être jouée, et ce n’est pas la faute des joueurs. Rien n’est perdu : elle reprend où \
         elle s’est arrêtée.";
    round_unbegun_about: Text = "This round could not begin. Its date can be put off under Terms; then everything is frozen anew. Or \
            try again, with what had arrived by its date.",
        "Cette manche n’a pas pu commencer. Sa date peut être repoussée sous Règlement ; tout sera alors figé à nouveau. Ou \
         réessayez, avec ce qui était arrivé à sa date.";
    places_so_far: Text = "Where games depend on results, places are those after the last part of the round that is over.",
        "Quand les parties dépendent des résultats, les places sont celles d’après la dernière partie achevée de la manche.";
    retry: Text = "Try again", "Réessayer";
    awaits: Text = "It waits for these versions, which arrived in time:",
        "Elle attend ces versions, arrivées à temps :";
    begin_without: Text = "Begin without them", "Commencer sans elles";
    begin_without_about: Text = "The judge fails with them, which is no fault of their authors, and tries again every five minutes. \
            Authors who have no other version do not take part then.",
        "Le juge échoue avec elles, et ce n’est pas la faute de leurs auteurs ; il réessaie toutes les cinq minutes. \
         Sans autre version, leurs auteurs ne participeront pas.";
    frozen_at: Text = "Everything is frozen", "Tout est figé";
    frozen_about: Text = "The official versions of that moment play, of versions that arrived by then.",
        "Jouent les versions officielles de cet instant, parmi celles arrivées d’ici là.";
    standings: Text = "Standings", "Résultats";
    /// Millions of units of fuel: the mean of a game, and the most in one.
    fuel_of_games: fn(&str, &str) -> String =
        |mean, most| format!("fuel: {mean} M a game, at most {most} M"),
        |mean, most| format!("carburant : {mean} M par partie, {most} M au plus");
    trouble_in_english: Text = "The server says why:", "Le serveur dit pourquoi, en anglais :";
    report: Text = "Report", "Rapport";
    report_about: Text = "The report is one page with standings and games, to keep as a file.",
        "Le rapport est une page avec les résultats et les parties, à garder en fichier.";
    gradebook: Text = "Gradebook (CSV)", "Carnet de notes (CSV)";
    journal: Text = "Journal", "Journal";
    journal_about: Text = "joust tournament verify plays the round again from its journal and compares. It needs the players, which the archive of the contest has.",
        "joust tournament verify rejoue la manche à partir de son journal et compare. Il lui faut les joueurs, qui sont dans l’archive du concours.";
    round_progress: fn(usize, usize) -> String =
        |played, of| format!("{played} of {of} games"), |played, of| format!("{played} parties sur {of}");

    class_about: Text = "Members have joined by the code. An imported list says who belongs to the class: its names are those of \
            the gradebook.",
        "Les membres ont rejoint par le code. Une liste importée dit qui est de la classe : ses noms sont ceux du carnet \
         de notes.";
    nobody_joined: Text = "Nobody has joined yet.", "Personne n’a encore rejoint.";
    remove: Text = "Remove", "Retirer";
    invited: Text = "Not joined yet", "Pas encore inscrits";
    removed: Text = "Removed", "Retirés";
    let_back: Text = "Let back in", "Réadmettre";
    make_teacher: Text = "Make a teacher", "Nommer enseignant";
    make_student: Text = "Make a student", "Rendre étudiant";
    qualified_count: fn(usize) -> String =
        |count| format!("{count} qualified"), |count| counted(count, 2, "qualifiée", "qualifiées");
    import: Text = "Import a list", "Importer une liste";
    import_about: Text = "CSV with the columns name and, if you like, key: a first line that names the columns, then a line for each student. Then only these names may join by the code.",
        "Un CSV aux colonnes name et, si vous voulez, key : une première ligne qui les nomme, puis une ligne par étudiant. Alors seuls ces noms peuvent rejoindre par le code.";
    import_text: Text = "The list as CSV", "La liste en CSV";
    import_do: Text = "Import", "Importer";
    export: Text = "Export the list (CSV)", "Exporter la liste (CSV)";

    open_report: Text = "Open the report", "Ouvrir le rapport";
    jobs: [JobWords; 2] = [
        JobWords {
            title: "Similarity",
            about: "Compares the versions of the class with each other, with former contests and with the archive of the \
                server. It is a report for you, never a verdict: students do not see it.",
            make: "Compare the class",
            made: "The report",
            note: "The report opens as a page of its own, with both sources of a pair side by side. It is of the moment at \
                which it was made.",
        },
        JobWords {
            title: "Archive",
            about: "All results, versions and games as files that open without a server: a packed tar file. Students do \
                not see it.",
            make: "Make the archive",
            made: "The archive",
            note: "Unpack it by tar -xf, and open index.html. It is of the moment at which it was made.",
        },
    ], [
        JobWords {
            title: "Similitudes",
            about: "Compare les versions de la classe entre elles, avec d’anciens concours et avec l’archive du serveur. \
                C’est un rapport pour vous, jamais un verdict : les étudiants ne le voient pas.",
            make: "Comparer la classe",
            made: "Le rapport",
            note: "Le rapport s’ouvre dans une page à part, en anglais, avec les deux sources d’une paire côte à côte. Il \
                date du moment où il a été fait.",
        },
        JobWords {
            title: "Archive",
            about: "Tous les résultats, les versions et les parties en fichiers qui s’ouvrent sans serveur : une archive \
                tar compressée. Les étudiants ne la voient pas.",
            make: "Faire l’archive",
            made: "L’archive",
            note: "Décompressez-la avec tar -xf, et ouvrez index.html. Elle date du moment où elle a été faite.",
        },
    ];
    /// Jobs of other contests that come first.
    job_waits: fn(usize) -> String =
        |ahead| match ahead {
            0 => "It is next.".to_owned(),
            1 => "It waits for a job of another contest.".to_owned(),
            ahead => format!("It waits for {ahead} jobs of other contests."),
        },
        |ahead| match ahead {
            0 => "C’est la prochaine tâche.".to_owned(),
            1 => "Elle attend la tâche d’un autre concours.".to_owned(),
            ahead => format!("Elle attend {ahead} tâches d’autres concours."),
        };
    job_runs: fn(Option<usize>) -> String =
        |percent| percent.map_or_else(|| "Being made …".to_owned(), |percent| format!("Being made: {percent} %")),
        |percent| percent.map_or_else(|| "En cours …".to_owned(), |percent| format!("En cours : {percent} %"));
    job_goes_on: Text = "You can leave this page: the work goes on, behind the games.",
        "Vous pouvez quitter cette page : le travail continue, derrière les parties.";
    made_at: Text = "Made", "Fait le";
    make_anew: Text = "Make it anew", "Refaire";
    job_interrupted: Text = "The server was stopped while this was being made. Make it again.",
        "Le serveur s’est arrêté pendant ce travail. Relancez-le.";
    job_too_large: Text = "There is more than the server takes at once. Nothing was made.",
        "Il y en a plus que le serveur n’en prend à la fois. Rien n’a été fait.";
    job_departed: Text = "A member of a class has deleted the account, and what was made before is gone with it. Make it anew.",
        "Un membre d’une classe a supprimé son compte, et ce qui avait été fait a disparu avec lui. Refaites-le.";
    job_new_teacher: Text = "Somebody teaches this class now who does not teach the other classes of the report, so it is gone. Make it anew.",
        "Quelqu’un enseigne maintenant cette classe sans enseigner les autres classes du rapport, qui a donc disparu. Refaites-le.";
    job_failed: Text = "The server could not do it. An operator finds the reason in its log.",
        "Le serveur n’a pas pu le faire. Un opérateur en trouve la raison dans son journal.";
}

/// The words of a kind of job.
pub(crate) struct JobWords {
    pub(crate) title: Text,
    pub(crate) about: Text,
    /// The button that starts it.
    pub(crate) make: Text,
    /// What it has made.
    pub(crate) made: Text,
    pub(crate) note: Text,
}

/// The kind of a fault in French.
fn french_fault(kind: FaultKind) -> Text {
    match kind {
        FaultKind::Start => "pas démarré",
        FaultKind::Crashed => "planté",
        FaultKind::Closed => "terminé trop tôt",
        FaultKind::OutOfFuel => "à court de carburant",
        FaultKind::OutOfMemory => "à court de mémoire",
        FaultKind::Late => "trop tard",
        FaultKind::Flag => "à court de temps",
        FaultKind::Garbled => "réponse illisible",
        FaultKind::Illegal => "action interdite par les règles",
        FaultKind::TooManyOrders => "trop d’ordres",
        FaultKind::Forbidden => "interdit par le bac à sable",
        FaultKind::Tables => "sans tables de finales",
        FaultKind::NotHere => "ne joue pas à ce jeu",
        FaultKind::Stopped => "arrêté",
        FaultKind::Void => "nul",
    }
}

/// Words with numbers or names in them, as templates call them.
impl ContestWords {
    pub(crate) fn stage(&self, stage: Stage) -> Text {
        self.stages[place(stage)]
    }

    pub(crate) fn verdict(&self, stage: Stage, passed: bool) -> Text {
        self.verdicts[place(stage)][usize::from(!passed)]
    }

    pub(crate) fn job(&self, kind: JobKind) -> &JobWords {
        match kind {
            JobKind::Similarity => &self.jobs[0],
            JobKind::Archive => &self.jobs[1],
        }
    }

    pub(crate) fn job_waits(&self, ahead: usize) -> String {
        (self.job_waits)(ahead)
    }

    pub(crate) fn job_runs(&self, percent: Option<usize>) -> String {
        (self.job_runs)(percent)
    }

    /// A number with the point of the language.
    pub(crate) fn decimal(&self, number: &str) -> String {
        number.replace('.', self.point)
    }

    /// A number of bytes as people read it.
    #[expect(clippy::cast_precision_loss, reason = "told with one digit")]
    pub(crate) fn size(&self, bytes: u64) -> String {
        if bytes < 1 << 20 {
            return format!("{}\u{a0}{}", bytes.div_ceil(1024), self.kilobytes);
        }
        let size = self.decimal(&format!("{:.1}", bytes as f64 / f64::from(1 << 20)));
        format!("{size}\u{a0}{}", self.megabytes)
    }

    /// A share as people read it.
    pub(crate) fn percent(&self, share: f64) -> String {
        self.decimal(&format!("{:.1}\u{a0}%", 100.0 * share))
    }

    pub(crate) fn problems(&self, count: usize) -> String {
        (self.problems)(count)
    }

    pub(crate) fn students(&self, count: usize) -> String {
        (self.students)(count)
    }

    pub(crate) fn version_count(&self, count: usize) -> String {
        (self.version_count)(count)
    }

    pub(crate) fn waiting_count(&self, count: usize) -> String {
        (self.waiting_count)(count)
    }

    pub(crate) fn game_count(&self, count: usize) -> String {
        (self.game_count)(count)
    }

    pub(crate) fn limits_of(&self, moves: &str, game: &str, memory: &str) -> String {
        (self.limit_words)(moves, game, memory)
    }

    pub(crate) fn qualification_of(&self, wins: usize, games: usize, against: &str) -> String {
        (self.qualification_words)(wins, games, against)
    }

    pub(crate) fn only_headers(&self, headers: &str) -> String {
        (self.only_headers)(headers)
    }

    pub(crate) fn largest_source(&self, size: &str) -> String {
        (self.largest_source)(size)
    }

    pub(crate) fn largest_module(&self, size: &str) -> String {
        (self.largest_module)(size)
    }

    pub(crate) fn longest_name(&self, most: usize) -> String {
        (self.longest_name)(most)
    }

    pub(crate) fn player_name_about(&self, most: usize) -> String {
        (self.player_name_about)(most)
    }

    pub(crate) fn versions_left(&self, left: u32) -> String {
        (self.versions_left)(left as usize)
    }

    pub(crate) fn place_of(&self, place: usize, of: usize) -> String {
        (self.place_of)(place, of)
    }

    pub(crate) fn estimated(&self, ahead: usize, from: &str, to: &str) -> String {
        (self.estimate)(ahead, from, to)
    }

    pub(crate) fn progress(&self, played: usize, of: usize) -> String {
        (self.progress)(played, of)
    }

    pub(crate) fn won_of(&self, won: usize, played: usize) -> String {
        (self.won_of)(won, played)
    }

    pub(crate) fn fault_kind(&self, kind: FaultKind) -> Text {
        (self.fault_kinds)(kind)
    }

    pub(crate) fn version_of(&self, number: u64) -> String {
        (self.version_of)(number)
    }

    pub(crate) fn fuel_chart(&self, rounds: usize, most: &str) -> String {
        (self.fuel_chart)(rounds, most)
    }

    pub(crate) fn in_round(&self, round: u32) -> String {
        (self.in_round)(round)
    }

    pub(crate) fn difference(&self, old: u64, new: u64) -> String {
        (self.difference)(old, new)
    }

    pub(crate) fn changed_lines(&self, added: usize, removed: usize) -> String {
        (self.changed_lines)(added, removed)
    }

    pub(crate) fn history_about(&self, games: usize) -> String {
        (self.history_about)(games)
    }

    pub(crate) fn budget(&self, left: usize, of: usize) -> String {
        (self.budget)(left, of)
    }

    pub(crate) fn match_is(&self, number: u64) -> String {
        (self.match_is)(number)
    }

    pub(crate) fn fuel_of_games(&self, mean: &str, most: &str) -> String {
        (self.fuel_of_games)(mean, most)
    }

    pub(crate) fn round_progress(&self, played: usize, of: usize) -> String {
        (self.round_progress)(played, of)
    }

    pub(crate) fn qualified_count(&self, count: usize) -> String {
        (self.qualified_count)(count)
    }

    pub(crate) fn imported(&self, added: usize, known: usize) -> String {
        (self.imported)(added, known)
    }
}

/// The place of a step among all of them.
fn place(stage: Stage) -> usize {
    Stage::ALL.iter().position(|one| *one == stage).unwrap_or(0)
}
