//! The numbers that define a game.

use std::fmt;
use std::str::FromStr;

/// The number of teams, in every game.
pub const TEAMS: usize = 4;

/// The settings of a game, in the order of its files.
///
/// ```
/// use joust_madmax::Settings;
/// assert_eq!(Settings::default().to_string(), "contest");
/// let short: Settings = "nb_rounds=100,nb_cars=5".parse().unwrap();
/// assert_eq!(short, Settings { nb_rounds: 100, nb_cars: 5, ..Settings::default() });
/// assert_eq!("nb_cities=3".parse::<Settings>().unwrap_err().to_string(), "nb_cities: 3 is not a multiple of 4 [MAX-2.1]");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Settings {
    /// How many rounds are played.
    pub nb_rounds: i32,
    /// How many cities the map has.
    pub nb_cities: i32,
    /// Warriors of each team at the start.
    pub nb_warriors: i32,
    /// Cars of each team at the start.
    pub nb_cars: i32,
    /// The most food and water of a warrior.
    pub warriors_health: i32,
    /// The most fuel of a car.
    pub cars_fuel: i32,
    /// The food and water that an attack takes away.
    pub damage: i32,
    /// Height of the map.
    pub rows: i32,
    /// Width of the map.
    pub cols: i32,
}

impl Settings {
    /// The first word of a configuration and the second.
    pub const VERSION: [&'static str; 2] = ["Mad_Max", "1.6"];

    /// The names of the settings in the order of the files, the number of players first.
    pub const KEYS: [&'static str; 10] = [
        "nb_players",
        "nb_rounds",
        "nb_cities",
        "nb_warriors",
        "nb_cars",
        "warriors_health",
        "cars_fuel",
        "damage",
        "rows",
        "cols",
    ];

    /// The values in the order of [`Settings::KEYS`].
    ///
    /// ```
    /// use joust_madmax::Settings;
    /// let mut values = Settings::default().values();
    /// assert_eq!((Settings::KEYS[1], values[1]), ("nb_rounds", 500));
    /// values[1] = 9;
    /// assert_eq!(Settings::from_values(values), Settings { nb_rounds: 9, ..Settings::default() });
    /// ```
    pub fn values(&self) -> [i32; 10] {
        [
            TEAMS as i32,
            self.nb_rounds,
            self.nb_cities,
            self.nb_warriors,
            self.nb_cars,
            self.warriors_health,
            self.cars_fuel,
            self.damage,
            self.rows,
            self.cols,
        ]
    }

    /// The settings with these values; the number of players is ignored.
    ///
    /// See [`Settings::values`] for an example.
    pub fn from_values(values: [i32; 10]) -> Settings {
        let [_, nb_rounds, nb_cities, nb_warriors, nb_cars, warriors_health, cars_fuel, damage, rows, cols] =
            values;
        Settings {
            nb_rounds,
            nb_cities,
            nb_warriors,
            nb_cars,
            warriors_health,
            cars_fuel,
            damage,
            rows,
            cols,
        }
    }

    /// The number of units of all teams.
    ///
    /// ```
    /// let settings = joust_madmax::Settings { nb_warriors: 20, nb_cars: 3, ..Default::default() };
    /// assert_eq!(settings.nb_units(), 4 * (20 + 3));
    /// ```
    pub fn nb_units(&self) -> usize {
        TEAMS * (self.nb_warriors + self.nb_cars) as usize
    }

    /// What is wrong with the numbers by themselves: the key, and what it must be. [MAX-2.1]
    ///
    /// ```
    /// use joust_madmax::Settings;
    /// assert_eq!(Settings::default().faults(), []);
    /// let settings = Settings { damage: 0, ..Settings::default() };
    /// assert_eq!(settings.faults(), [("damage", "0 is too small: at least 1".to_owned())]);
    /// ```
    pub fn faults(&self) -> Vec<(&'static str, String)> {
        let mut faults = Vec::new();
        let mut at_least = |key, value: i32, least: i32| {
            if value < least {
                faults.push((key, format!("{value} is too small: at least {least}")));
            }
        };
        at_least("nb_rounds", self.nb_rounds, 1);
        at_least("nb_cities", self.nb_cities, 0);
        at_least("nb_warriors", self.nb_warriors, 2);
        at_least("nb_cars", self.nb_cars, 1);
        at_least("warriors_health", self.warriors_health, 1);
        at_least("cars_fuel", self.cars_fuel, 1);
        at_least("damage", self.damage, 1);
        at_least("rows", self.rows, Settings::SMALLEST);
        at_least("cols", self.cols, Settings::SMALLEST);
        let mut at_most = |key, value: i32, most: i32| {
            if value > most {
                faults.push((key, format!("{value} is too large: at most {most}")));
            }
        };
        at_most("rows", self.rows, Settings::LARGEST);
        at_most("cols", self.cols, Settings::LARGEST);
        at_most("nb_warriors", self.nb_warriors, Settings::MOST_UNITS);
        at_most("nb_cars", self.nb_cars, Settings::MOST_UNITS);
        at_most("warriors_health", self.warriors_health, Settings::LARGEST_LEVEL);
        at_most("cars_fuel", self.cars_fuel, Settings::LARGEST_LEVEL);
        if self.nb_cities % TEAMS as i32 != 0 {
            faults.push(("nb_cities", format!("{} is not a multiple of 4", self.nb_cities)));
        }
        if self.nb_cities / TEAMS as i32 > self.nb_warriors {
            let per_team = self.nb_cities / TEAMS as i32;
            faults.push((
                "nb_warriors",
                format!("{} is too small for {per_team} cities a team", self.nb_warriors),
            ));
        }
        faults
    }

    /// The shortest side of a map.
    pub const SMALLEST: i32 = 40;
    /// The longest side of a map: places are stored in 16 bits each.
    pub const LARGEST: i32 = 10_000;
    /// The most units of one kind and team: identifiers are stored in 16 bits.
    pub const MOST_UNITS: i32 = 8_000;
    /// The highest food, water and fuel: the water of two warriors must fit one draw.
    pub const LARGEST_LEVEL: i32 = 400_000;
}

/// The settings of the contest.
impl Default for Settings {
    fn default() -> Settings {
        Settings::from_values([4, 500, 8, 20, 3, 40, 100, 6, 60, 60])
    }
}

impl Settings {
    /// The name of the contest's settings.
    pub const CONTEST: &'static str = "contest";

    /// The most rounds that a text can ask for: when no player is left, all are played at once.
    pub const MOST_ROUNDS: i32 = 100_000;

    /// All settings by their keys, without the number of players: what a stored game needs.
    ///
    /// ```
    /// let text = joust_madmax::Settings::default().spelled_out();
    /// assert!(text.starts_with("nb_rounds=500,nb_cities=8,"));
    /// assert_eq!(text.parse(), Ok(joust_madmax::Settings::default()));
    /// ```
    pub fn spelled_out(&self) -> String {
        let pairs = Settings::KEYS.iter().zip(self.values()).skip(1);
        pairs.map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(",")
    }
}

/// The name of the contest's settings, or all settings.
impl fmt::Display for Settings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Settings::default() {
            return f.write_str(Settings::CONTEST);
        }
        f.write_str(&self.spelled_out())
    }
}

/// What is wrong with a description of settings.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadSettings {
    /// Neither the contest's settings nor a setting.
    #[error("`{0}` is not a setting of Mad Max: take {name}, or settings such as nb_rounds=100,nb_cars=5 [MAX-2.1]", name = Settings::CONTEST)]
    Unknown(String),
    /// A setting with something else than a number.
    #[error("{0}: `{1}` is not a whole number [MAX-2.1]")]
    Number(&'static str, String),
    /// A number that the rules do not allow.
    #[error("{0}: {1} [MAX-2.1]")]
    Fault(&'static str, String),
}

/// Reads `contest` and `key=value` pairs joined by commas; later words win.
impl FromStr for Settings {
    type Err = BadSettings;

    fn from_str(text: &str) -> Result<Settings, BadSettings> {
        let mut values = Settings::default().values();
        for word in text.split(',').map(str::trim) {
            if word == Settings::CONTEST {
                values = Settings::default().values();
                continue;
            }
            let unknown = || BadSettings::Unknown(word.to_owned());
            let (key, value) = word.split_once('=').ok_or_else(unknown)?;
            let place = (1..values.len()).find(|i| Settings::KEYS[*i] == key).ok_or_else(unknown)?;
            let bad = |_| BadSettings::Number(Settings::KEYS[place], value.to_owned());
            values[place] = value.parse().map_err(bad)?;
        }
        let settings = Settings::from_values(values);
        if settings.nb_rounds > Settings::MOST_ROUNDS {
            let help = format!("{} is too large: at most {}", settings.nb_rounds, Settings::MOST_ROUNDS);
            return Err(BadSettings::Fault("nb_rounds", help));
        }
        match settings.faults().into_iter().next() {
            Some((key, help)) => Err(BadSettings::Fault(key, help)),
            None => Ok(settings),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_read_as_they_are_written() {
        let contest = Settings::default();
        let short = Settings { nb_rounds: 20, ..contest };
        for (settings, text) in
            [(contest, "contest"), (short, "nb_rounds=20"), (short, "nb_rounds=3,contest,nb_rounds=20")]
        {
            assert_eq!(text.parse(), Ok(settings));
            assert_eq!(settings.to_string().parse(), Ok(settings));
            assert_eq!(settings.spelled_out().parse(), Ok(settings));
        }
        for bad in [
            "",
            "fast",
            "nb_players=4",
            "nb_rounds",
            "nb_rounds=0",
            "nb_rounds=many",
            "nb_rounds=100001",
            "nb_cities=3",
        ] {
            let why = bad.parse::<Settings>().unwrap_err().to_string();
            assert!(why.ends_with(" [MAX-2.1]"), "{why}");
        }
    }
}
