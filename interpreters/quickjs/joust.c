// A bot in JavaScript as a WebAssembly module: QuickJS, and the functions of docs/protocol.md, "Modules".
//
// `joust bot build` writes the files of the bot into joust_files, as texts that end with a zero byte: a name
// and a source, again and again, and an empty name at the end. The first file is the main one. When it has
// run, globalThis.joust_answer is a function that takes a message and returns lines.

#include "quickjs.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define EXPORT(name) __attribute__((export_name(#name)))

// Room for the files. The linker exports its address.
enum { MOST = 1 << 20 };
char joust_files[MOST];

static JSContext* context;
static char* room;
static char* reply;
static unsigned reply_size;

// Ends the bot with the exception and the lines where it was thrown.
static void fail (void) {
  JSValue thrown = JS_GetException(context);
  const char* text = JS_ToCString(context, thrown);
  fprintf(stderr, "%s\n", text != NULL ? text : "an exception");
  JSValue stack = JS_GetPropertyStr(context, thrown, "stack");
  const char* lines = JS_IsString(stack) ? JS_ToCString(context, stack) : NULL;
  if (lines != NULL) fputs(lines, stderr);
  exit(1);
}

// The source of a file; NULL if there is none of that name.
static const char* source_of (const char* name) {
  while (strncmp(name, "./", 2) == 0) name += 2;
  for (const char* at = joust_files; *at != 0;) {
    const char* source = at + strlen(at) + 1;
    if (strcmp(at, name) == 0) return source;
    at = source + strlen(source) + 1;
  }
  return NULL;
}

static JSModuleDef* load (JSContext* ctx, const char* name, void* unused) {
  (void)unused;
  const char* source = source_of(name);
  if (source == NULL) {
    JS_ThrowReferenceError(ctx, "there is no file %s in this module", name);
    return NULL;
  }
  JSValue made = JS_Eval(ctx, source, strlen(source), name, JS_EVAL_TYPE_MODULE | JS_EVAL_FLAG_COMPILE_ONLY);
  if (JS_IsException(made)) return NULL;
  JSModuleDef* module = JS_VALUE_GET_PTR(made);
  JS_FreeValue(ctx, made);
  return module;
}

// console.log and console.error write to standard error: standard output belongs to the protocol.
static JSValue say (JSContext* ctx, JSValueConst self, int count, JSValueConst* words) {
  (void)self;
  for (int k = 0; k < count; ++k) {
    const char* text = JS_ToCString(ctx, words[k]);
    if (text == NULL) return JS_EXCEPTION;
    fprintf(stderr, k > 0 ? " %s" : "%s", text);
    JS_FreeCString(ctx, text);
  }
  fputc('\n', stderr);
  return JS_UNDEFINED;
}

// Math.random() draws from the stream that belongs to the game and the seat.
static JSValue draw (JSContext* ctx, JSValueConst self, int count, JSValueConst* words) {
  (void)self; (void)count; (void)words;
  unsigned long long bits = 0;
  if (getentropy(&bits, sizeof bits) != 0) return JS_ThrowInternalError(ctx, "there are no random numbers");
  return JS_NewFloat64(ctx, (double)(bits >> 11) / 9007199254740992.0);
}

static void run_jobs (void) {
  for (;;) {
    JSContext* at;
    int done = JS_ExecutePendingJob(JS_GetRuntime(context), &at);
    if (done < 0) fail();
    if (done <= 0) return;
  }
}

static void start (void) {
  JSRuntime* runtime = JS_NewRuntime();
  // Below the size of the stack, so that endless recursion is an exception with its place.
  JS_SetMaxStackSize(runtime, 768 << 10);
  context = JS_NewContext(runtime);
  JS_SetModuleLoaderFunc(runtime, NULL, load, NULL);
  JSValue global = JS_GetGlobalObject(context), console = JS_NewObject(context);
  const char* names[] = { "log", "error", "warn", "info", "debug" };
  for (unsigned k = 0; k < sizeof names / sizeof *names; ++k) {
    JS_SetPropertyStr(context, console, names[k], JS_NewCFunction(context, say, names[k], 1));
  }
  JS_SetPropertyStr(context, global, "console", console);
  JSValue math = JS_GetPropertyStr(context, global, "Math");
  JS_SetPropertyStr(context, math, "random", JS_NewCFunction(context, draw, "random", 0));
  JS_FreeValue(context, math);
  JS_FreeValue(context, global);
  const char* source = joust_files + strlen(joust_files) + 1;
  JSValue ran = JS_Eval(context, source, strlen(source), joust_files, JS_EVAL_TYPE_MODULE);
  if (JS_IsException(ran)) fail();
  run_jobs();
  if (JS_PromiseState(context, ran) == JS_PROMISE_REJECTED) {
    JS_Throw(context, JS_PromiseResult(context, ran));
    fail();
  }
  JS_FreeValue(context, ran);
}

EXPORT(joust_room) char* joust_room (unsigned size) {
  room = realloc(room, size + 1);
  if (room == NULL) abort();
  room[size] = 0;
  return room;
}

EXPORT(joust_answer) const char* joust_answer (void) {
  if (context == NULL) start();
  JSValue global = JS_GetGlobalObject(context);
  JSValue answer = JS_GetPropertyStr(context, global, "joust_answer");
  JSValue message = JS_NewString(context, room);
  JSValue said = JS_Call(context, answer, global, 1, &message);
  if (JS_IsException(said)) fail();
  run_jobs();
  size_t size;
  const char* text = JS_ToCStringLen(context, &size, said);
  if (text == NULL) fail();
  reply = realloc(reply, size + 1);
  if (reply == NULL) abort();
  memcpy(reply, text, size);
  reply_size = (unsigned)size;
  JS_FreeCString(context, text);
  JS_FreeValue(context, said);
  JS_FreeValue(context, message);
  JS_FreeValue(context, answer);
  JS_FreeValue(context, global);
  return reply;
}

EXPORT(joust_answer_size) unsigned joust_answer_size (void) { return reply_size; }
