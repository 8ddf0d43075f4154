// What the compiler calls in place of setjmp and longjmp.

#include <stdint.h>

struct jump {
  void* invocation;
  uint32_t label;
  struct { void* env; int value; } thrown;
};

void __wasm_setjmp (void* env, uint32_t label, void* invocation) {
  struct jump* jump = env;
  jump->invocation = invocation;
  jump->label = label;
}

uint32_t __wasm_setjmp_test (void* env, void* invocation) {
  struct jump* jump = env;
  return jump->invocation == invocation ? jump->label : 0;
}

void __wasm_longjmp (void* env, int value) {
  struct jump* jump = env;
  jump->thrown.env = env;
  jump->thrown.value = value != 0 ? value : 1;
  __builtin_wasm_throw(1, &jump->thrown);
}
