/** Input that is not saved yet: the slip and forms of new tickets. It survives the end of the program. */
import { z } from 'zod'
import { SlipDraft, TicketForm, TicketFormId } from '../model/drafts.ts'
import { ProfileId } from '../model/settings/profile.ts'
import { call, callOfWindow, Nothing } from './entry.ts'

export const drafts = {
  slip: call({ profileId: ProfileId }, SlipDraft),
  saveSlip: call({ profileId: ProfileId, slip: SlipDraft }, z.null()),
  /** Forms of new tickets in this window. */
  tickets: callOfWindow(Nothing, z.array(z.strictObject({ id: TicketFormId, form: TicketForm }))),
  /** Null removes the form: the ticket was recorded or cancelled. */
  saveTicket: callOfWindow({ id: TicketFormId, form: TicketForm.nullable() }, z.null()),
} as const
