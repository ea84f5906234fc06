/** One leg that the user asks about, as long as the service of the profile in use can know it. */
import { Refusal } from '../../../shared/failure.ts'
import type { Ledger } from '../ledger.ts'
import type { AskedLeg } from './matching.ts'

interface Asking {
  readonly ledger: Pick<Ledger, 'facts'>
  readonly profileId: () => string
  /** The name of a profile, undefined for one that is gone. */
  readonly profileNamed: (id: string) => string | undefined
}

/** Throws Refusal for a ticket that is not there or another profile's, and for a leg without a grade token. */
export function checkedLeg(asking: Asking, ticketId: number, place: number): AskedLeg {
  const { profileId, legs } = asking.ledger.facts(ticketId)
  if (profileId !== asking.profileId()) {
    const sentence = ofOther(asking.profileNamed(profileId))
    throw new Refusal({ kind: 'invalid', field: 'ticketId', sentence })
  }
  const grade = legs[place]?.grade ?? ''
  if (grade === '')
    throw new Refusal({ kind: 'not-found', what: 'a grade token for this leg. Set its result by hand' })
  return { ticketId, place, grade }
}

const ofOther = (name: string | undefined): string =>
  name === undefined
    ? 'This ticket’s profile is gone, and no other service knows its legs. Set the result by hand.'
    : `This ticket was recorded under the profile “${name}”. Switch to it to check the leg.`
