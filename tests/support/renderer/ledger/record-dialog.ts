/** The dialog that records a ticket, mounted with settings, books and promotions. */
import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import type { PlannedHere, TicketSource } from '../../../../src/renderer/navigation-store.ts'
import RecordDialog from '../../../../src/renderer/features/ledger/record/RecordDialog.vue'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import type { PromotionLine } from '../../../../src/shared/model/accounts/promotion.ts'
import type { ValueSettings } from '../../../../src/shared/model/settings/settings.ts'
import { ok, stubDesk } from '../../bridge/stub-desk.ts'
import { americanPrice, book, plainSettings, row } from '../../shared/desk-rows.ts'
import { accountLine, overviewOf } from '../account-lines.ts'
import { field } from '../screen.ts'

/** A cell of two legs at +512. */
export const atBravo = {
  kind: 'cell',
  cell: {
    parlayId: 1,
    bookId: 'bravo',
    quoteId: 7,
    price: americanPrice(512),
    winProbability: null,
    planned: [],
    warning: null,
    legs: row(1, []).legs,
    tags: [],
  },
} satisfies TicketSource

/** The same cell with a fair price and these stakes of the plan. */
export const planAtBravo = (...planned: readonly PlannedHere[]): TicketSource => ({
  kind: 'cell',
  cell: { ...atBravo.cell, winProbability: 0.2, planned },
})

export async function openRecordDialog(
  source: TicketSource,
  value: Partial<ValueSettings> = {},
  promotions: readonly PromotionLine[] = [],
  account: Parameters<typeof accountLine>[1] = {},
) {
  const fake = stubDesk({
    settings: {
      ...plainSettings,
      value: { ...plainSettings.value, ...value },
      books: [book('bravo', 'Bravo'), book('delta', 'Delta')],
    },
  })
  const bravo = accountLine(1, {
    book: { id: 'bravo', name: 'Bravo' },
    promotions: [...promotions],
    ...account,
  })
  if (promotions.length > 0 || Object.keys(account).length > 0)
    fake.api.accounts.overview.mockResolvedValue(ok(overviewOf(bravo)))
  const pinia = createPinia()
  await useSettingsStore(pinia).start()
  const mounted = async () => {
    const shown = mount(RecordDialog, {
      props: { source },
      attachTo: document.body,
      global: { plugins: [pinia] },
    })
    await flushPromises()
    return shown
  }
  const dialog = await mounted()
  /** As after Escape: the dialog is gone, and asked for once more. */
  const reopen = () => {
    dialog.unmount()
    return mounted()
  }
  const type = (name: string, text: string) => field(dialog, name).setValue(text)
  const submit = async () => {
    await dialog.get('form').trigger('submit')
    await flushPromises()
  }
  const valueOf = (name: string) => {
    const { element } = field(dialog, name)
    return element instanceof HTMLInputElement ? element.value : ''
  }
  const sent = () => fake.api.ledger.record.mock.lastCall?.[0]
  return { ...fake, dialog, reopen, type, submit, valueOf, sent }
}
