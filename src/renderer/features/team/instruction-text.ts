/** Texts of a part of an instruction. */
import type { PartState } from '../../../shared/model/team/instruction.ts'
import { exactMoney } from '../../../shared/model/ticket/money-text.ts'

export const isOpenPart = ({ kind }: PartState): boolean => kind === 'given' || kind === 'accepted'

/** `Placed by Desk 2 at +510`. */
export function describePart(state: PartState, currency: string, nameOf: (member: string) => string): string {
  switch (state.kind) {
    case 'given':
      return 'Not accepted yet'
    case 'accepted':
      return `Accepted by ${nameOf(state.member)}`
    case 'placed':
      return `Placed by ${nameOf(state.member)}${state.price === null ? '' : ` at ${state.price}`}`
    case 'refused':
      return withNote(`Declined by ${nameOf(state.member)}`, state.note)
    case 'limited':
      return withNote(
        `Limited to ${exactMoney(state.stakeMinor, currency)}, ${nameOf(state.member)}`,
        state.note,
      )
  }
}

const withNote = (text: string, note: string): string => (note === '' ? text : `${text}: ${note}`)
