/**
 * State that DeskView provides once and all its descendants inject, instead of passing props through all levels.
 * DeskView's own setup uses it in the same way.
 */
import { createInjectionState } from '@vueuse/core'

/** Returns a function that builds and provides the state, and one that injects it. */
export function createDeskContext<T>(name: string, build: () => T) {
  const [provide, find] = createInjectionState(build)

  function use(): T {
    const state = find()
    if (state === undefined) throw new Error(`DeskView provides the ${name}: use it below DeskView only.`)
    return state
  }

  return [provide, use] as const
}
