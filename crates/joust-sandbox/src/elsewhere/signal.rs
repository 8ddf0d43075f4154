//! Signals that end programs, by their names and their numbers on Linux: players of the C++ kit report them.

macro_rules! signals {
    ($($name:ident = $number:literal),*) => {
        /// A signal.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Signal { $($name = $number),* }

        impl Signal {
            /// Its name.
            pub(crate) fn as_str(self) -> &'static str {
                match self { $(Signal::$name => stringify!($name)),* }
            }
        }

        impl TryFrom<i32> for Signal {
            type Error = ();

            fn try_from(number: i32) -> Result<Signal, ()> {
                match number { $($number => Ok(Signal::$name),)* _ => Err(()) }
            }
        }
    };
}

signals! {
    SIGILL = 4, SIGTRAP = 5, SIGABRT = 6, SIGBUS = 7, SIGFPE = 8, SIGKILL = 9, SIGSEGV = 11, SIGPIPE = 13,
    SIGTERM = 15, SIGXCPU = 24, SIGXFSZ = 25, SIGSYS = 31
}

impl std::fmt::Display for Signal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.as_str())
    }
}
