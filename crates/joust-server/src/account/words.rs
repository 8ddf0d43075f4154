//! The words of the pages of accounts.

use crate::limits::{NAME_CHARS, PASSWORD_CHARS};
use crate::words::words;
use joust_store::Role;

/// A text of a page.
type Text = &'static str;

words! {
    /// The words of the pages of accounts.
    AccountWords;
    account: Text = "Account", "Compte";
    sign_in: Text = "Sign in", "Se connecter";
    sign_in_about: Text = "Playing needs no account. One keeps your name and your games on every device.",
        "Jouer ne demande pas de compte. Un compte garde votre nom et vos parties sur tous vos appareils.";
    sign_in_with: fn(&str) -> String = |name| format!("Sign in with {name}"), |name| format!("Se connecter avec {name}");
    name: Text = "Name", "Nom";
    password: Text = "Password", "Mot de passe";
    password_about: fn() -> String =
        || format!("At least {PASSWORD_CHARS} characters. Four words that do not belong together are a good one."),
        || format!("Au moins {PASSWORD_CHARS} caractères. Quatre mots sans rapport entre eux conviennent.");
    forgot: Text = "Password forgotten?", "Mot de passe oublié ?";

    keep: Text = "Keep your name", "Garder votre nom";
    keep_about: Text = "Your name becomes yours alone, and the games that you have played in this browser come along. \
            No address is asked for.",
        "Votre nom n’appartient plus qu’à vous, et les parties jouées dans ce navigateur vous suivent. Aucune adresse \
         n’est demandée.";
    name_about: fn() -> String =
        || format!("At most {NAME_CHARS} characters. Everybody sees it. Names that look alike are refused."),
        || format!("{NAME_CHARS} caractères au plus. Tout le monde le voit. Les noms qui se ressemblent sont refusés.");

    recover: Text = "Use a recovery code", "Utiliser un code de secours";
    recover_about: Text = "Each code works once. It sets a new password and signs out all your browsers and programs.",
        "Chaque code sert une fois. Il fixe un nouveau mot de passe et déconnecte tous vos navigateurs et programmes.";
    code: Text = "Recovery code", "Code de secours";
    new_password: Text = "New password", "Nouveau mot de passe";
    set_password: Text = "Set the password", "Fixer le mot de passe";

    signed_in_as: fn(&str) -> String = |name| format!("Signed in as {name}"), |name| format!("Connecté : {name}");
    sign_out: Text = "Sign out", "Se déconnecter";
    change_name: Text = "Change your name", "Changer de nom";
    change_name_about: fn() -> String =
        || format!("At most {NAME_CHARS} characters. Finished games keep the name under which you played them."),
        || format!("{NAME_CHARS} caractères au plus. Les parties finies gardent le nom sous lequel vous les avez jouées.");
    change: Text = "Change", "Changer";
    change_password: Text = "Change the password", "Changer le mot de passe";
    change_password_about: Text = "All other browsers are signed out, and the tokens of your programs end: make new ones afterwards.",
        "Tous les autres navigateurs sont déconnectés, et les jetons de vos programmes prennent fin : créez-en de nouveaux ensuite.";
    current_password: Text = "Current password", "Mot de passe actuel";
    add_password: Text = "Add a password", "Ajouter un mot de passe";

    codes: Text = "Recovery codes", "Codes de secours";
    codes_left: fn(usize) -> String =
        |count| match count {
            0 => "No code is left.".to_owned(),
            1 => "One code is left.".to_owned(),
            count => format!("{count} codes are left."),
        },
        |count| match count {
            0 => "Il ne reste aucun code.".to_owned(),
            1 => "Il reste un code.".to_owned(),
            count => format!("Il reste {count} codes."),
        };
    new_codes: Text = "Make new codes", "Créer de nouveaux codes";
    codes_once: Text = "Your recovery codes", "Vos codes de secours";
    codes_once_about: Text = "With one of them you get back in when the password is lost. They are shown only now: write them \
            down or print this page.",
        "Avec l’un d’eux, vous revenez si le mot de passe est perdu. Ils ne sont montrés que maintenant : notez-les ou \
         imprimez cette page.";
    go_on: Text = "I have kept them", "Je les ai notés";

    sessions: Text = "Signed-in browsers", "Navigateurs connectés";
    this_browser: Text = "this browser", "ce navigateur";
    since: fn(&str, &str) -> String =
        |made, seen| format!("since {made}, last used {seen}"),
        |made, seen| format!("depuis le {made}, dernier usage le {seen}");
    sign_out_others: Text = "Sign out all others", "Déconnecter tous les autres";

    tokens: Text = "Tokens for programs", "Jetons pour programmes";
    tokens_about: Text = "A program that sends a token acts in your name, such as joust submit. It cannot change your \
            account.",
        "Un programme qui envoie un jeton agit en votre nom, comme joust submit. Il ne peut pas modifier votre compte.";
    token_label: Text = "What is it for?", "À quoi sert-il ?";
    new_token: Text = "Make a token", "Créer un jeton";
    token_once: Text = "Your new token", "Votre nouveau jeton";
    token_once_about: Text = "It is shown only now. Whoever has it acts in your name.",
        "Il n’est montré que maintenant. Qui le détient agit en votre nom.";
    made: fn(&str) -> String = |made| format!("made {made}, never used"), |made| format!("créé le {made}, jamais utilisé");
    remove: Text = "Remove", "Supprimer";
    back: Text = "Back to your account", "Retour au compte";

    identities: Text = "Sign-in elsewhere", "Connexion externe";
    connect: fn(&str) -> String = |name| format!("Connect {name}"), |name| format!("Relier {name}");
    needs_password: Text = "Add a password before you remove it: otherwise you could not sign in.",
        "Ajoutez un mot de passe avant de la supprimer : sinon vous ne pourriez plus vous connecter.";

    guest_games: fn(usize) -> String =
        |count| if count == 1 { "This browser has a game from before you signed in.".to_owned() }
            else { format!("This browser has {count} games from before you signed in.") },
        |count| if count == 1 { "Ce navigateur a une partie d’avant votre connexion.".to_owned() }
            else { format!("Ce navigateur a {count} parties d’avant votre connexion.") };
    bring: Text = "Add them to your account", "Les ajouter à votre compte";

    data: Text = "Your data", "Vos données";
    data_about: Text = "Everything that is stored about you, as JSON.", "Tout ce qui est enregistré sur vous, en JSON.";
    download: Text = "Download", "Télécharger";
    delete: Text = "Delete the account", "Supprimer le compte";
    delete_about: Text = "The name, the password, the sessions and the shared games are removed at once. In your games a random \
            number takes your place, so that they can still be replayed. This cannot be undone.",
        "Le nom, le mot de passe, les connexions et les parties partagées sont supprimés aussitôt. Dans vos parties, un \
         numéro au hasard prend votre place, pour qu’on puisse encore les rejouer. C’est irréversible.";
    confirm: Text = "To confirm, write your name", "Pour confirmer, écrivez votre nom";
    deleted: Text = "Your account is gone", "Votre compte n’existe plus";
    deleted_about: Text = "Nothing about you is stored any more. You can go on playing as a guest.",
        "Plus rien n’est enregistré sur vous. Vous pouvez continuer à jouer sans compte.";

    choose_name: Text = "Choose a name", "Choisir un nom";

    people: Text = "People", "Personnes";
    people_about: Text = "Teachers make contests. Operators make teachers and see this page.",
        "Les enseignants créent des concours. Les opérateurs nomment les enseignants et voient cette page.";
    role: Text = "Role", "Rôle";
    student: Text = "student", "étudiant";
    teacher: Text = "teacher", "enseignant";
    operator: Text = "operator", "opérateur";
    set: Text = "Set", "Fixer";
    find: Text = "Find", "Chercher";
    nobody: Text = "No account begins like this.", "Aucun compte ne commence ainsi.";
    next: Text = "Next", "Suite";
    made_teacher: fn(&str, &str) -> String =
        |name, role| format!("{name} is now: {role}"),
        |name, role| format!("{name} a maintenant le rôle : {role}");
}

impl AccountWords {
    pub(crate) fn role_name(&self, role: Role) -> Text {
        match role {
            Role::Student => self.student,
            Role::Teacher => self.teacher,
            Role::Operator => self.operator,
        }
    }

    pub(crate) fn name_about(&self) -> String {
        (self.name_about)()
    }

    pub(crate) fn change_name_about(&self) -> String {
        (self.change_name_about)()
    }

    pub(crate) fn password_about(&self) -> String {
        (self.password_about)()
    }

    pub(crate) fn sign_in_with(&self, name: &str) -> String {
        (self.sign_in_with)(name)
    }

    pub(crate) fn signed_in_as(&self, name: &str) -> String {
        (self.signed_in_as)(name)
    }

    pub(crate) fn codes_left(&self, count: usize) -> String {
        (self.codes_left)(count)
    }

    pub(crate) fn connect(&self, name: &str) -> String {
        (self.connect)(name)
    }

    pub(crate) fn guest_games(&self, count: usize) -> String {
        (self.guest_games)(count)
    }

    /// When a session or token was made and used.
    pub(crate) fn used(&self, made: i64, seen: Option<i64>) -> String {
        match seen {
            Some(seen) => (self.since)(&date(made), &date(seen)),
            None => (self.made)(&date(made)),
        }
    }
}

/// The day of a time in milliseconds since 1970, as 2026-11-18.
pub(crate) fn date(at: i64) -> String {
    let Ok(time) = time::OffsetDateTime::from_unix_timestamp(at.div_euclid(1000)) else {
        return String::new();
    };
    format!("{:04}-{:02}-{:02}", time.year(), u8::from(time.month()), time.day())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_that_of_the_calendar() {
        assert_eq!(date(0), "1970-01-01");
        // date -u -d @1795000000
        assert_eq!(date(1_795_000_000_999), "2026-11-18");
        assert_eq!(date(i64::MAX), "");
    }
}
