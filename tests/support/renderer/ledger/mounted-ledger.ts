/** The ledger view on a fake bridge, with a screen large enough that all rows of a test are drawn. */
import { mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, beforeEach, vi } from 'vitest'
import { useLedgerStore } from '../../../../src/renderer/features/ledger/ledger-store.ts'
import { useLedgerCommands } from '../../../../src/renderer/features/ledger/useLedgerCommands.ts'
import LedgerView from '../../../../src/renderer/features/ledger/LedgerView.vue'
import { useViewStore } from '../../../../src/renderer/view-store.ts'
import { useSettingsStore } from '../../../../src/renderer/features/settings/settings-store.ts'
import type { LedgerStatus } from '../../../../src/shared/model/ticket/ledger-status.ts'
import type { TicketLine } from '../../../../src/shared/model/ticket/ticket-line.ts'
import { stubDesk, ok } from '../../bridge/stub-desk.ts'
import { book, plainSettings } from '../../shared/desk-rows.ts'
import { emptyLedger, noChoices, noTotals } from '../../shared/ledger-answers.ts'
import { listenToKeys } from '../command-keys.ts'
import { settled } from '../settled.ts'

export const bravo = { id: 'bravo', name: 'Bravo' }
export const openStatus = emptyLedger.status

/** Gives elements the size that happy-dom, which does no layout, cannot. */
export function useScreen(): void {
  beforeEach(() => {
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(600)
    vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(900)
  })
  afterEach(() => {
    vi.restoreAllMocks()
  })
}

export async function openLedger(
  lines: readonly TicketLine[],
  { status = openStatus, books = [bravo] }: { status?: LedgerStatus; books?: (typeof bravo)[] } = {},
) {
  const fake = stubDesk({
    ledger: { seq: 1, status },
    settings: { ...plainSettings, books: [book('bravo', 'Bravo')] },
  })
  const { ledger } = fake.api
  ledger.page.mockResolvedValue(ok({ lines: [...lines], next: null }))
  ledger.choices.mockResolvedValue(ok({ ...noChoices, books }))
  ledger.totals.mockResolvedValue(ok({ ...noTotals, tickets: lines.length }))
  const pinia = createPinia()
  listenToKeys(pinia, 'ledger', useLedgerCommands)
  const view = mount(LedgerView, { attachTo: document.body, global: { plugins: [pinia] } })
  await Promise.all([
    useSettingsStore(pinia).start(),
    useLedgerStore(pinia).start(),
    useViewStore(pinia).start(),
  ])
  await settled()

  const press = async (key: string, held: KeyboardEventInit = {}) => {
    const event = new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...held })
    ;(document.activeElement ?? document.body).dispatchEvent(event)
    await settled()
  }
  const row = (id: number) => view.get<HTMLElement>(`[data-ticket="${id}"]`)
  const focusRow = async (id: number) => {
    row(id).element.focus()
    await settled()
  }
  let seq = 1
  /** Pushes a change of these tickets. */
  const push = async (changed: readonly TicketLine[], gone: number[] = []) => {
    seq += 1
    fake.emit.ledger.changed({ seq, status, lines: [...changed], gone, isMany: false })
    await settled()
  }
  return { ...fake, pinia, view, press, row, focusRow, push }
}
