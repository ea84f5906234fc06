import { describe, expect, it } from 'vitest'
import { readCsvRows, guessDelimiter, type CsvRow } from '../../../src/main/files/csv-reader.ts'
import { decodeText, NotText } from '../../../src/main/files/text-file.ts'
import { fc } from '../../support/property.ts'

const encodings = {
  'UTF-8': (text: string) => Buffer.from(text),
  'UTF-8 with a mark': (text: string) => Buffer.from(`\uFEFF${text}`),
  'UTF-16': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le'),
  'UTF-16, big end first': (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le').swap16(),
}

/** Cut at any bytes; the mark stays whole. */
function cut(bytes: Uint8Array, borders: readonly number[]): Uint8Array[] {
  const at = [...new Set(borders.map(border => 4 + (border % (bytes.length + 1))))].sort((a, b) => a - b)
  return [0, ...at].map((from, place) => bytes.subarray(from, at[place]))
}

const cell = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('', 'Bravo', '40', 'Ćwiczenie', '🏀', 'a b', '"x"', '"a,b"', '""'),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom('"two\nlines"', '"two\r\nlines"', '"a""b"', '"', 'x"y', '"open', '"a"b'),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'grapheme', maxLength: 12 }) },
  { weight: 1, arbitrary: fc.nat(40_000).map(length => 'é'.repeat(length)) },
)
const newLine = fc.constantFrom('\n', '\r\n', '\r')
const table = fc
  .array(fc.tuple(fc.array(cell, { maxLength: 5 }), newLine), { maxLength: 25 })
  .map(rows => rows.map(([cells, end]) => cells.join(',') + end).join(''))

const readRows = (texts: Iterable<string>): CsvRow[] => [...readCsvRows(texts, ',')]

describe('readCsvRows', () => {
  it('reads the same rows wherever the bytes are cut', { timeout: 60_000 }, () => {
    const encoding = fc.constantFrom(...Object.values(encodings))
    fc.assert(
      fc.property(table, encoding, fc.array(fc.nat(), { maxLength: 12 }), (text, encoded, borders) => {
        const wellFormed = text.toWellFormed()
        const pieces = cut(encoded(wellFormed), borders)
        expect(readRows(decodeText(pieces))).toEqual(readRows([wellFormed]))
      }),
      { numRuns: 300 },
    )
  })

  it.each(Object.entries(encodings))('in %s, reads text that is cut within every character', (_, encoded) => {
    const text = 'Ć,"ż\r\n🏀"\r\nx,y\r\n'
    const bytes = encoded(text)
    const pieces = cut(bytes, [...bytes.keys()])
    expect(readRows(decodeText(pieces))).toEqual([
      { line: 1, cells: ['Ć', 'ż\r\n🏀'], fault: null },
      { line: 3, cells: ['x', 'y'], fault: null },
    ])
  })

  it('ends with a fault where no line ends', () => {
    const endless = 'x'.repeat(2 ** 20)
    let asked = 0
    const texts = function* () {
      yield 'a,b\n'.repeat(10_000)
      for (; asked < 100; asked++) yield endless
    }
    const last = readRows(texts()).at(-1)
    expect(last?.fault).toMatch(/^A line is longer than/)
    expect(asked).toBeLessThan(20)
  })
})

describe('guessDelimiter', () => {
  it('finds the delimiter that makes the most cells of the first row', () => {
    expect(['a;b;c,d\n', 'a\tb', 'a|b', '"a;b",c'].map(guessDelimiter)).toEqual([';', '\t', '|', ','])
  })
})

it.each([
  ['ends within a character', [Uint8Array.of(0x61, 0x62, 0x63, 0xc4)]],
  ['goes on with another encoding', [Buffer.from('März, '), Buffer.from('März', 'latin1')]],
])('a text that %s is none', (_, pieces) => {
  expect(() => [...decodeText(pieces)]).toThrow(NotText)
})
