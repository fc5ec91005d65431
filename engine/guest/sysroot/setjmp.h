/* No non-local jumps on this target: setjmp returns once, longjmp traps.
 *
 * Users: FreeType and libpng, which leave the parsing of a broken font that way. Where FreeType jumps in
 * normal work (its rasterizer), an edit takes the jump out: see edits/freetype-sys.toml. */
#ifndef ENGINE_SETJMP_H
#define ENGINE_SETJMP_H

typedef int jmp_buf[1];

#define setjmp(env) ((void)(env), 0)

__attribute__((noreturn, unused)) static inline void longjmp(jmp_buf env, int value) {
  (void)env;
  (void)value;
  __builtin_trap();
}

#endif
