import { describe, expect, it } from 'vitest'
import { readOddsText } from '../../../../src/main/board/read/parse-odds-text.ts'
import { bytesOf } from '../../../support/board/batches.ts'
import { UnreadableText, type TextFormat } from '../../../../src/main/board/facts/load.ts'

function valuesOf(bytes: Uint8Array, format: TextFormat = 'auto') {
  const values: unknown[] = []
  const bad: string[] = []
  readOddsText(bytes, format, {
    shorten: () => undefined,
    value: (value, line) => values.push(line === undefined ? value : { line, value }),
    row: (row, line) => values.push({ line, row }),
    leftOut: (_, sentence) => bad.push(sentence),
    progress: () => {},
  })
  return { values, bad }
}

const whole = { values: [{ name: 'Núñez 湖' }], bad: [] }
const json = JSON.stringify(whole.values[0])
const utf16le = (text: string) => Buffer.from(text, 'utf16le')

describe('readOddsText of an encoding', () => {
  it.each([
    ['UTF-8', bytesOf(json)],
    ['UTF-8 with a byte order mark', bytesOf(`\uFEFF${json}`)],
    ['UTF-16 with a byte order mark', utf16le(`\uFEFF${json}`)],
    ['UTF-16 without', utf16le(json)],
    ['big-endian UTF-16 with a byte order mark', utf16le(`\uFEFF${json}`).swap16()],
    ['big-endian UTF-16 without', utf16le(json).swap16()],
  ])('reads %s', (_, bytes) => {
    expect(valuesOf(bytes)).toEqual(whole)
  })

  it('throws for bytes of another encoding', () => {
    expect(() => valuesOf(Buffer.from('{"name":"Núñez"}', 'latin1'))).toThrow('UTF-8 or UTF-16')
  })
})

describe('readOddsText of a format', () => {
  it('takes a text of one line as one value', () => {
    expect(valuesOf(bytesOf('\n{"a":1}\n\n'))).toEqual({ values: [{ a: 1 }], bad: [] })
  })

  it('takes lines that are JSON by themselves as lines, numbered as an editor does', () => {
    expect(valuesOf(bytesOf('{"a":1}\n\n[2]\n')).values).toEqual([
      { line: 1, value: { a: 1 } },
      { line: 3, value: [2] },
    ])
  })

  it('takes lines after a damaged first line', () => {
    expect(valuesOf(bytesOf('{"a":\n{"b":2}\n'))).toEqual({
      values: [{ line: 2, value: { b: 2 } }],
      bad: ['The text was cut off (line 1).'],
    })
  })

  it('takes indented JSON as one value', () => {
    const value = [{ a: 1 }, { b: [2] }]
    expect(valuesOf(bytesOf(JSON.stringify(value, null, 2)))).toEqual({ values: [value], bad: [] })
  })
})

describe('readOddsText of an unreadable text', () => {
  it.each([
    ['', 'It’s empty.'],
    [
      '<!doctype html><p>Invalid key',
      'This is a web page or XML, not odds. Check the address, or log in there.',
    ],
    ['[1,\n2,\n{"a": "b', 'The text was cut off (line 3).'],
    ['{"a": [1, 2\n', 'The text was cut off (line 1).'],
    ['{"a": tr', 'The text was cut off (line 1).'],
    ['{"a": 1,}', 'This isn’t JSON at line 1, column 9: “{"a": 1,}”.'],
    ['{\n  "a": NaN\n}', 'This isn’t JSON at line 2, column 8: “{ "a": NaN }”.'],
    [
      `{"${'a'.repeat(50)}": 1,\n"${'b'.repeat(50)}": x, "${'c'.repeat(50)}": 2}`,
      `This isn’t JSON at line 2, column 55: “bbbbbbb": x, "${'c'.repeat(16)}”.`,
    ],
  ])('throws a sentence that names the place: %j', (text, sentence) => {
    expect(() => valuesOf(bytesOf(text))).toThrow(new UnreadableText(sentence))
  })
})
