/** A ticket's legs through its records: what each was called and said to be at a time, and where it is in the end. */
import type { LegResult } from '../../../shared/model/ticket/settlement.ts'
import type { TicketLeg } from '../../../shared/model/ticket/ticket.ts'
import { placeAfter } from '../state/leg-corrections.ts'
import type { LegsCorrection, Placed } from '../log/record.ts'

interface LegThen {
  readonly name: string
  /** What the service last said. */
  said: LegResult
}

export class LegTrail {
  #legs: readonly LegThen[] = []
  #toCome: readonly LegsCorrection[]

  constructor(records: readonly Placed[]) {
    this.#toCome = records.flatMap(({ record }) =>
      record.kind === 'corrected' && record.legs !== undefined ? [record.legs] : [],
    )
  }

  begin(legs: readonly TicketLeg[]): void {
    this.#legs = legs.map(({ name }) => ({ name, said: 'pending' }))
  }

  nameAt(place: number): string {
    return this.#legs[place]?.name ?? `Leg ${place + 1}`
  }

  /** Answers what was said before. */
  say(place: number, result: LegResult): LegResult {
    const leg = this.#legs[place]
    const was = leg?.said ?? 'pending'
    if (leg !== undefined) leg.said = result
    return was
  }

  /** Where a leg of this time is after all corrections, as far as what is said of it still counts; else null. */
  placeNow(place: number): number | null {
    return this.#toCome.reduce<number | null>(
      (at, correction) => (at === null ? null : placeAfter(correction, at)),
      place,
    )
  }

  correct(correction: LegsCorrection): void {
    this.#toCome = this.#toCome.slice(1)
    const before = this.#legs
    this.#legs = correction.now.map(({ from, leg: { name } }, place) => {
      const isSame = from !== null && placeAfter(correction, from) === place
      return { name, said: (isSame ? before[from]?.said : undefined) ?? 'pending' }
    })
  }
}
