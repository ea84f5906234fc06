/** The clock of what is told in minutes and hours: renewed twice a minute, so that a long list seldom draws again. */
import { onScopeDispose, shallowRef, type ShallowRef } from 'vue'

const everyMs = 30_000

/** Epoch milliseconds; ticks while the calling scope lives. */
export function useMinute(): Readonly<ShallowRef<number>> {
  const now = shallowRef(Date.now())
  const timer = setInterval(() => (now.value = Date.now()), everyMs)
  onScopeDispose(() => clearInterval(timer))
  return now
}
