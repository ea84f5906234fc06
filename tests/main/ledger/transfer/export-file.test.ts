import { expect, it } from 'vitest'
import { allTickets } from '../../../../src/shared/model/ticket/ledger-filter.ts'
import type { ExportScope } from '../../../../src/shared/model/ticket/transfer.ts'
import { exportLedger, importFile } from '../../../support/ledger/import-export.ts'
import { makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

it.each(['json', 'csv'] as const)(
  'An export as %s has the selected or the filtered tickets only',
  async format => {
    const { ledger } = openTestLedger()
    const folder = tempFolder()
    const ids = Array.from(
      { length: 120 },
      (_, at) =>
        ledger.record(makeTicket({ stakeMinor: 1_000 + at, tags: at === 3 || at === 110 ? ['kept'] : [] }))
          .ticketId,
    )
    const read = async (scope: ExportScope) => {
      const { ledger: other } = openTestLedger()
      await importFile(other, await exportLedger(ledger, folder, format, { scope }))
      return other.core.log.lastTicketId
    }
    expect(await read({ kind: 'filtered', filter: { ...allTickets, tag: 'kept' } })).toBe(2)
    expect(await read({ kind: 'selected', ids: [ids[1] ?? 0, ids[60] ?? 0, ids[119] ?? 0] })).toBe(3)
    expect(await read({ kind: 'all' })).toBe(120)
    ledger.void(ids[1] ?? 0, 'twice')
    expect(await read({ kind: 'selected', ids: [ids[1] ?? 0, ids[60] ?? 0] })).toBe(1)
  },
)
