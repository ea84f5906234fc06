/** Input that is not saved yet: the slip and forms of new tickets. */
import type { Handlers } from '../../../shared/contract.ts'
import type { StoredDrafts } from '../../account/stored-drafts.ts'

export function createDraftsHandlers(drafts: StoredDrafts): Handlers['drafts'] {
  return {
    slip: ({ profileId }) => drafts.slip(profileId),
    saveSlip({ profileId, slip }) {
      drafts.saveSlip(profileId, slip)
      return null
    },
    tickets: (_, window) => drafts.tickets(window),
    saveTicket({ id, form }, window) {
      drafts.saveTicket(window, id, form)
      return null
    },
  }
}
