import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { expect, it, onTestFinished } from 'vitest'
import { allTickets } from '../../../../../src/shared/model/ticket/ledger-filter.ts'
import { useTransferStore } from '../../../../../src/renderer/features/ledger/transfer/transfer-store.ts'
import type { ShownTickets } from '../../../../../src/renderer/features/ledger/transfer/transfer-text.ts'
import ExportDialog from '../../../../../src/renderer/features/ledger/transfer/ExportDialog.vue'
import { ok, stubDesk } from '../../../../support/bridge/stub-desk.ts'

it('ExportDialog saves the chosen table to a Parquet file, and says how many rows it has', async () => {
  const { api } = stubDesk()
  const dialog = mount(ExportDialog, { global: { plugins: [createPinia()] }, attachTo: document.body })
  onTestFinished(() => dialog.unmount())
  expect(dialog.find('select').exists()).toBe(false)
  await dialog.findAll('input[type=radio]')[2]?.setValue()
  await dialog.get('select').setValue('quotes')
  api.transfer.saveParquet.mockResolvedValueOnce(ok({ name: 'quotes.parquet', rows: 1_200 }))
  await dialog.get('form').trigger('submit')
  await flushPromises()
  expect(api.transfer.saveParquet).toHaveBeenCalledExactlyOnceWith({ table: 'quotes' })
  expect(api.transfer.save).not.toHaveBeenCalled()
  expect(dialog.text()).toContain('Saved 1,200 rows to quotes.parquet.')
})

const filter = { ...allTickets, bookId: 'bravo' }
const counts = { filtered: 33, all: 90 }

it.each<[string, ShownTickets, string, unknown]>([
  [
    'the selected tickets',
    { filter, selected: [7, 9], counts },
    'Selected (2) Filtered (33) All (90) and deleted ones',
    { kind: 'selected', ids: [7, 9] },
  ],
  [
    'the filtered ones, also while one is selected by moving to it',
    { filter, selected: [7], counts },
    'Filtered (33) All (90) and deleted ones Selected (1)',
    { kind: 'filtered', filter },
  ],
  [
    'the filtered ones without counts, as of several currencies',
    { filter, selected: [], counts: undefined },
    'Filtered All and deleted ones',
    { kind: 'filtered', filter },
  ],
])(
  'ExportDialog exports all as JSON, %s as CSV, and lists the other choices',
  async (_, shown, choices, scope) => {
    const { api } = stubDesk()
    const pinia = createPinia()
    useTransferStore(pinia).shown = shown
    const dialog = mount(ExportDialog, { global: { plugins: [pinia] }, attachTo: document.body })
    onTestFinished(() => dialog.unmount())
    const tickets = dialog.findAll('[role=radiogroup]')[1]
    expect(tickets?.text().replace(/\s+/g, ' ')).toContain(choices)
    await dialog.get('form').trigger('submit')
    await flushPromises()
    // JSON is the form of a backup.
    expect(api.transfer.save).toHaveBeenLastCalledWith({ format: 'json', scope: { kind: 'all' } })
    await dialog.get('input[type=radio][value=csv]').setValue()
    await dialog.get('form').trigger('submit')
    await flushPromises()
    expect(api.transfer.save).toHaveBeenLastCalledWith({ format: 'csv', scope })
  },
)
