/** Exports and imports ledgers as the user would, with the dialogs answered. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Ledger } from '../../../src/main/ledger/ledger.ts'
import { saveLedger } from '../../../src/main/ledger/transfer/export-file.ts'
import { Imports } from '../../../src/main/ledger/transfer/imports.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import type {
  AlikeChoice,
  ExportFormat,
  ExportScope,
  TableMapping,
} from '../../../src/shared/model/ticket/transfer.ts'
import type { Book } from '../../../src/shared/model/game/book.ts'
import { startOfTests } from './tickets.ts'

export async function exportLedger(
  ledger: Ledger,
  folder: string,
  format: ExportFormat,
  { at = startOfTests, scope = { kind: 'all' } }: { at?: number; scope?: ExportScope } = {},
): Promise<string> {
  const path = join(folder, `out.${format}`)
  const { name } = await saveLedger({ ledger, askWhere: () => Promise.resolve(path) }, { format, scope }, at)
  expect(name).toBe(`out.${format}`)
  return path
}

const books: readonly Book[] = [{ id: 'bravo', name: 'Bravo', hostId: 'bravo', isOn: true }]

/** Skips tickets that are in the ledger already. */
export const skipDuplicates: AlikeChoice = { all: 'skip', except: [] }

export const createImports = (ledger: Ledger, path: string) =>
  new Imports({
    ledger,
    askWhich: () => Promise.resolve(path),
    context: () => ({
      owner: { isDemo: ledger.core.isDemo(), profileId: 'mine', profileIds: ['own', 'mine'] },
      books,
      currency: 'USD',
    }),
  })

/** Chooses, previews and imports a file. */
export async function importFile(ledger: Ledger, path: string, change: Partial<TableMapping> = {}) {
  const imports = createImports(ledger, path)
  const file = await imports.choose()
  const mapping = file?.kind === 'table' ? { ...file.mapping, ...change } : null
  const preview = await imports.preview(mapping)
  return { preview, ...(await imports.commit(skipDuplicates)) }
}

export const readText = (path: string) => readFileSync(path, 'utf8')

/** Returns the sentence of the Refusal, or the answer as text. */
export async function getRefusal(call: Promise<unknown>): Promise<string> {
  try {
    return String(await call)
  } catch (error) {
    if (error instanceof Refusal && 'sentence' in error.failure) return error.failure.sentence
    throw error
  }
}
