/** A desk's file on disk with parlays, to fill with quotes. */
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { ParlayStore } from '../../../src/main/desk/parlays/parlay-store.ts'
import { QuoteStore } from '../../../src/main/desk/quotes/quote-store.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { priceBefore, type Cell } from '../../../src/shared/model/price/cell.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import type { QuoteOutcome } from '../../../src/shared/model/price/quote.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import { deskMigrations, legAt } from './scripted-desk.ts'

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
  /** Keeps answers in this order; their quotes' numbers. */
  const keep = (answers: readonly Answer[]): number[] => {
    const kept = answers.map(({ parlayId, bookId, at, outcome }) => {
      const cell = `${parlayId} ${bookId}`
      const before = priceBefore(known.get(cell) ?? { quote: null, before: null }, outcome)
      const quote = { id: quotes.nextId(), at, outcome }
      known.set(cell, { quote, before })
      return { parlayId, bookId, quote, before }
    })
    quotes.append(kept)
    return kept.map(({ quote }) => quote.id)
  }
  const ids = () =>
    database
      .prepare('SELECT id FROM quotes ORDER BY id')
      .all()
      .map(row => Number(row['id']))
  return { database, quotes, keep, ids }
}
