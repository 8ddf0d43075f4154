// A bot as a WebAssembly module: three functions exchange the messages.

#ifndef JOUST_MODULE_HH
#define JOUST_MODULE_HH

#include "session.hh"
#include <cxxabi.h>
#include <typeinfo>

namespace joust {

struct Module {
  Session session;
  std::string room, said;
};

} // namespace joust

#define JOUST_EXPORT(name) extern "C" __attribute__((export_name(#name)))

// Makes the file with this line the module. A module has no exceptions: a bot that throws ends, even
// inside a try block.
#define JOUST_BOT(make)                                                                              \
  static joust::Module& joust_module () {                                                            \
    static joust::Module module{ joust::Session(make), {}, {} };                                     \
    return module;                                                                                   \
  }                                                                                                  \
  JOUST_EXPORT(joust_room) char* joust_room (unsigned size) {                                        \
    joust_module().room.resize(size);                                                                \
    return joust_module().room.data();                                                               \
  }                                                                                                  \
  JOUST_EXPORT(joust_answer) const char* joust_answer () {                                           \
    joust::Module& module = joust_module();                                                          \
    module.said = module.session.answer(module.room);                                                \
    return module.said.data();                                                                       \
  }                                                                                                  \
  JOUST_EXPORT(joust_answer_size) unsigned joust_answer_size () {                                    \
    return unsigned(joust_module().said.size());                                                     \
  }                                                                                                  \
  extern "C" void* __cxa_allocate_exception (std::size_t size) throw() { return std::malloc(size); } \
  extern "C" void __cxa_throw (void*, std::type_info* type, void* (*) (void*)) {                     \
    int bad = 0;                                                                                     \
    const char* name = abi::__cxa_demangle(type->name(), nullptr, nullptr, &bad);                    \
    joust::fail(std::string("it threw ") + (name != nullptr ? name : type->name()));                 \
  }

#endif
