// A bot in MicroPython as a WebAssembly module, for measurements: docs/decisions/interpreters-as-modules.md.

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "py/builtin.h"
#include "py/compile.h"
#include "py/gc.h"
#include "py/lexer.h"
#include "py/mperrno.h"
#include "py/mphal.h"
#include "py/objstr.h"
#include "py/pystack.h"
#include "py/runtime.h"

#define EXPORT(name) __attribute__((export_name(#name)))

// The bot, as bundle.py prints it.
extern const char bundle[];

static char* room;
static size_t room_size;
static char* reply;
static size_t reply_size;
static bool started;

// Pointers in the locals of WebAssembly cannot be found, so nothing is collected while Python runs: the heap grows.
static bool garbage;
size_t gc_get_max_new_split (void) { return 128 << 20; }
void gc_collect (void) { garbage = true; }

static void collect (void) {
  if (!garbage) return;
  garbage = false;
  gc_collect_start();
  gc_collect_end();
}

static void fail (mp_obj_t thrown) {
  mp_obj_print_exception(&mp_plat_print, thrown);
  exit(1);
}

void nlr_jump_fail (void* thrown) { (void)thrown; abort(); }
mp_lexer_t* mp_lexer_new_from_file (qstr name) { (void)name; mp_raise_OSError(MP_ENOENT); }
mp_import_stat_t mp_import_stat (const char* path) { (void)path; return MP_IMPORT_STAT_NO_EXIST; }
mp_obj_t mp_builtin_open (size_t n, const mp_obj_t* words, mp_map_t* named) {
  (void)n; (void)words; (void)named;
  mp_raise_OSError(MP_ENOENT);
}
MP_DEFINE_CONST_FUN_OBJ_KW(mp_builtin_open_obj, 1, mp_builtin_open);

mp_uint_t mp_hal_stdout_tx_strn (const char* text, size_t size) {
  fwrite(text, 1, size, stderr);
  return size;
}

static void start (void) {
  mp_obj_t* stack = malloc(65536 * sizeof(mp_obj_t));
  mp_pystack_init(stack, stack + 65536);
  char* heap = malloc(1 << 20);
  gc_init(heap, heap + (1 << 20));
  MP_STATE_MEM(gc_alloc_threshold) = (512 << 10) / MICROPY_BYTES_PER_GC_BLOCK;
  mp_init();
  nlr_buf_t nlr;
  if (nlr_push(&nlr) != 0) fail(nlr.ret_val);
  mp_lexer_t* lexer = mp_lexer_new_from_str_len(MP_QSTR__lt_stdin_gt_, bundle, strlen(bundle), 0);
  qstr name = lexer->source_name;
  mp_parse_tree_t tree = mp_parse(lexer, MP_PARSE_FILE_INPUT);
  mp_call_function_0(mp_compile(&tree, name, false));
  nlr_pop();
}

EXPORT(joust_room) void* joust_room (size_t size) {
  room = realloc(room, size + 1);
  room_size = size;
  return room;
}

EXPORT(joust_answer) char* joust_answer (void) {
  if (!started) start();
  started = true;
  collect();
  nlr_buf_t nlr;
  if (nlr_push(&nlr) != 0) fail(nlr.ret_val);
  mp_obj_t answer = mp_load_global(qstr_from_str("joust_answer"));
  mp_obj_t said = mp_call_function_1(answer, mp_obj_new_str(room, room_size));
  const char* text = mp_obj_str_get_data(said, &reply_size);
  reply = realloc(reply, reply_size + 1);
  memcpy(reply, text, reply_size);
  nlr_pop();
  return reply;
}

EXPORT(joust_answer_size) size_t joust_answer_size (void) { return reply_size; }
