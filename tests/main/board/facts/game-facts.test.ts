import { describe, expect, it } from 'vitest'
import { mergeInto, offersIn, storeOf } from '../../../support/board/batches.ts'

const hoops = { id: 'hoops', name: 'Pro Hoops' }
const idOf = (name: string, game = 'g') => `a#${game}#Moneyline#${name}`
const games = (...names: string[]) => ({ league: hoops, odds: names.map(name => ({ id: idOf(name) })) })

describe('the league that a load speaks for', () => {
  it.each(['HOOPS', ' Hoops', 'Pro hoops', 'PRO-HOOPS'])('is known as people type it: %j', league => {
    const store = storeOf(games('gone', 'kept'), [{ id: idOf('other', 'g2') }])
    mergeInto(store, { value: games('kept'), load: 3, replaces: { book: 'a', league } })
    expect(offersIn(store)).toEqual([`${idOf('kept')} = null`, `${idOf('other', 'g2')} = null`])
  })

  it.each(['hoop', 'pro', '', '-'])('is no other, and none where nothing is named: %j', league => {
    const store = storeOf(games('kept'), [{ id: idOf('other', 'g2') }])
    mergeInto(store, { value: [], load: 3, replaces: { book: 'a', league } })
    expect(store.sizes().offers).toBe(2)
  })
})
