//! Names in a table.

/// The names of players as a table shows them: names that occur more than once get a number.
///
/// ```
/// let names = ["engine", "random", "engine"].map(str::to_owned);
/// assert_eq!(joust_league::numbered(&names), ["engine#1", "random", "engine#2"]);
/// ```
pub fn numbered(names: &[String]) -> Vec<String> {
    let twins = |name: &String, list: &[String]| list.iter().filter(|other| *other == name).count();
    let shown = |(i, name): (usize, &String)| match twins(name, names) {
        1 => name.clone(),
        _ => format!("{name}#{}", twins(name, &names[..=i])),
    };
    names.iter().enumerate().map(shown).collect()
}
