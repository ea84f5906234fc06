/** Ledgers out to a file and in from it, as the user would do it, with the dialogs answered. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from 'vitest'
import type { Ledger } from '../../../src/main/ledger/ledger.ts'
import { saveLedger } from '../../../src/main/ledger/transfer/export-file.ts'
import { Imports } from '../../../src/main/ledger/transfer/imports.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import type { AlikeChoice, ExportFormat, TableMapping } from '../../../src/shared/model/ticket/transfer.ts'
import type { Book } from '../../../src/shared/model/game/book.ts'
import { startOfTests } from './tickets.ts'

export async function saved(ledger: Ledger, folder: string, format: ExportFormat): Promise<string> {
  const path = join(folder, `out.${format}`)
  const { name } = await saveLedger({ ledger, askWhere: () => Promise.resolve(path) }, format, startOfTests)
  expect(name).toBe(`out.${format}`)
  return path
}

/** As the settings have them. */
const books: readonly Book[] = [{ id: 'bravo', name: 'Bravo', hostId: 'bravo', isOn: true }]

/** What is there already is left out. */
export const noneAlike: AlikeChoice = { all: 'skip', except: [] }

export const importsOf = (ledger: Ledger, path: string) =>
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
export async function imported(ledger: Ledger, path: string, change: Partial<TableMapping> = {}) {
  const imports = importsOf(ledger, path)
  const file = await imports.choose()
  const mapping = file?.kind === 'table' ? { ...file.mapping, ...change } : null
  const preview = await imports.preview(mapping)
  return { preview, ...(await imports.commit(noneAlike)) }
}

export const textOf = (path: string) => readFileSync(path, 'utf8')

/** What was answered, or the sentence by which it was refused. */
export async function sentenceOf(act: Promise<unknown>): Promise<string> {
  try {
    return String(await act)
  } catch (error) {
    if (error instanceof Refusal && 'sentence' in error.failure) return error.failure.sentence
    throw error
  }
}
