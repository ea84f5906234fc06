/** The clock by which everything on screen ages: one timer, however many use it, and none when nobody does. */
import { getCurrentScope, onScopeDispose, shallowReadonly, shallowRef, type ShallowRef } from 'vue'

const tickMs = 1000
const now = shallowRef(Date.now())
let users = 0
let timer: ReturnType<typeof setInterval> | undefined

/** Epoch milliseconds, renewed every second while the calling scope lives. */
export function useNow(): Readonly<ShallowRef<number>> {
  if (getCurrentScope() === undefined) throw new Error('useNow outside a scope would never stop')
  users++
  tick()
  timer ??= setInterval(tick, tickMs)
  onScopeDispose(leave)
  return shallowReadonly(now)
}

function tick(): void {
  now.value = Date.now()
}

function leave(): void {
  users--
  if (users > 0) return
  clearInterval(timer)
  timer = undefined
}
