/** Unsaved forms of tickets, by ticket; those of new tickets by their source. */
import { defineStore } from 'pinia'
import { markRaw } from 'vue'
import { bridge } from '../../../bridge.ts'
import { createDrafts } from '../../../drafts.ts'
import type { TypedLeg } from '../record/leg-draft.ts'
import type { TermsForm } from '../record/terms-form.ts'

export interface RecordForm extends TermsForm {
  readonly typed: readonly TypedLeg[]
  /** True if the legs are those of the slip. */
  readonly usesSlip: boolean
  /** Created at the first attempt and reused by all others, so that only one ticket is recorded. */
  readonly uid: string
}

/** Form of an action on a recorded ticket. */
export interface WithReason {
  readonly reason: string
}
export interface CorrectionForm extends TermsForm, WithReason {
  readonly legs: readonly TypedLeg[]
}
export interface DecisionForm extends WithReason {
  /** Empty until the user chooses. */
  readonly word: '' | 'won' | 'lost' | 'refunded' | 'payout' | 'cash-out' | 'withdrawn'
  readonly payout: string
}
export interface LegDecisionForm extends WithReason {
  readonly word: 'won' | 'lost' | 'refunded' | 'pending' | 'service'
}

/** Forms of new tickets. The main process stores them, so that they survive the end of the program. */
class Recordings extends Map<string, Partial<RecordForm>> {
  async load(): Promise<void> {
    const stored = await bridge().drafts.tickets()
    if (!stored.ok) return
    for (const { id, form } of stored.value) if (!this.has(id)) super.set(id, form)
  }

  override set(id: string, form: Partial<RecordForm>): this {
    const { typed, ...others } = form
    void bridge().drafts.saveTicket({ id, form: { ...others, ...(typed && { typed: [...typed] }) } })
    return super.set(id, form)
  }

  override delete(id: string): boolean {
    const wasThere = super.delete(id)
    if (wasThere) void bridge().drafts.saveTicket({ id, form: null })
    return wasThere
  }
}

export const useTicketDraftsStore = defineStore('ticket-drafts', () => ({
  recordings: markRaw(new Recordings()),
  corrections: createDrafts<CorrectionForm>('corrections'),
  decisions: createDrafts<DecisionForm>('decisions'),
  /** By ticket, place and name of the leg. */
  legDecisions: createDrafts<LegDecisionForm>('leg decisions'),
  voidings: createDrafts<WithReason>('voidings'),
  /** By ticket and number of the change. */
  undoings: createDrafts<WithReason>('undoings'),
}))
