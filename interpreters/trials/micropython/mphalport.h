// MicroPython has no clock here.
static inline mp_uint_t mp_hal_ticks_ms (void) { return 0; }
static inline mp_uint_t mp_hal_ticks_us (void) { return 0; }
static inline mp_uint_t mp_hal_ticks_cpu (void) { return 0; }
static inline void mp_hal_set_interrupt_char (char c) { (void)c; }
