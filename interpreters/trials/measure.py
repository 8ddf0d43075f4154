"""The fuel of a module, message by message, in the recorded games of the kits: measure.py MODULE TRANSCRIPTS.

It needs the package wasmtime, because joust does not run modules with exceptions.
"""

import json
import pathlib
import statistics
import sys

from wasmtime import Config, Engine, Linker, Module, Store, WasiConfig

MUCH = 10**15


def engine():
    config = Config()
    config.consume_fuel = True
    config.wasm_exceptions = True
    return Engine(config)


def play(module, engine, lines):
    """What a module answers, and the fuel of each answer."""
    linker, store, wasi = Linker(engine), Store(engine), WasiConfig()
    linker.define_wasi()
    wasi.inherit_stderr()
    store.set_wasi(wasi)
    store.set_fuel(MUCH)
    functions = linker.instantiate(store, module).exports(store)
    if "_initialize" in functions:
        functions["_initialize"](store)
    memory = functions["memory"]
    for line in lines:
        before = store.get_fuel()
        memory.write(store, line, functions["joust_room"](store, len(line)))
        at, size = functions["joust_answer"](store), functions["joust_answer_size"](store)
        yield memory.read(store, at, at + size).decode(), before - store.get_fuel(), memory.data_len(store)


def main():
    shared = engine()
    module = Module.from_file(shared, sys.argv[1])
    print("imports:", *sorted({one.name for one in module.imports}))
    for game in ["mad", "wargame", "madmax"]:
        lines = pathlib.Path(sys.argv[2], f"{game}.txt").read_text().splitlines()
        messages = [line[2:].encode() for line in lines if line.startswith("> ")]
        wanted = [json.loads(line[2:]) for line in lines if line.startswith("< ")]
        played = list(play(module, shared, messages))
        said = [json.loads(line) for text, _, _ in played for line in text.splitlines()]
        actions = [fuel / 1e6 for text, fuel, _ in played if '"action"' in text]
        as_told = [one for one in said if "action" in one] == [one for one in wanted if "action" in one]
        print(
            f"{game}: start {played[0][1] / 1e6:.1f} M, action {statistics.median(actions):.2f} M (dearest "
            f"{max(actions):.1f} M), memory {played[-1][2] / 1e6:.1f} MB, "
            + ("the answers of the other kits" if as_told else "other answers than those of the other kits")
        )


main()
