/** Takes a cell's link elsewhere: onto the clipboard, or as a code to a phone. */
import { shallowReadonly, shallowRef } from 'vue'
import { bridge } from '../../../bridge.ts'
import type { CellAddress } from '../desk-store.ts'
import type { Notice } from '../actions/useDeskActions.ts'

/** A link drawn for a phone. */
interface PhoneLink {
  readonly cell: CellAddress
  readonly link: string
}

export function useLinkAway(tell: (notice: Notice | undefined) => void) {
  const phone = shallowRef<PhoneLink>()

  async function copyLink(cell: CellAddress, to: 'here' | 'phone' = 'here'): Promise<void> {
    const outcome = await bridge().links.copy({ ...cell, to })
    if (!outcome.ok) tell({ kind: 'failed', failure: outcome.failure })
    else tell({ kind: 'said', text: `Link to ${outcome.value.host} copied.` })
  }

  async function showPhone(cell: CellAddress): Promise<void> {
    const outcome = await bridge().links.phone({ ...cell })
    if (outcome.ok) phone.value = { cell, link: outcome.value.link }
    else tell({ kind: 'failed', failure: outcome.failure })
  }

  return { phone: shallowReadonly(phone), copyLink, showPhone, closePhone: () => (phone.value = undefined) }
}
