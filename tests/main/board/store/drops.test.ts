import { describe, expect, it } from 'vitest'
import { mergeText, storeOf } from '../../../support/board/batches.ts'

const odds = (name: string, more: object = {}) => ({ id: `a#g#Moneyline#${name}`, ...more })

describe('dropUnseen for a load with an unreadable part', () => {
  const line = (name: string, more = {}) => JSON.stringify(odds(name, more))
  const rows = (...names: string[]) => ['id,sgp', ...names.map(name => `${odds(name).id},t`)].join('\n')

  const stays =
    'It was on the board and is not in this load, of which a part cannot be read: it stays until a load is whole.'

  it.each([
    ['none that can be taken', '[{"sgp":"no id"}]'],
    ['a last line cut short', [line('A'), line('B'), line('C').slice(0, 20)].join('\n')],
    ['a CSV cut short', rows('A', 'B').slice(0, -12)],
  ])('drops nothing and reports that, with %s', (_, text) => {
    const store = storeOf(['A', 'B', 'C', 'D'].map(name => odds(name)))
    const { taken, leftOut } = mergeText(store, text, 2, { book: 'a' })
    expect(store.sizes().offers).toBe(4)
    expect(leftOut.at(-1)).toMatchObject({ reason: stays, count: 4 - taken })
  })

  it.each([
    ['a line', [line('A'), line('B', { sgp: 5 }), line('D')].join('\n')],
    ['an object in a list', `[${line('A')},{"id":" a # g#Moneyline#B","sgp":5},${line('D')}]`],
    ['an object deep inside', `{"odds":[${line('A')},${line('B', { grade: [] })},${line('D')}]}`],
  ])('keeps the unreadable offer and drops missing ones: %s', (_, text) => {
    const store = storeOf(['A', 'B', 'C', 'D'].map(name => odds(name)))
    const { leftOut } = mergeText(store, text, 2, { book: 'a' })
    expect(store.sizes().offers).toBe(3)
    expect(leftOut.at(-1)).toEqual({ reason: stays, count: 1, example: 'a#g#Moneyline#B' })
  })

  it('drops missing offers when the unreadable object has no id', () => {
    const store = storeOf(['A', 'B', 'D'].map(name => odds(name)))
    mergeText(store, `[${line('A')},{"sgp":"no id"},${line('D')}]`, 2, { book: 'a' })
    expect(store.sizes().offers).toBe(2)
  })

  it('reports nothing when no earlier offer is missing', () => {
    const store = storeOf([odds('A')])
    const text = `[${line('A')},{"sgp":"no id"}]`
    expect(mergeText(store, text, 2, { book: 'a' }).leftOut).toHaveLength(1)
  })
})
