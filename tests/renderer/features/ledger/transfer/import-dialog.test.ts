import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it } from 'vitest'
import ExportDialog from '../../../../../src/renderer/features/ledger/transfer/ExportDialog.vue'
import ImportDialog from '../../../../../src/renderer/features/ledger/transfer/ImportDialog.vue'
import UndoImportDialog from '../../../../../src/renderer/features/ledger/transfer/UndoImportDialog.vue'
import { useUndoStore } from '../../../../../src/renderer/commands/undo-store.ts'
import { useTicketNoticeStore } from '../../../../../src/renderer/features/ledger/ticket-notice-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { useTransferStore } from '../../../../../src/renderer/features/ledger/transfer/transfer-store.ts'
import type { ImportFile, ImportPreview } from '../../../../../src/shared/model/ticket/transfer.ts'
import { failed, stubDesk, ok } from '../../../../support/bridge/stub-desk.ts'
import { emptyPreview } from '../../../../support/shared/ledger-answers.ts'

const table: ImportFile = {
  kind: 'table',
  name: 'tracker.csv',
  bytes: 100,
  columns: ['Date', 'Site', 'Wager'],
  sample: [['20/11/2026', 'Bravo', '40']],
  mapping: {
    fields: ['placedAt', null, 'stake'],
    priceFormat: 'decimal',
    currency: 'USD',
    dateOrder: 'day-first',
    legSeparator: 'none',
  },
}
const line = {
  line: 7,
  placedAt: 1_795_200_000_000,
  book: 'Bravo',
  title: 'Harbor City',
  price: '+512',
  stake: '40.00',
  currency: 'USD',
  result: 'won',
}
const preview: ImportPreview = {
  ...emptyPreview,
  tickets: 3,
  bad: 1_002,
  alike: 1,
  first: [line],
  badLines: [{ line: 4, reason: 'There is no stake.' }],
  alikeLines: [{ ...line, duplicateKind: 'alike' }],
}

function opened(dialog: 'import' | 'export') {
  const fake = stubDesk()
  const pinia = createPinia()
  const navigation = useNavigationStore(pinia)
  navigation.openDialog({ kind: `${dialog}-tickets` })
  const component = dialog === 'import' ? ImportDialog : ExportDialog
  const shown = mount(component, { attachTo: document.body, global: { plugins: [pinia] } })
  const press = async (name: RegExp) => {
    const found = shown.findAll('button').find(button => name.test(button.text()))
    await found?.trigger('click')
    await flushPromises()
  }
  return { ...fake, shown, press, pinia, navigation, transfer: useTransferStore(pinia) }
}

describe('ImportDialog', () => {
  it('shows the contents of the file before anything is imported', async () => {
    const { api, shown, press } = opened('import')
    api.transfer.choose.mockResolvedValueOnce(ok({ kind: 'ledger', name: 'ledger.json', bytes: 9 }))
    api.transfer.preview.mockResolvedValueOnce(ok(preview))
    await press(/Choose a file/)
    const text = shown.text()
    expect(text).toContain('3 tickets:')
    expect(text).toContain('1,002 lines skipped')
    expect(text).toContain('Line 4 There is no stake.')
    expect(text).toContain('1,001 more')
    expect(text).toContain('same book, time, stake, price and legs')
    expect(api.transfer.commit).not.toHaveBeenCalled()
  })

  it('names the lines that are hardly true before they are imported', async () => {
    const { api, shown, press } = opened('import')
    const text = 'This ticket pays at most $125.00. It is imported with the $1,049.00 of the file.'
    api.transfer.choose.mockResolvedValueOnce(ok(table))
    api.transfer.preview.mockResolvedValueOnce(ok({ ...preview, doubts: 1, doubtLines: [{ line: 5, text }] }))
    await press(/Choose a file/)
    expect(shown.text()).toContain(`Line 5 ${text}`)
  })

  it('imports the tickets chosen, and shows the counts', async () => {
    const { api, shown, press, pinia, navigation } = opened('import')
    api.transfer.choose.mockResolvedValueOnce(ok({ kind: 'ledger', name: 'ledger.json', bytes: 9 }))
    api.transfer.preview.mockResolvedValueOnce(ok(preview))
    await press(/Choose a file/)
    expect(shown.text()).toContain('Import 2 tickets')
    await shown.get('input[type=checkbox]').setValue()
    api.transfer.commit.mockResolvedValueOnce(ok({ imported: 3, skipped: 0, tickets: { first: 7, last: 9 } }))
    await press(/Import 3 tickets/)
    expect(api.transfer.commit).toHaveBeenCalledWith({ alike: { all: 'import', except: [] } })
    expect(shown.text()).toContain('Imported 3 tickets.')
    // The lines that were no tickets stay, and the notice waits until it can be pressed.
    expect(shown.text()).toContain('Line 4 There is no stake.')
    const primary = shown.findAll('button.primary').map(each => each.text())
    expect(primary).toEqual(['Close'])
    const notices = useTicketNoticeStore(pinia)
    expect(notices.notice).toBeUndefined()
    await press(/Close/)
    expect(notices.notice).toMatchObject({ kind: 'imported', text: 'Imported 3 tickets.' })
    // As the button of the notice and Ctrl+Z do.
    useUndoStore(pinia).lastOfLedger?.undo()
    const { dialog } = navigation
    if (dialog?.kind !== 'undo-import') throw new Error('Nothing is asked.')
    const { tickets, count } = dialog
    const asked = mount(UndoImportDialog, {
      props: { tickets, count },
      attachTo: document.body,
      global: { plugins: [pinia] },
    })
    expect(asked.text()).toContain('Undo this import?')
    expect(api.transfer.undoImport).not.toHaveBeenCalled()
    await asked.get('form').trigger('submit')
    await flushPromises()
    expect(api.transfer.undoImport).toHaveBeenCalledExactlyOnceWith({
      tickets: { first: 7, last: 9 },
      reason: 'Import undone',
    })
    expect(asked.emitted('close')).toHaveLength(1)
    expect(useUndoStore(pinia).lastOfLedger).toBeUndefined()
  })

  it('imports the duplicates that were chosen, line by line', async () => {
    const { api, shown, press } = opened('import')
    const alikeLines = [7, 8, 9].map(at => ({ ...line, line: at, duplicateKind: 'same' as const }))
    api.transfer.choose.mockResolvedValueOnce(ok({ kind: 'ledger', name: 'ledger.json', bytes: 9 }))
    api.transfer.preview.mockResolvedValueOnce(ok({ ...preview, tickets: 500, alike: 300, alikeLines }))
    await press(/Choose a file/)
    const boxes = () => shown.findAll<HTMLInputElement>('input[type=checkbox]')
    const taken = () => boxes().map(({ element }) => element.checked)
    expect(shown.text()).toContain('297 more will be skipped.')
    await boxes()[2]?.setValue()
    expect(taken()).toEqual([false, false, true, false])
    expect(boxes()[0]?.element.indeterminate).toBe(true)
    expect(shown.text()).toContain('Import 201 tickets')
    await boxes()[0]?.setValue()
    expect(taken()).toEqual([true, true, true, true])
    expect(shown.text()).toContain('297 more will be imported.')
    await boxes()[3]?.setValue(false)
    api.transfer.commit.mockResolvedValueOnce(ok({ imported: 499, skipped: 1, tickets: null }))
    await press(/Import 499 tickets/)
    expect(api.transfer.commit).toHaveBeenCalledWith({ alike: { all: 'import', except: [9] } })
    expect(shown.text()).toContain('Imported 499 tickets, 1 duplicate skipped.')
  })

  it('asks for the columns of a table, and previews it again with each answer', async () => {
    const { api, shown, press } = opened('import')
    api.transfer.choose.mockResolvedValueOnce(ok(table))
    await press(/Choose a file/)
    expect(shown.text()).toContain('Still needed: Book, Legs, Odds')
    const site = shown.get('[role=dialog], dialog').findAll('select').at(-2)
    await site?.setValue('stake')
    await flushPromises()
    const asked = api.transfer.preview.mock.lastCall?.[0].mapping?.fields
    expect(asked).toEqual(['placedAt', 'stake', null])
  })

  it('maps a table of the same columns as the last time', async () => {
    const { api, shown, press, transfer } = opened('import')
    api.transfer.choose.mockResolvedValue(ok(table))
    await press(/Choose a file/)
    await shown.get('[role=dialog], dialog').findAll('select').at(-2)?.setValue('stake')
    await flushPromises()
    transfer.close()
    transfer.begin()
    await transfer.choose()
    expect(api.transfer.preview.mock.lastCall?.[0].mapping?.fields).toEqual(['placedAt', 'stake', null])
  })

  it('shows why a file cannot be read, and offers another', async () => {
    const { api, shown, press } = opened('import')
    api.transfer.choose.mockResolvedValueOnce(
      failed({ kind: 'invalid', field: 'file', sentence: 'This file is empty.' }),
    )
    await press(/Choose a file/)
    expect(shown.get('[role=alert]').text()).toContain('This file is empty.')
    expect(shown.text()).toContain('Choose a file')
  })

  it('shows the progress, and does not close during the import', async () => {
    const { api, shown, press, emit, navigation, transfer } = opened('import')
    api.transfer.choose.mockResolvedValueOnce(ok({ kind: 'ledger', name: 'ledger.json', bytes: 9 }))
    api.transfer.preview.mockResolvedValueOnce(ok(preview))
    await press(/Choose a file/)
    const running =
      Promise.withResolvers<ReturnType<typeof ok<{ imported: number; skipped: number; tickets: null }>>>()
    api.transfer.commit.mockReturnValueOnce(running.promise)
    await press(/Import 2 tickets/)
    emit.transfer.progress({ of: 'import', lines: 500, ofLines: 2_000 })
    await flushPromises()
    expect(shown.text()).toContain('Importing… 500 of 2,000')
    transfer.close()
    expect(navigation.dialog?.kind).toBe('import-tickets')
    running.resolve(ok({ imported: 2, skipped: 1, tickets: null }))
    await flushPromises()
    transfer.close()
    expect(navigation.dialog).toBeUndefined()
  })

  it('discards the file when it is closed', async () => {
    const { api, press, transfer } = opened('import')
    api.transfer.choose.mockResolvedValueOnce(ok(table))
    await press(/Choose a file/)
    transfer.close()
    expect(api.transfer.discard).toHaveBeenCalledOnce()
  })
})

describe('ExportDialog', () => {
  it('saves in the format chosen, and names the file', async () => {
    const { api, shown } = opened('export')
    api.transfer.save.mockResolvedValueOnce(ok({ name: 'ledger.csv', tickets: 12 }))
    await shown.get('input[value=csv]').setValue()
    await shown.get('form').trigger('submit')
    await flushPromises()
    expect(api.transfer.save).toHaveBeenCalledWith({ format: 'csv', scope: { kind: 'all' } })
    expect(shown.text()).toContain('Saved 12 tickets to ledger.csv')
  })

  it('shows nothing when no place was chosen', async () => {
    const { shown } = opened('export')
    await shown.get('form').trigger('submit')
    await flushPromises()
    expect(shown.get('[role=status]').text()).toBe('')
  })
})
