import { describe, expect, it } from 'vitest'
import { cleanLines, cleanText } from '../../src/shared/clean-text.ts'
import { fc } from '../support/property.ts'

/** Bidi controls, zero-width characters, fillers, tags, variation selectors, and controls that end no line. */
const hiddenPoints = [
  ...[0x061c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069],
  ...[0x200b, 0x200c, 0x200d, 0x2060, 0x2063, 0xfeff, 0x00ad, 0x034f, 0x180e, 0x3164, 0x115f],
  ...[0xe0041, 0xe007f, 0xfe00, 0xfe0f, 0xe0100, 0, 7, 8, 0x1b, 0x7f, 0x9f],
]
const hidden = fc.constantFrom(...hiddenPoints.map(point => String.fromCodePoint(point)))
const visible = fc.constantFrom(...Array.from('abcXYZ 0123#+-.éñüßЖλ日本'))
const joining = fc.constantFrom(...Array.from('میخواهمক্ষকतक्षസസ്'), '\u064b', '\u0301', '\u200c', '\u200d')
const emoji = fc.constantFrom(...['👍', '👍🏽', '❤️', '👩🏽‍⚕️', '👁️‍🗨️', '👨‍👩‍👧‍👦', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇺🇸'])
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.array(fc.oneof(visible, hidden, joining, emoji)).map(parts => parts.join('')),
)

describe('cleanText', () => {
  it('cleaning twice, any text, changes nothing more', () => {
    fc.assert(
      fc.property(anyText, text => {
        expect(cleanText(cleanText(text))).toBe(cleanText(text))
      }),
      { numRuns: 3_000 },
    )
  })

  it('hidden characters put anywhere among visible ones, all are removed', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(visible, fc.array(hidden, { maxLength: 3 }))), parts => {
        const plain = parts.map(([shown]) => shown).join('')
        const text = parts.map(([shown, around]) => shown + around.join('')).join('')
        expect(cleanText(text)).toBe(plain.normalize('NFC').trim())
      }),
      { numRuns: 3_000 },
    )
  })

  it('printable ASCII, stays but for the spaces around it', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(cleanText(text)).toBe(text.trim())
      }),
    )
  })

  it('marks heaped on one letter, also with hidden characters between them, are cut to what a writing needs', () => {
    // Sorting half a million of them would take minutes.
    for (const marks of ['\u0301\u0316', '\u0301\u200b\u0316']) {
      const heaped = cleanText(`a${marks.repeat(250_000)}b`)
      expect(heaped.length).toBeLessThanOrEqual(32)
      expect([heaped.normalize('NFD').at(0), heaped.at(-1)]).toEqual(['a', 'b'])
    }
  })

  it('emoji of several characters among words, stay whole', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(emoji, fc.constant(' x '))), parts => {
        const text = parts.join('')
        expect(cleanText(text)).toBe(text.trim())
      }),
    )
  })

  it.each([
    ['Persian with a non-joiner', 'می‌خواهم'],
    ['Urdu', 'دولت‌مشترکہ'],
    ['Hindi with a joiner', 'क्‍ष'],
    ['Sinhala with a joiner', 'ශ්‍රී'],
    ['Bengali', 'র‍্যাম'],
    ['Arabic with vowel marks', 'مُحَمَّد'],
  ])('%s, stays as it is written', (_what, word) => {
    expect(cleanText(word)).toBe(word.normalize('NFC'))
  })

  it.each([
    ['a direction override', '\u202eyticilop\u202c', 'yticilop'],
    ['isolates of its own', '\u2066Ada\u2069 North', 'Ada North'],
    ['a zero-width space in a word', 'Ada\u200bline', 'Adaline'],
    ['a joiner between Latin letters', 'Ad\u200da', 'Ada'],
    ['a non-joiner at the end of a Persian word', 'می\u200c', 'می'],
    ['a lone emoji style', 'a\ufe0f', 'a'],
    ['a blank filler', '\u3164', ''],
    ['a byte order mark', '\ufeffid', 'id'],
    ['tags after a letter', 'a\u{e0067}\u{e0062}', 'a'],
    ['a lone surrogate', 'a\ud83d', 'a'],
    ['a mark kept apart from its letter', 'e\u034f\u0301', 'é'],
    ['line ends and tabs', 'Over\r\n27.5\tpoints\u2028', 'Over  27.5 points'],
  ])('%s, is removed', (_what, text, clean) => {
    expect(cleanText(text)).toBe(clean)
  })
})

describe('cleanLines', () => {
  it('keeps the lines of a note and cleans each', () => {
    expect(cleanLines('one\u200b\r\n\u202etwo\rthree\n\n')).toBe('one\ntwo\nthree')
  })
})
