import { describe, expect, it } from 'vitest'
import { PartTexts } from '../../../../src/main/board/batch/part-texts.ts'
import { cleanText } from '../../../../src/shared/clean-text.ts'
import { fc } from '../../../support/property.ts'

const anyText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'grapheme' }),
  fc.constantFrom(
    'Nu\u0301n\u0303ez',
    'Núñez',
    ' Núñez',
    '\ufeffa',
    'Nú\u200bñez',
    'a\u202eb',
    'm\u200c',
    'x'.repeat(1_001),
    'é'.repeat(3_000),
  ),
)

/** Adds the same text as bytes between other bytes. */
function entryByBytes(texts: PartTexts, raw: string): number {
  const bytes = Buffer.from(`"${raw}"`)
  return texts.addBytes(bytes, 1, bytes.length - 1)
}

describe('PartTexts', () => {
  it('gives texts that are equal when cleaned one id, from strings and from bytes', () => {
    const texts = new PartTexts()
    const known: string[] = []
    fc.assert(
      fc.property(fc.array(fc.tuple(anyText, fc.boolean())), list => {
        for (const [raw, isFirst] of list) {
          const entry = isFirst ? texts.add(raw) : entryByBytes(texts, raw)
          expect(isFirst ? entryByBytes(texts, raw) : texts.add(raw)).toBe(entry)
          const clean = cleanText(raw)
          expect(PartTexts.isVerbatim(entry)).toBe(raw === clean)
          expect(PartTexts.isEmpty(entry)).toBe(clean === '')
          expect(texts.getText(PartTexts.idOf(entry))).toBe(clean)
        }
        const { first, texts: added } = texts.takeNew()
        expect(first).toBe(known.length)
        known.push(...added)
        expect(new Set(known).size).toBe(known.length)
        for (const [raw] of list) expect(known[PartTexts.idOf(texts.add(raw))]).toBe(cleanText(raw))
      }),
    )
  })

  it('forgets all texts when there are too many', () => {
    const texts = new PartTexts()
    const ids = () => ['a', 'b', 'c'].map(text => PartTexts.idOf(texts.add(text)))
    expect(ids()).toEqual([1, 2, 3])
    texts.setMentionsPlayers(2)
    texts.forgetBeyond(4)
    expect(texts.takeNew()).toEqual({ first: 0, texts: ['', 'a', 'b', 'c'] })
    texts.forgetBeyond(3)
    expect(texts.takeNew()).toEqual({ first: 0, texts: [''] })
    expect(ids()).toEqual([1, 2, 3])
    expect(texts.mentionsPlayers(2)).toBe(false)
    expect(texts.takeNew()).toEqual({ first: 1, texts: ['a', 'b', 'c'] })
  })
})
