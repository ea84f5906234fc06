/** A desk's file on disk with parlays, to fill with quotes. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import { ParlayStore } from '../../../src/main/desk/parlays/parlay-store.ts'
import { QuoteStore } from '../../../src/main/desk/quotes/quote-store.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { priceBefore, type Cell } from '../../../src/shared/model/price/cell.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import { legAt } from './scripted-desk.ts'

export interface Answer {
  readonly parlayId: number
  readonly bookId: string
  readonly at: number
  readonly outcome: QuoteOutcome
}

/** `file`: by default one on disk that ends with the test. */
export function openQuotes(parlays = 3, file = join(tempFolder(), 'desk.db')) {
  const database = openDatabase(file, deskMigrations)
  onTestFinished(() => {
    database.close()
  })
  const store = new ParlayStore(database)
  for (let added = 0; added < parlays; added += 1)
    store.add('demo', { legs: [legAt(`leg-${added}`)], note: noNote, addedAt: 0 })
  const quotes = new QuoteStore(database)
  const known = new Map<string, Pick<Cell, 'quote' | 'before'>>()
  /** Adds answers in this order, not yet written; their quotes' numbers. */
  const add = (answers: readonly Answer[]): number[] =>
    answers.map(({ parlayId, bookId, at, outcome }) => {
      const cell = `${parlayId} ${bookId}`
      const before = priceBefore(known.get(cell) ?? { quote: null, before: null }, outcome)
      const quote = { id: quotes.nextId(), at, outcome }
      known.set(cell, { quote, before })
      quotes.add({ parlayId, bookId, quote, before })
      return quote.id
    })
  /** The same, written. */
  const keep = (answers: readonly Answer[]): number[] => {
    const added = add(answers)
    quotes.save()
    return added
  }
  const ids = () =>
    database
      .prepare('SELECT id FROM quotes ORDER BY id')
      .all()
      .map(row => Number(row['id']))
  return { database, quotes, add, keep, ids }
}
