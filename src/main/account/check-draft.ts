/** A service profile as typed, checked by the rules of where a key may go; the refusal names the input. */
import { Refusal } from '../../shared/failure.ts'
import type { ProfileDraft } from '../../shared/model/settings/profile.ts'
import { readAddress, readPattern } from '../../shared/model/settings/service-address.ts'

const inputs = ['pricing', 'queue', 'grader', 'feed'] as const

/** Throws Refusal (invalid) for the first input that may not be used. */
export function checkDraft(draft: ProfileDraft): void {
  for (const field of inputs) {
    const address = draft[field]
    if (address === null) continue
    const hasBook = field === 'pricing' || (field === 'feed' && address.includes('{book}'))
    const check = hasBook ? readPattern(address) : readAddress(address)
    if (!check.ok) throw new Refusal({ kind: 'invalid', field, sentence: check.sentence })
  }
}
