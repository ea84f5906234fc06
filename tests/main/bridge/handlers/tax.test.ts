import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { createTaxHandlers } from '../../../../src/main/bridge/handlers/tax.ts'
import { openReports } from '../../../support/ledger/open-reports.ts'
import { gradeLegs, makeTicket, openTestLedger } from '../../../support/ledger/tickets.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

const request = { year: 2026, jurisdiction: 'us' } as const

function createHandlers(path: string | undefined) {
  const { ledger, folder } = openTestLedger()
  const { ticketId } = ledger.record(makeTicket())
  gradeLegs(ledger, ticketId, ['won', 'won'])
  const askWhere = vi.fn((_: string) => Promise.resolve(path))
  const reports = openReports(ledger, folder)
  return { askWhere, handlers: createTaxHandlers({ reports, askWhere }) }
}

describe('accounts.saveTax', () => {
  it('writes the year’s table where the user chose, by a name with the year', async () => {
    const path = join(tempFolder(), 'mine.csv')
    const { handlers, askWhere } = createHandlers(path)
    expect(await handlers.saveTax(request)).toEqual({ name: 'mine.csv' })
    expect(askWhere).toHaveBeenCalledWith('tax 2026.csv')
    expect(readFileSync(path, 'utf8')).toContain('Bravo,normal,USD,1,204.80,0.00,204.80')
  })

  it('writes nothing when the user chose no place', async () => {
    const { handlers } = createHandlers(undefined)
    expect(await handlers.saveTax(request)).toEqual({ name: null })
    expect(existsSync('tax 2026.csv')).toBe(false)
  })
})
