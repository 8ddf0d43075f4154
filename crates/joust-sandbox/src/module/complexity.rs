//! How much work a module is for the compiler.
//!
//! The time and the memory of the compiler are no linear function of the file: a function of 28 KB with 4,000 loops
//! around 4,000 locals takes minutes. So a module is walked once before it is compiled, in time in proportion to its size,
//! and refused if it has far more than any player of what makes the compiler slow.
//!
//! Each limit is at least four times what the players of the kits have; "measured" is the most that was found there,
//! nearly always in `QuickJS`, the interpreter of the kit for JavaScript. docs/decisions/modules-on-fuel.md says what
//! the worst modules cost that pass.

use super::BadModule;
use std::ops::RangeInclusive;
use wasmparser::{
    BlockType, ConstExpr, DataKind, ElementItems, ElementKind, FrameKind, FunctionBody, KnownCustom,
    ModuleArity, Name, Operator, Parser, Payload, SubType, TypeRef,
};

/// The most functions. Measured: 1,269.
const FUNCTIONS: u64 = 20_000;
/// The most imports. Measured: 8.
const IMPORTS: u64 = 1_000;
/// The most values that all types of functions together take and give. Measured: 641.
const SIGNATURES: u64 = 20_000;
/// The most bytes of all expressions that say how globals, tables and memory begin. Measured: 28.
const EXPRESSIONS: u64 = 100_000;
/// The most bytes of one function. Measured: 82,659.
const BODY: u64 = 330 << 10;
/// Those of all functions. Measured: 974,724.
const ALL_BODIES: u64 = 8 << 20;
/// The most parameters, results and locals of one function. Measured: 57.
const LOCALS: u64 = 5_000;
/// Those of all functions. Measured: 11,669.
const ALL_LOCALS: u64 = 200_000;
/// The most values on the stack of operands. Measured: 19.
const HEIGHT: u64 = 1_000;
/// The most instructions for vectors in one function: a thousand minima in a chain are slow. Measured: none.
const VECTORS: u64 = 2_000;
/// Those of all functions.
const ALL_VECTORS: u64 = 50_000;
/// The most instructions of one function. Measured: 37,222.
const INSTRUCTIONS: u64 = 150_000;
/// Those of all functions. Measured: 429,227.
const ALL_INSTRUCTIONS: u64 = 1_750_000;
/// The most instructions that compute with floating-point numbers in one function; each becomes several, because the
/// bits of a NaN are made the same everywhere. Measured: 91.
const FLOATS: u64 = 20_000;
/// Those of all functions. Measured: 1,449.
const ALL_FLOATS: u64 = 100_000;
/// The most calls in one function. Measured: 755.
const CALLS: u64 = 20_000;
/// Those of all functions. Measured: 11,273.
const ALL_CALLS: u64 = 100_000;
/// The most loops around each other. Measured: 6.
const LOOPS: u64 = 40;
/// The most jumps of one function: blocks, branches, their targets, and other instructions that become some.
/// Measured: 3,859.
const JUMPS: u64 = 15_500;
/// Those of all functions. Measured: 63,984.
const ALL_JUMPS: u64 = 256_000;
/// The most pairs of jumps of one function, in all functions. Measured: 28 million.
const SQUARES: u64 = 250_000_000;
/// The most pairs of a block and a variable in one function: a variable is a local or a place on the stack. At worst
/// each has a value of its own after each block. Measured: 127,650.
const MERGES: u64 = 530_000;
/// Those of all functions. Measured: 746,437.
const ALL_MERGES: u64 = 3_000_000;
/// The most pairs of a jump and a variable in one function: at worst each jump moves all variables. Measured: 285,566.
const MOVES: u64 = 1_150_000;
/// Those of all functions. Measured: 1,582,524.
const ALL_MOVES: u64 = 6_400_000;
/// The most values that instructions take or give beyond [`FEW`] each, in all functions. Measured: 1,613.
const PASSED: u64 = 100_000;

/// The first byte of an instruction for vectors.
const VECTOR: u8 = 0xfd;
/// The first bytes of those that compute with floating-point numbers, from `f32.abs` to `f64.copysign`.
const FLOAT: RangeInclusive<u8> = 0x8b..=0xa6;
/// An instruction that takes or gives no more values than this is an ordinary one.
const FEW: u64 = 10;

/// Refuses a module that would keep the compiler busy for long, or that is none.
pub(super) fn check(bytes: &[u8]) -> Result<(), BadModule> {
    let mut sums = Sums::default();
    let mut types = Types::default();
    let mut expressions = 0;
    let mut body = 0;
    for payload in Parser::new(0).parse_all(bytes) {
        match payload.map_err(broken)? {
            Payload::TypeSection(section) => {
                let mut values = 0;
                for group in section {
                    for kind in group.map_err(broken)?.into_types() {
                        types.all.push(kind);
                        let arity = types.arity(types.all.len() as u32 - 1);
                        values += 1 + arity.map_or(0, |(takes, gives)| takes + gives);
                    }
                    at_most(values, SIGNATURES, || {
                        "the types of its functions have {n} values or more".to_owned()
                    })?;
                }
            }
            Payload::ImportSection(section) => {
                at_most(section.count().into(), IMPORTS, || "it has {n} imports".to_owned())?;
                for import in section.into_imports() {
                    if let TypeRef::Func(index) = import.map_err(broken)?.ty {
                        types.of_functions.push(index);
                    }
                }
                body = types.of_functions.len();
            }
            Payload::FunctionSection(section) => {
                at_most(section.count().into(), FUNCTIONS, || "it has {n} functions".to_owned())?;
                for index in section {
                    types.of_functions.push(index.map_err(broken)?);
                }
            }
            Payload::GlobalSection(section) => {
                for global in section {
                    expressions += length(&global.map_err(broken)?.init_expr);
                }
            }
            Payload::TableSection(section) => {
                for table in section {
                    if let wasmparser::TableInit::Expr(expression) = table.map_err(broken)?.init {
                        expressions += length(&expression);
                    }
                }
            }
            Payload::ElementSection(section) => {
                for segment in section {
                    let segment = segment.map_err(broken)?;
                    if let ElementKind::Active { offset_expr, .. } = &segment.kind {
                        expressions += length(offset_expr);
                    }
                    if let ElementItems::Expressions(_, items) = segment.items {
                        for item in items {
                            expressions += length(&item.map_err(broken)?);
                        }
                    }
                }
            }
            Payload::DataSection(section) => {
                for segment in section {
                    if let DataKind::Active { offset_expr, .. } = segment.map_err(broken)?.kind {
                        expressions += length(&offset_expr);
                    }
                }
            }
            Payload::CodeSectionEntry(code) => {
                let number = body;
                body += 1;
                let measures = Measures::of(&types, number, &code)?;
                measures.check(|| name(bytes, number))?;
                sums.add(&measures)?;
            }
            _ => {}
        }
        at_most(expressions, EXPRESSIONS, || {
            "its globals, tables and data begin with expressions of {n} bytes".to_owned()
        })?;
    }
    Ok(())
}

#[expect(clippy::needless_pass_by_value, reason = "`map_err` gives it so")]
fn broken(why: wasmparser::BinaryReaderError) -> BadModule {
    BadModule::NotAModule(why.to_string())
}

/// Refuses a number above a limit; `{n}` in the words stands for the number.
fn at_most(number: u64, most: u64, words: impl FnOnce() -> String) -> Result<(), BadModule> {
    if number <= most {
        return Ok(());
    }
    let what = words().replacen("{n}", &number.to_string(), 1);
    Err(BadModule::TooComplex { what, most })
}

fn length(expression: &ConstExpr<'_>) -> u64 {
    expression.get_binary_reader().bytes_remaining() as u64
}

/// A function in a message: by its name if the module has one, otherwise by its number.
fn name(bytes: &[u8], number: usize) -> String {
    let named = Parser::new(0).parse_all(bytes).find_map(|payload| {
        let Ok(Payload::CustomSection(section)) = payload else { return None };
        let KnownCustom::Name(names) = section.as_known() else { return None };
        names.into_iter().filter_map(Result::ok).find_map(|names| {
            let Name::Function(functions) = names else { return None };
            let mut functions = functions.into_iter().filter_map(Result::ok);
            functions.find(|naming| naming.index as usize == number).map(|naming| naming.name)
        })
    });
    match named {
        // Names of templates can have kilobytes.
        Some(name) => format!("function `{}`", name.chars().take(80).collect::<String>().escape_debug()),
        None => format!("function {number}"),
    }
}

/// The types of a module and of its functions.
#[derive(Default)]
struct Types {
    all: Vec<SubType>,
    of_functions: Vec<u32>,
}

impl Types {
    /// The numbers of parameters and results of a type.
    fn arity(&self, index: u32) -> Option<(u64, u64)> {
        let walk = Walk { types: self, open: Vec::new() };
        let (takes, gives) = walk.sub_type_arity(self.all.get(index as usize)?)?;
        Some((takes.into(), gives.into()))
    }
}

/// What is counted in one function.
#[derive(Default)]
struct Measures {
    bytes: u64,
    /// Parameters, results and locals.
    locals: u64,
    /// The most values on the stack of operands.
    height: u64,
    /// The most loops around each other.
    loops: u64,
    /// Blocks, loops, conditions and cases of switches.
    blocks: u64,
    /// Blocks, branches, their targets, and other instructions that become some.
    jumps: u64,
    instructions: u64,
    floats: u64,
    calls: u64,
    /// Instructions for vectors.
    vectors: u64,
    /// Values beyond the first few that instructions take and give.
    passed: u64,
}

impl Measures {
    fn of(types: &Types, number: usize, code: &FunctionBody<'_>) -> Result<Measures, BadModule> {
        let wrong = || BadModule::NotAModule(format!("function {number} is not valid"));
        let mut measures = Measures { bytes: code.as_bytes().len() as u64, ..Measures::default() };
        let kind = *types.of_functions.get(number).ok_or_else(wrong)?;
        let (takes, gives) = types.arity(kind).ok_or_else(wrong)?;
        measures.locals = takes + gives;
        for group in code.get_locals_reader().map_err(broken)? {
            measures.locals += u64::from(group.map_err(broken)?.0);
        }
        let whole = Open { block: BlockType::FuncType(kind), kind: FrameKind::Block, height: 0, loops: 0 };
        let mut walk = Walk { types, open: vec![whole] };
        let mut height = 0;
        let mut operators = code.get_operators_reader().map_err(broken)?;
        while !operators.eof() {
            let at = operators.original_position() - code.range().start;
            let first = code.as_bytes()[at];
            measures.instructions += 1;
            measures.vectors += u64::from(first == VECTOR);
            measures.floats += u64::from(FLOAT.contains(&first));
            let operator = operators.read().map_err(broken)?;
            height = measures.count(&mut walk, &operator, height).ok_or_else(wrong)?;
            measures.height = measures.height.max(height);
        }
        Ok(measures)
    }

    /// Counts an instruction, and gives the height of the stack after it; `None` if it cannot be there.
    fn count(&mut self, walk: &mut Walk<'_>, operator: &Operator<'_>, height: u64) -> Option<u64> {
        let (takes, gives) = operator.operator_arity(walk)?;
        let (takes, gives) = (u64::from(takes), u64::from(gives));
        let jumps = jumps(operator);
        self.calls += u64::from(matches!(operator, Operator::Call { .. } | Operator::ReturnCall { .. }));
        self.jumps += jumps;
        self.passed += (takes.saturating_sub(FEW) + gives.saturating_sub(FEW)) * jumps.max(1);
        let (floor, loops) = walk.open.last().map(|open| (open.height, open.loops))?;
        // What follows a branch is never reached and may take values that are not there.
        let below = height.saturating_sub(takes).max(floor);
        if let Operator::BrTable { targets } = operator {
            self.blocks += u64::from(targets.len());
        }
        let opened = match operator {
            Operator::Block { blockty } => Some((*blockty, FrameKind::Block)),
            Operator::If { blockty } => Some((*blockty, FrameKind::If)),
            Operator::Loop { blockty } => Some((*blockty, FrameKind::Loop)),
            _ => None,
        };
        if let Some((block, kind)) = opened {
            self.blocks += 1;
            let loops = loops + u64::from(kind == FrameKind::Loop);
            self.loops = self.loops.max(loops);
            walk.open.push(Open { block, kind, height: below, loops });
        }
        match operator {
            Operator::End => walk.open.pop().map(|closed| closed.height + gives),
            Operator::Else => Some(floor + gives),
            _ => Some(below + gives),
        }
    }

    fn variables(&self) -> u64 {
        self.locals + self.height
    }

    fn merges(&self) -> u64 {
        self.blocks * self.variables()
    }

    fn moves(&self) -> u64 {
        self.jumps * self.variables()
    }

    fn check(&self, name: impl Fn() -> String) -> Result<(), BadModule> {
        let Measures { locals, height, jumps, .. } = self;
        at_most(self.bytes, BODY, || format!("{} has {{n}} bytes", name()))?;
        at_most(*locals, LOCALS, || format!("{} has {{n}} parameters, results and locals", name()))?;
        at_most(*height, HEIGHT, || format!("{} has {{n}} values on its stack", name()))?;
        at_most(self.vectors, VECTORS, || format!("{} has {{n}} instructions for vectors", name()))?;
        at_most(self.instructions, INSTRUCTIONS, || format!("{} has {{n}} instructions", name()))?;
        at_most(self.floats, FLOATS, || {
            format!("{} has {{n}} instructions for floating-point numbers", name())
        })?;
        at_most(self.calls, CALLS, || format!("{} has {{n}} calls", name()))?;
        at_most(self.loops, LOOPS, || format!("{} has {{n}} loops around each other", name()))?;
        at_most(*jumps, JUMPS, || format!("{} has {{n}} branches", name()))?;
        let (blocks, variables) = (self.blocks, self.variables());
        at_most(self.merges(), MERGES, || {
            format!("{} has {blocks} blocks around {variables} variables: {{n}} pairs", name())
        })?;
        at_most(self.moves(), MOVES, || {
            format!("{} has {jumps} branches with {variables} variables: {{n}} pairs", name())
        })
    }
}

/// How many blocks and branches of the compiled code an instruction is, roughly.
fn jumps(operator: &Operator<'_>) -> u64 {
    match operator {
        Operator::Block { .. }
        | Operator::Loop { .. }
        | Operator::If { .. }
        | Operator::Br { .. }
        | Operator::BrIf { .. } => 1,
        Operator::BrTable { targets } => u64::from(targets.len()) + 1,
        Operator::CallIndirect { .. }
        | Operator::ReturnCallIndirect { .. }
        | Operator::TableGet { .. }
        | Operator::MemoryGrow { .. }
        | Operator::MemoryInit { .. }
        | Operator::MemoryCopy { .. }
        | Operator::MemoryFill { .. } => 2,
        Operator::TableInit { .. }
        | Operator::TableCopy { .. }
        | Operator::TableFill { .. }
        | Operator::TableGrow { .. } => 8,
        _ => 0,
    }
}

/// What is counted in all functions together.
#[derive(Default)]
struct Sums {
    bytes: u64,
    instructions: u64,
    floats: u64,
    calls: u64,
    vectors: u64,
    locals: u64,
    jumps: u64,
    squares: u64,
    merges: u64,
    moves: u64,
    passed: u64,
}

impl Sums {
    fn add(&mut self, function: &Measures) -> Result<(), BadModule> {
        self.bytes += function.bytes;
        self.instructions += function.instructions;
        self.floats += function.floats;
        self.calls += function.calls;
        self.vectors += function.vectors;
        self.locals += function.locals;
        self.jumps += function.jumps;
        self.squares += function.jumps * function.jumps;
        self.merges += function.merges();
        self.moves += function.moves();
        self.passed += function.passed;
        let all = |words: &str| format!("its functions have {words} in all");
        at_most(self.bytes, ALL_BODIES, || all("{n} bytes"))?;
        at_most(self.instructions, ALL_INSTRUCTIONS, || all("{n} instructions"))?;
        at_most(self.floats, ALL_FLOATS, || all("{n} instructions for floating-point numbers"))?;
        at_most(self.calls, ALL_CALLS, || all("{n} calls"))?;
        at_most(self.vectors, ALL_VECTORS, || all("{n} instructions for vectors"))?;
        at_most(self.locals, ALL_LOCALS, || all("{n} parameters, results and locals"))?;
        at_most(self.jumps, ALL_JUMPS, || all("{n} branches"))?;
        at_most(self.squares, SQUARES, || all("{n} pairs of branches"))?;
        at_most(self.merges, ALL_MERGES, || all("{n} pairs of a block and a variable"))?;
        at_most(self.moves, ALL_MOVES, || all("{n} pairs of a branch and a variable"))?;
        at_most(self.passed, PASSED, || all("{n} values in long lists that instructions take or give"))
    }
}

/// A block that has begun.
struct Open {
    block: BlockType,
    kind: FrameKind,
    /// The height of the stack below its parameters.
    height: u64,
    /// The loops around and including it.
    loops: u64,
}

/// The place in a function.
struct Walk<'a> {
    types: &'a Types,
    open: Vec<Open>,
}

impl ModuleArity for Walk<'_> {
    fn sub_type_at(&self, index: u32) -> Option<&SubType> {
        self.types.all.get(index as usize)
    }

    fn type_index_of_function(&self, index: u32) -> Option<u32> {
        self.types.of_functions.get(index as usize).copied()
    }

    fn control_stack_height(&self) -> u32 {
        self.open.len() as u32
    }

    fn label_block(&self, depth: u32) -> Option<(BlockType, FrameKind)> {
        let open = self.open.iter().nth_back(depth as usize)?;
        Some((open.block, open.kind))
    }

    // Modules of joust have neither exceptions nor the types of a garbage collector.
    fn tag_type_arity(&self, _: u32) -> Option<(u32, u32)> {
        None
    }

    fn func_type_of_cont_type(&self, _: &wasmparser::ContType) -> Option<&wasmparser::FuncType> {
        None
    }

    fn sub_type_of_ref_type(&self, _: &wasmparser::RefType) -> Option<&SubType> {
        None
    }
}
