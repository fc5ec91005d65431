/* Single-threaded stand-in. This wasi-libc defines the pthread types (sys/types.h) but has no pthread.h.
 *
 * Locks always succeed, as there is nobody to wait for; waiting on a condition could never end and traps.
 * Known user: HarfBuzz (HAVE_PTHREAD). */
#ifndef ENGINE_PTHREAD_H
#define ENGINE_PTHREAD_H

#include <errno.h>
#include <sys/types.h>
#include <time.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PTHREAD_MUTEX_INITIALIZER {{{0}}}
#define PTHREAD_COND_INITIALIZER {{{0}}}
#define PTHREAD_RWLOCK_INITIALIZER {{{0}}}
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2

#define ENGINE_UNUSED static inline __attribute__((unused))
#define ENGINE_SUCCEEDS(name, type) \
  ENGINE_UNUSED int name(type *object) { (void)object; return 0; }

ENGINE_SUCCEEDS(pthread_mutex_destroy, pthread_mutex_t)
ENGINE_SUCCEEDS(pthread_mutex_lock, pthread_mutex_t)
ENGINE_SUCCEEDS(pthread_mutex_trylock, pthread_mutex_t)
ENGINE_SUCCEEDS(pthread_mutex_unlock, pthread_mutex_t)
ENGINE_SUCCEEDS(pthread_mutexattr_init, pthread_mutexattr_t)
ENGINE_SUCCEEDS(pthread_mutexattr_destroy, pthread_mutexattr_t)
ENGINE_SUCCEEDS(pthread_rwlock_destroy, pthread_rwlock_t)
ENGINE_SUCCEEDS(pthread_rwlock_rdlock, pthread_rwlock_t)
ENGINE_SUCCEEDS(pthread_rwlock_wrlock, pthread_rwlock_t)
ENGINE_SUCCEEDS(pthread_rwlock_tryrdlock, pthread_rwlock_t)
ENGINE_SUCCEEDS(pthread_rwlock_trywrlock, pthread_rwlock_t)
ENGINE_SUCCEEDS(pthread_rwlock_unlock, pthread_rwlock_t)
ENGINE_SUCCEEDS(pthread_cond_destroy, pthread_cond_t)
ENGINE_SUCCEEDS(pthread_cond_signal, pthread_cond_t)
ENGINE_SUCCEEDS(pthread_cond_broadcast, pthread_cond_t)

ENGINE_UNUSED int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes) {
  (void)mutex; (void)attributes;
  return 0;
}
ENGINE_UNUSED int pthread_mutexattr_settype(pthread_mutexattr_t *attributes, int type) {
  (void)attributes; (void)type;
  return 0;
}
ENGINE_UNUSED int pthread_rwlock_init(pthread_rwlock_t *lock, const pthread_rwlockattr_t *attributes) {
  (void)lock; (void)attributes;
  return 0;
}
ENGINE_UNUSED int pthread_cond_init(pthread_cond_t *condition, const pthread_condattr_t *attributes) {
  (void)condition; (void)attributes;
  return 0;
}
ENGINE_UNUSED int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  (void)condition; (void)mutex;
  __builtin_trap();
}
ENGINE_UNUSED int pthread_cond_timedwait(
    pthread_cond_t *condition, pthread_mutex_t *mutex, const struct timespec *until) {
  (void)condition; (void)mutex; (void)until;
  return ETIMEDOUT;
}
ENGINE_UNUSED pthread_t pthread_self(void) { return (pthread_t)1; }
ENGINE_UNUSED int pthread_equal(pthread_t a, pthread_t b) { return a == b; }
ENGINE_UNUSED int pthread_once(pthread_once_t *once, void (*function)(void)) {
  if (!*once) {
    *once = 1;
    function();
  }
  return 0;
}

#undef ENGINE_SUCCEEDS
#undef ENGINE_UNUSED

#ifdef __cplusplus
}
#endif

#endif
