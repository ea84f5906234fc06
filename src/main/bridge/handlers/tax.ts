import { basename } from 'node:path'
import type { Handlers } from '../../../shared/contract.ts'
import { saveWhole } from '../../files/save-whole.ts'
import type { Reports } from '../../ledger/reads/reports.ts'

interface TaxHandlerDeps {
  readonly reports: Pick<Reports, 'tax' | 'taxCsv'>
  /** Proposes a file name; returns the path chosen, or undefined when the user chose none. */
  readonly askWhere: (name: string) => Promise<string | undefined>
}

export type TaxHandlers = Pick<Handlers['accounts'], 'tax' | 'saveTax'>

/** The tax report, and its table in a file. */
export function createTaxHandlers({ reports, askWhere }: TaxHandlerDeps): TaxHandlers {
  return {
    tax: request => reports.tax(request),
    async saveTax(request) {
      const { year, text } = await reports.taxCsv(request)
      const path = await askWhere(`tax ${year}.csv`)
      if (path === undefined) return { name: null }
      await saveWhole(path, [text])
      return { name: basename(path) }
    },
  }
}
