/** Turns for tests that are not about the budget: there is always one. Who sought each, and what became of it, is kept. */
import type { Seeker, TakeTurn, TurnEnd } from '../../../src/main/odds-service/permits.ts'

export function freeTurns(): {
  readonly takeTurn: TakeTurn
  readonly seekers: Seeker[]
  readonly ends: TurnEnd[]
} {
  const seekers: Seeker[] = []
  const ends: TurnEnd[] = []
  const takeTurn: TakeTurn = seeker => {
    seekers.push(seeker)
    let isOpen = true
    return Promise.resolve({
      end(how) {
        if (isOpen) ends.push(how)
        isOpen = false
      },
      again() {
        isOpen = true
        return Promise.resolve(true)
      },
    })
  }
  return { takeTurn, seekers, ends }
}
