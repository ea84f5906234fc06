import { describe, expect, it } from 'vitest'
import { keepLines } from '../../../../../src/renderer/features/desk/value/keep-lines.ts'
import type { ValueLine } from '../../../../../src/renderer/features/desk/value/value-lines.ts'

const line = (name: ValueLine['name'], text = '1', label: string = name): ValueLine => ({ name, label, text })
const fresh = [line('consensus'), line('ev'), line('kelly'), line('hold'), line('gap'), line('singles')]
const say = (lines: readonly ValueLine[]) => lines.map(({ name, text }) => `${name} ${text}`)

describe('keepLines', () => {
  it('keeps the places of numbers that are missing now, as dashes', () => {
    const old = keepLines([line('consensus', '—'), line('hold'), line('singles')], fresh)
    expect(say(old)).toEqual(['consensus —', 'ev —', 'kelly —', 'hold 1', 'gap —', 'singles 1'])
    expect(say(keepLines(fresh, old))).toEqual(say(fresh))
  })

  it('keeps them while more and more are missing', () => {
    const old = keepLines([line('consensus')], keepLines([line('consensus'), line('ev')], fresh))
    expect(say(old)).toEqual(['consensus 1', 'ev —', 'kelly —', 'gap —', 'singles —'])
  })

  it('drops a line that the user took away', () => {
    expect(say(keepLines([line('consensus')], [line('consensus'), line('hold'), line('plan')]))).toEqual([
      'consensus 1',
    ])
  })

  it('has the label of now, of a line that is there', () => {
    const [kept] = keepLines([line('gap', '+480', 'Best price')], [line('gap', '+470', 'Next best')])
    expect(kept).toMatchObject({ label: 'Best price', text: '+480' })
  })

  it('keeps limits and the median of fair prices, of which the others are the user’s', () => {
    const median = { ...line('fair', '+450', 'Median of 2 fair prices'), part: 'median' } as const
    const rival = { ...line('takes', '+530 Echo', 'Pays more, limited'), part: 'rival' } as const
    const fair = line('fair', '+440', 'Fair, Echo')
    const all = [fair, line('fair', '+460', 'Fair, Alpha'), median, line('consensus'), line('takes'), rival]
    const old = keepLines([fair, line('consensus')], all)
    expect(old.map(({ label, text }) => `${label} ${text}`)).toEqual([
      'Fair, Echo +440',
      'Median of 2 fair prices —',
      'consensus 1',
      'takes —',
      'Pays more, limited —',
    ])
    expect(keepLines(all, old)).toEqual(all)
  })
})
