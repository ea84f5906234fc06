import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { book } from '../../support/shared/desk-rows.ts'
import { catchFailure } from '../../support/account/account-fixture.ts'
import { at, keysOf, legAt } from '../../support/desk/scripted-desk.ts'
import { cell, startWhatIf } from '../../support/desk/scripted-whatif.ts'

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

const [one = '', two = '', three = ''] = keysOf('one', 'two', 'three')

describe('WhatIf leg costs', () => {
  it('send no call until the user says so', async () => {
    const { whatIf, asked } = await startWhatIf()
    expect(whatIf.legCosts(cell)).toEqual({
      remainders: [one, two, three].map(leftOut => ({ leftOut, listed: null, last: null })),
    })
    expect(asked).toEqual([])
  })

  it('are priced with the tokens of the other legs, in their order', async () => {
    const { whatIf, asked } = await startWhatIf()
    expect(await whatIf.priceRest(cell, two, 'main')).toEqual({ at: Date.now(), outcome: at(300) })
    expect(asked.map(({ book: of, tokens }) => [of, tokens])).toEqual([['a', ['a-one', 'a-three']]])
  })

  it('keep any answer, with its time, at its own book', async () => {
    const { whatIf, script } = await startWhatIf()
    script.reply = () => ({ kind: 'no-price' })
    await whatIf.priceRest(cell, two, 'main')
    const asOf = Date.now()
    vi.advanceTimersByTime(60_000)
    expect(whatIf.legCosts(cell).remainders.map(({ last }) => last)).toEqual([
      null,
      { at: asOf, outcome: { kind: 'no-price' } },
      null,
    ])
    expect(whatIf.legCosts({ ...cell, bookId: 'b' }).remainders.map(({ last }) => last)).toEqual([
      null,
      null,
      null,
    ])
  })

  it('forget the answers for a parlay that has left the desk', async () => {
    const { whatIf } = await startWhatIf()
    await whatIf.priceRest(cell, two, 'main')
    whatIf.keepOnly([1])
    expect(whatIf.legCosts(cell).remainders[1]?.last).not.toBeNull()
    whatIf.keepOnly([])
    expect(whatIf.legCosts(cell).remainders[1]?.last).toBeNull()
  })

  it('of two legs show the book’s single price for the one that is left', async () => {
    const { whatIf } = await startWhatIf(['one', 'two'])
    const listed = { text: '+100', format: 'american', decimal: 2 }
    expect(whatIf.legCosts(cell).remainders.map(rest => rest.listed)).toEqual([listed, listed])
  })

  it.each([null, 'SUSP', '0'])('list no single price where the book gives %j', async price => {
    const board = ['one', 'two'].map(name => {
      const leg = legAt(name)
      return { ...leg, offers: leg.offers.map(offer => ({ ...offer, price })) }
    })
    const { whatIf } = await startWhatIf(['one', 'two'], board)
    expect(whatIf.legCosts(cell).remainders.map(rest => rest.listed)).toEqual([null, null])
  })

  it('do not keep the answer to a cancelled call', async () => {
    const { whatIf, asked, script } = await startWhatIf()
    script.reply = undefined
    const pricing = whatIf.priceRest(cell, one, 'main')
    whatIf.cancel()
    expect(asked[0]?.signal.aborted).toBe(true)
    asked[0]?.answer(at(500))
    await pricing
    expect(whatIf.legCosts(cell).remainders[0]?.last).toBeNull()
    script.reply = () => at(300)
    await whatIf.priceRest(cell, one, 'main')
    expect(whatIf.legCosts(cell).remainders[0]?.last?.outcome).toEqual(at(300))
  })

  it('go on in one window when another cancels its own', async () => {
    const { whatIf, asked, script } = await startWhatIf()
    script.reply = undefined
    const pricings = [whatIf.priceRest(cell, one, 'main'), whatIf.priceRest(cell, two, 'blue')]
    whatIf.cancel('blue')
    expect(asked.map(({ signal }) => signal.aborted)).toEqual([false, true])
    for (const { answer } of asked) answer(at(300))
    await Promise.all(pricings)
  })

  it('are refused for a parlay, a leg or a book that is not there', async () => {
    const { whatIf, asked, script } = await startWhatIf()
    const refused = { kind: 'not-found' }
    expect(await catchFailure(() => whatIf.legCosts({ ...cell, parlayId: 9 }))).toMatchObject(refused)
    expect(await catchFailure(() => whatIf.priceRest(cell, 'e1#Points#nine', 'main'))).toMatchObject(refused)
    expect(await catchFailure(() => whatIf.priceRest({ ...cell, bookId: 'c' }, one, 'main'))).toMatchObject(
      refused,
    )
    script.books = []
    expect(await catchFailure(() => whatIf.priceRest(cell, one, 'main'))).toMatchObject(refused)
    expect(asked).toEqual([])
  })

  it('are refused for a parlay of one leg', async () => {
    const { whatIf, asked } = await startWhatIf(['one'])
    expect(await catchFailure(() => whatIf.priceRest(cell, one, 'main'))).toMatchObject({ kind: 'not-found' })
    expect(asked).toEqual([])
  })
})

describe('WhatIf line steps', () => {
  it('are the neighbors of a leg, at the shown books that offer the parlay with them', async () => {
    const { whatIf, asked, script } = await startWhatIf()
    script.neighbors = [legAt('two-'), legAt('two+', ['b'])]
    script.books = [...script.books, book('c', 'Charlie')]
    const a = { bookId: 'a', last: null }
    const b = { bookId: 'b', last: null }
    expect(await whatIf.lineSteps(1, two)).toEqual({
      below: [{ selection: 'e1#Points#two-', name: 'two-', books: [a, b] }],
      above: [{ selection: 'e1#Points#two+', name: 'two+', books: [b] }],
    })
    expect(asked).toEqual([])
  })

  it('are priced with the other line in place of the leg, and keep the answer', async () => {
    const { whatIf, asked, script } = await startWhatIf()
    script.neighbors = [legAt('two+')]
    await whatIf.priceStep(cell, two, 'e1#Points#two+', 'main')
    expect(asked[0]?.tokens).toEqual(['a-one', 'a-two+', 'a-three'])
    const { below } = await whatIf.lineSteps(1, two)
    expect(below[0]?.books.map(({ last }) => last?.outcome)).toEqual([at(300), undefined])
  })

  it('are none where the board has none', async () => {
    const { whatIf } = await startWhatIf()
    expect(await whatIf.lineSteps(1, two)).toEqual({ below: [], above: [] })
  })

  it('are refused for a parlay, leg or line that is not there', async () => {
    const { whatIf, asked, script } = await startWhatIf()
    const refused = { kind: 'not-found' }
    expect(await catchFailure(() => whatIf.lineSteps(1, 'e1#Points#nine'))).toMatchObject(refused)
    expect(await catchFailure(() => whatIf.priceStep(cell, two, 'e1#Points#two+', 'main'))).toMatchObject(
      refused,
    )
    script.neighbors = [legAt('two+', ['b'])]
    expect(await catchFailure(() => whatIf.priceStep(cell, two, 'e1#Points#two+', 'main'))).toMatchObject(
      refused,
    )
    expect(
      await catchFailure(() => whatIf.priceStep(cell, 'e1#Points#x', 'e1#Points#two+', 'main')),
    ).toMatchObject(refused)
    expect(asked).toEqual([])
  })
})
