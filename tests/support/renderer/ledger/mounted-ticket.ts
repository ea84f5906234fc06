/** The dialog of a ticket on a fake bridge. */
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { useDeskStore } from '../../../../src/renderer/features/desk/desk-store.ts'
import { useLedgerStore } from '../../../../src/renderer/features/ledger/ledger-store.ts'
import TicketDialog from '../../../../src/renderer/features/ledger/ticket/TicketDialog.vue'
import type { TicketAction } from '../../../../src/renderer/features/ledger/useShownTicket.ts'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import { quietMeter, type Row } from '../../../../src/shared/model/parlay/desk.ts'
import type { TicketDetail } from '../../../../src/shared/model/ticket/ticket-detail.ts'
import { stubDesk, ok } from '../../bridge/stub-desk.ts'
import { book, plainSettings } from '../../shared/desk-rows.ts'
import { button, field } from '../screen.ts'
import { settled } from '../settled.ts'
import { spacedText } from '../spaced-text.ts'

/** Time of the ticket's events. */
export const at = new Date(2026, 10, 20, 18, 41).getTime()

/** `rows`: parlays on the desk. `openAt`: the form that it opens at. */
export async function openTicket(detail: TicketDetail, rows: Row[] = [], openAt?: TicketAction) {
  const fake = stubDesk({
    settings: { ...plainSettings, books: [book('bravo', 'Bravo')] },
    desk: { seq: 1, rows, meter: quietMeter },
  })
  fake.api.ledger.ticket.mockResolvedValue(ok(detail))
  const pinia = createPinia()
  await Promise.all([
    useSettingsStore(pinia).start(),
    useLedgerStore(pinia).start(),
    useDeskStore(pinia).start(),
  ])
  const mounted = async () => {
    const shown = mount(TicketDialog, {
      props: { ticketId: detail.line.id, openAt },
      attachTo: document.body,
      global: { plugins: [pinia] },
    })
    await settled()
    return shown
  }
  const dialog = await mounted()
  const press = async (name: string) => {
    await button(dialog, name).trigger('click')
    await settled()
  }
  const submit = async (reason: string) => {
    await field(dialog, 'Reason').setValue(reason)
    await dialog.get('form').trigger('submit')
    await settled()
  }
  const choose = async (option: string) => {
    const select = dialog.get<HTMLSelectElement>('form select')
    select.element.selectedIndex = [...select.element.options].findIndex(each => each.text === option)
    await select.trigger('change')
  }
  return { ...fake, dialog, mounted, press, submit, choose, text: () => spacedText(dialog.element) }
}
