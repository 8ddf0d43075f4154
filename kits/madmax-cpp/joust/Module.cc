// A player as a WebAssembly module. One function exchanges the messages that a process would send.
//
// The host asks for memory with joust_room, writes a message there and calls joust_answer, which
// returns the address of the answer; joust_answer_size returns its length. When a player
// dies, the call traps, and joust_report says why. joust_wire returns the version of the messages: a
// module without that function speaks another protocol.

#include "Seat.hh"
#include <cstdlib>
#include <cxxabi.h>
#include <typeinfo>

// As in the original, a game does not wait for players that sleep.
extern "C" unsigned sleep (unsigned) { return 0; }

namespace {

joust::Bytes room, reply, report;

} // namespace

namespace joust {

void die (Death how, int code, const std::string& text) {
  report.assign(1, 'D');
  put(report, how, 1);
  put(report, unsigned(code), 4);
  put(report, 0, 8);
  put(report, text);
  put(report, 0, 4);
  __builtin_trap();
}

} // namespace joust

#define EXPORT(name) extern "C" __attribute__((export_name(#name)))

EXPORT(joust_wire) unsigned joust_wire () { return joust::protocol; }

EXPORT(joust_room) unsigned char* joust_room (unsigned size) {
  room.resize(size);
  return room.data();
}

EXPORT(joust_answer) const unsigned char* joust_answer () {
  reply.clear();
  joust::answer(room.data(), room.size(), reply);
  return reply.data();
}

EXPORT(joust_answer_size) unsigned joust_answer_size () { return unsigned(reply.size()); }

EXPORT(joust_report) const unsigned char* joust_report () { return report.data(); }

EXPORT(joust_report_size) unsigned joust_report_size () { return unsigned(report.size()); }

// A module has no exceptions: a player that throws is dead, even inside a try block.
namespace __cxxabiv1 {

extern "C" void* __cxa_allocate_exception (std::size_t size) throw() { return std::malloc(size); }

extern "C" void __cxa_throw (void*, std::type_info* type, void* (*) (void*)) {
  int bad = 0;
  const char* name = __cxa_demangle(type->name(), 0, 0, &bad);
  joust::die(joust::by_exception, 0, name != 0 ? name : type->name());
}

} // namespace __cxxabiv1
