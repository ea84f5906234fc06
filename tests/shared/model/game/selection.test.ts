import { describe, expect, it } from 'vitest'
import { splitOddsId } from '../../../../src/shared/model/game/selection.ts'
import { fc } from '../../../support/property.ts'

describe('splitOddsId', () => {
  it('takes the book off and keeps the rest as the selection’s key', () => {
    expect(splitOddsId('Hard Rock Bet#e1#Moneyline#Harbor City')).toEqual({
      book: 'Hard Rock Bet',
      event: 'e1',
      market: 'Moneyline',
      name: 'Harbor City',
      key: 'e1#Moneyline#Harbor City',
    })
  })

  it('splits at the first three # only: the name may hold more', () => {
    expect(splitOddsId('a#b#c#Jersey #23#Over 1')).toMatchObject({ market: 'c', name: 'Jersey #23#Over 1' })
  })

  it('gives books that spell one selection with other spaces or code points the same key', () => {
    const composed = splitOddsId('x#e1#Points#Jos\u00e9 Over 2')
    const decomposed = splitOddsId('y# e1 #Points# Jose\u0301 Over 2 ')
    expect(decomposed?.key).toBe(composed?.key)
  })

  it('gives an id with hidden characters the key of the same id without them', () => {
    const hidden = splitOddsId('b\u2066ook#e1\u200b#\u202ePoints#Ada\u2060 North\u0000 Over 2')
    expect(hidden).toEqual(splitOddsId('book#e1#Points#Ada North Over 2'))
  })

  it.each([
    '',
    '#',
    '###',
    'book',
    'book#event#market',
    'book#event#market#',
    '#event#market#name',
    'book##market#name',
    'book#event##name',
    'book#event#market# \t ',
    'book#event# #name',
  ])('has no answer for %j, which lacks a part', id => {
    expect(splitOddsId(id)).toBeUndefined()
  })

  it('gives back what was joined, whatever the parts', () => {
    const part = fc.string({ minLength: 1 }).map(text => text.normalize('NFC').replaceAll('#', '').trim())
    const whole = part.filter(text => text !== '')
    fc.assert(
      fc.property(whole, whole, whole, fc.string(), (book, event, market, name) => {
        const parts = splitOddsId(`${book}#${event}#${market}#${name}`)
        const clean = name.normalize('NFC').trim()
        const key = `${event}#${market}#${clean}`
        expect(parts).toEqual(clean === '' ? undefined : { book, event, market, name: clean, key })
      }),
    )
  })
})
