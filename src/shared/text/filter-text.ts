/**
 * Text of a filter: words, words left out such as `-props`, and limits such as `ev>5` or `stake >= $30`. The desk and the ledger each have limits of
 * their own.
 */
export type LimitSign = '<' | '>' | '<=' | '>=' | '='

export interface TypedLimit {
  /** Exactly as typed. */
  readonly text: string
  /** In lower case, as is `value`. */
  readonly name: string
  readonly sign: LimitSign
  /** With a plain minus; empty while no number is typed yet. */
  readonly value: string
}

/** Spaces around a sign belong to the limit, but after it only before a number. */
const limitForm = /([^\s<>=≤≥]*)\s*([<>]=?|=[<>]?|[≤≥])(?:\s*(?=[-−+.$€£¥\d]))?([^\s<>=≤≥]*)/gu
const otherSigns: Readonly<Record<string, LimitSign>> = { '=<': '<=', '≤': '<=', '=>': '>=', '≥': '>=' }
const plainSigns: readonly LimitSign[] = ['<', '>', '<=', '>=', '=']

/** The limits of a text and the texts between them, in order; together they are the whole text. */
export function splitFilterText(text: string): (string | TypedLimit)[] {
  const parts: (string | TypedLimit)[] = []
  let end = 0
  for (const { 0: typed, 1: name = '', 2: sign = '', 3: value = '', index } of text.matchAll(limitForm)) {
    parts.push(text.slice(end, index), {
      text: typed,
      name: name.toLowerCase(),
      sign: plainSigns.find(each => each === sign) ?? otherSigns[sign] ?? '=',
      value: value.toLowerCase().replaceAll('−', '-'),
    })
    end = index + typed.length
  }
  return [...parts, text.slice(end)]
}

/** A minus or `!` before a word leaves it out. Before a number a minus belongs to a line (`-3.5`). */
export const leftOutForm = /(?<=^|\s)[-−!](?=\p{L})\S+/gu
