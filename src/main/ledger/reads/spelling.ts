/** Corrects misspelled words of a filter's text by the words that tickets have. */
import { z } from 'zod'
import { toSearchWords } from '../../../shared/model/ticket/ledger-filter.ts'
import { parseLedgerQuery } from '../../../shared/model/ticket/ledger-query.ts'
import { splitFilterText } from '../../../shared/text/filter-text.ts'
import { findSimilarWords } from '../../../shared/text/spelling.ts'
import { toJsonColumn } from '../../storage/json-column.ts'
import type { ReadContext } from './matching.ts'

const Words = z.array(z.object({ value: z.string() }))

const selectFrom = `
  SELECT value FROM facets AS w
  WHERE is_demo = ? AND kind = 'word' AND value >= ? AND value < ? || char(1114111)
    AND EXISTS (SELECT 1 FROM ticket_facets WHERE facet_id = w.id)`
/** Words of more tickets first, which are counted up to a limit. */
const selectByTickets = `
  SELECT value FROM facets AS w
  WHERE is_demo = ? AND kind = 'word' AND value IN (SELECT value FROM json_each(?))
  ORDER BY (SELECT count(*) FROM (SELECT 1 FROM ticket_facets WHERE facet_id = w.id LIMIT 1000)) DESC, value`

/** Words that are searched for or left out: neither days, also those of one word, nor the words between. */
function listWords(text: string): string[] {
  const { words, leftOut, groups } = parseLedgerQuery(text)
  const readings = groups
    .flat()
    .flatMap(part => (part.readings.some(({ kind }) => kind === 'days') ? [] : part.readings))
  return [...words, ...leftOut.flat(), ...readings.flatMap(each => (each.kind === 'words' ? each.words : []))]
}

/** A word in a text as it was typed. */
const typedWord = /[\p{L}\p{M}][\p{L}\p{M}\p{N}]*/gu

/**
 * The text with each word that no ticket has replaced by the most similar one that a ticket has, all else as typed; null
 * unless that finds a ticket. `hasTickets`: true when a text finds one.
 */
export function createSpellingReader(
  { database, isDemo }: ReadContext,
  hasTickets: (text: string) => boolean,
): (text: string) => string | null {
  const run = { from: database.prepare(selectFrom), byTickets: database.prepare(selectByTickets) }
  const read = (rows: unknown) => Words.parse(rows).map(({ value }) => value)
  const findSimilar = (typed: string, others: readonly string[]): string | undefined => {
    const wordsFrom = (letter: string) => read(run.from.all(Number(isDemo()), letter, letter))
    const similar = read(
      run.byTickets.all(Number(isDemo()), toJsonColumn(findSimilarWords(typed, wordsFrom))),
    )
    return similar.find(word => hasTickets([...others, word].join(' ')))
  }
  return text => {
    const parts = splitFilterText(text)
    const words = listWords(text)
    const known = words.filter(hasTickets)
    const unknown = words.filter(word => !known.includes(word))
    const meant = new Map(unknown.map(word => [word, findSimilar(word, known)]))
    const change = (part: string) =>
      part.replaceAll(typedWord, word => meant.get(toSearchWords(word)[0] ?? '') ?? word)
    const corrected = parts.map(part => (typeof part === 'string' ? change(part) : part.text)).join('')
    return corrected !== text && hasTickets(corrected) ? corrected : null
  }
}
