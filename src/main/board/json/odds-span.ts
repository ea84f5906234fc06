/** Where in a JSON text the fields of an odds object are, and by which keys they are known. */

/** Positions in the text. Text fields lie between their quotes, raw ones hold whole values; end 0: not there. */
export const Span = {
  object: 0,
  objectEnd: 1,
  id: 2,
  idEnd: 3,
  sgp: 4,
  sgpEnd: 5,
  grade: 6,
  gradeEnd: 7,
  rawPrice: 8,
  rawPriceEnd: 9,
  rawUpdated: 10,
  rawUpdatedEnd: 11,
  rawPlayers: 12,
  rawPlayersEnd: 13,
  rawMain: 14,
  rawMainEnd: 15,
  rawName: 16,
  rawNameEnd: 17,
  /** The points, or the `selection` that holds them. */
  rawLine: 18,
  rawLineEnd: 19,
  /** The id of the object in the list that this one follows, or `notToBeRead`. */
  leader: 20,
} as const
export const spanFields = 21
/** In the place of the leader: the object is taken out of the text, and no more. */
export const notToBeRead = 0xffffffff

const fields = [
  { key: Buffer.from('id'), field: Span.id, kind: 'text' },
  { key: Buffer.from('sgp'), field: Span.sgp, kind: 'text' },
  { key: Buffer.from('grade'), field: Span.grade, kind: 'text' },
  { key: Buffer.from('price'), field: Span.rawPrice, kind: 'raw' },
  { key: Buffer.from('updated'), field: Span.rawUpdated, kind: 'raw' },
  { key: Buffer.from('players'), field: Span.rawPlayers, kind: 'raw' },
  { key: Buffer.from('name'), field: Span.rawName, kind: 'raw' },
  { key: Buffer.from('points'), field: Span.rawLine, kind: 'points' },
  { key: Buffer.from('selection'), field: Span.rawLine, kind: 'selection' },
  { key: Buffer.from('main'), field: Span.rawMain, kind: 'raw' },
] as const
export type SpanField = (typeof fields)[number]
/** Keys of as many letters and more are none of these. */
export const longKey = 10
/** By length and first byte. */
export const fieldByStart: (SpanField | undefined)[] = Array.from({ length: longKey << 8 })
for (const field of fields) fieldByStart[(field.key.length << 8) | (field.key[0] ?? 0)] = field
