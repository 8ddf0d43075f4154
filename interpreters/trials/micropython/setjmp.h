// The WASI libraries of Debian have no setjmp; the compiler makes exceptions of WebAssembly of these.
#pragma once
typedef unsigned long jmp_buf[16];
int setjmp (jmp_buf) __attribute__((returns_twice));
_Noreturn void longjmp (jmp_buf, int);
