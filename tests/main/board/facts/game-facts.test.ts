import { describe, expect, it } from 'vitest'
import { mergeInto, offersIn, storeOf } from '../../../support/board/batches.ts'

const hoops = { id: 'hoops', name: 'Pro Hoops' }
const idOf = (name: string, game = 'g') => `a#${game}#Moneyline#${name}`
const games = (...names: string[]) => ({ league: hoops, odds: names.map(name => ({ id: idOf(name) })) })

describe('matchesLeague', () => {
  it.each(['HOOPS', ' Hoops', 'Pro hoops', 'PRO-HOOPS'])('accepts the league in any spelling: %j', league => {
    const store = storeOf(games('gone', 'kept'), [{ id: idOf('other', 'g2') }])
    mergeInto(store, { value: games('kept'), load: 3, replaces: { book: 'a', league } })
    expect(offersIn(store)).toEqual([`${idOf('kept')} = null`, `${idOf('other', 'g2')} = null`])
  })

  it.each(['hoop', 'pro', '', '-'])('refuses another or an empty league: %j', league => {
    const store = storeOf(games('kept'), [{ id: idOf('other', 'g2') }])
    mergeInto(store, { value: [], load: 3, replaces: { book: 'a', league } })
    expect(store.sizes().offers).toBe(2)
  })
})
