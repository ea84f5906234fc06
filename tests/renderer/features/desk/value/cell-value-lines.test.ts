import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { Row } from '../../../../../src/shared/model/parlay/desk.ts'
import { ageText } from '../../../../../src/renderer/format/time-text.ts'
import { definitions } from '../../../../../src/renderer/features/desk/value/value-text.ts'
import CellValueLines from '../../../../../src/renderer/features/desk/value/CellValueLines.vue'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { failed } from '../../../../support/bridge/stub-desk.ts'
import {
  americanPrice,
  book,
  cell,
  noon,
  plainSettings,
  priced,
  row,
} from '../../../../support/shared/desk-rows.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const books = ['Alpha', 'Bravo', 'Charlie', 'Delta', 'Echo'].map(name => book(name.toLowerCase(), name))
const settings = { ...plainSettings, books, value: { ...plainSettings.value, margin: 0 } }
/** Five books around +480, the second the best, unless a test says otherwise. */
const five = (given: Record<string, number> = {}, pricedAt: Record<string, number> = {}) =>
  Object.entries({ alpha: 470, bravo: 512, charlie: 480, delta: 475, echo: 482, ...given }).map(
    ([bookId, american]) =>
      cell(bookId, { quote: priced(american, pricedAt[bookId]), before: americanPrice(490) }),
  )
/** Time of a price that is older than the limit. */
const old = noon - 46_000

async function openWith(...rows: Parameters<typeof openDesk>[0]) {
  const desk = await openDesk(rows)
  desk.emit.settings.changed(settings)
  await flushPromises()
  return desk
}
type Opened = Awaited<ReturnType<typeof openWith>>
const pane = ({ view }: Opened) => view.get('section[aria-label=Cell]')
const bests = ({ view }: Opened) => view.findAll('.row-best').map(best => best.text())

describe('the column of best values', () => {
  it('shows the best expected value with its book, and is read out with the best price', async () => {
    const desk = await openWith(row(1, five()))
    expect(desk.view.get('.best-corner').text()).toBe('Best EV')
    expect(bests(desk)).toEqual(['+6.0%Bravo'])
    expect(desk.cell('bravo').attributes('aria-label')).toBe(
      'Bravo, best price, +512, 0s ago, up from +490, EV +6.0%',
    )
  })

  it('shows no price where too few books have one for a value', async () => {
    const desk = await openWith(row(1, five().slice(0, 2)))
    expect(bests(desk)).toEqual(['—Bravo'])
    expect(desk.view.get('.row-best').attributes('data-tip')).toBe(
      'Best price. No EV: needs fresh prices at 3 other books (1 now), or your fair price.',
    )
  })

  it('says that a price is the only fresh one, and calls it nothing more', async () => {
    const desk = await openWith(row(1, [...five().slice(1, 2), cell('alpha', { quote: priced(500, old) })]))
    expect(bests(desk)).toEqual(['—only fresh'])
    expect(desk.cell('bravo').classes()).not.toContain('best')
    expect(desk.cell('bravo').attributes('aria-label')).toMatch(/^Bravo, only fresh price, \+512/)
  })

  it('says that a higher price is merely older, also where there is an expected value', async () => {
    const desk = await openWith(row(1, five({ echo: 530 }, { echo: old })))
    expect(bests(desk)).toEqual([expect.stringMatching(/^\+6\.\d%recheck$/)])
    expect(desk.view.get('.row-best').attributes('data-tip')).toContain(
      `Echo was +530 ${ageText(46_000)} ago.`,
    )
    expect(desk.view.findAll('.cell.best')).toEqual([])
    expect(desk.cell('bravo').attributes('aria-label')).toMatch(
      /^Bravo, highest fresh, \+512, .*Echo was \+530/,
    )
  })

  it('uses the user’s own fair price where there is one', async () => {
    const desk = await openWith({ ...row(1, five()), fairPrice: americanPrice(600) })
    expect(bests(desk)).toEqual(['−12.6%Bravo'])
    expect(desk.view.get('.row-best').attributes('data-tip')).toContain('your fair price')
  })
})

describe('a suspect price', () => {
  const suspect = () => row(1, five({ echo: 900 }))

  it('is marked in words and in shape, and is never best', async () => {
    const desk = await openWith(suspect())
    expect(desk.cell('echo').attributes('aria-label')).toMatch(
      /^Echo, \+900, check price, 0s ago, 7\d% above the other books’ median/,
    )
    expect(desk.cell('echo').classes()).toContain('suspect')
    expect(desk.cell('echo').text()).toContain('check')
    expect(desk.cell('bravo').attributes('aria-label')).toContain('best price')
    expect(bests(desk)[0]).toContain('Bravo')
  })

  it('is explained in the Cell pane', async () => {
    const desk = await openWith(suspect())
    await desk.choose('echo')
    expect(pane(desk).text()).toMatch(/7\d% above the other books’ median. Books void obvious errors/)
    expect(pane(desk).text()).toContain('⚠ Suspect')
  })

  it('is recorded with the reason to doubt it, and without a win probability', async () => {
    const desk = await openWith(suspect())
    const takeAt = async (book: string) => {
      await desk.choose(book)
      await desk.press('t')
      const { dialog, closeDialog } = useNavigationStore()
      closeDialog()
      return dialog?.kind === 'record-ticket' && dialog.source.kind === 'cell'
        ? dialog.source.cell
        : undefined
    }
    expect((await takeAt('echo'))?.warning).toMatch(/^May be an error: 7\d% above/)
    expect((await takeAt('echo'))?.winProbability).toBeNull()
    expect(await takeAt('bravo')).toMatchObject({ warning: null })
    expect((await takeAt('bravo'))?.winProbability).toBeGreaterThan(0.1)
  })

  it('is not opened by Enter', async () => {
    const desk = await openWith(suspect())
    await desk.choose('echo')
    await desk.press('Enter')
    expect(desk.api.desk.recheck.mock.calls[0]?.[0]).toMatchObject({ bookId: 'bravo' })
  })
})

describe('the Cell pane', () => {
  it('shows the direction of the move and the price before it; its size is a hint', async () => {
    const desk = await openWith(row(1, five()))
    await desk.choose('bravo')
    expect(pane(desk).get('.move').text()).toBe('▲moved up from +490')
    expect(pane(desk).get('.move').attributes('data-tip')).toContain('0.6 pp.')
    await desk.choose('alpha')
    expect(pane(desk).get('.move').text()).toBe('▼moved down from +490')
  })

  it('shows the value of the price, each number with its definition', async () => {
    const desk = await openWith(row(1, five()))
    await desk.choose('bravo')
    const value = pane(desk).get('section[aria-label=Value]')
    expect(value.findAll('dt').map(term => term.text())).toEqual([
      'Consensus',
      'EV vs. consensus',
      '¼ Kelly',
      'Next best',
    ])
    for (const line of value.findAll('.line')) expect(line.attributes('data-tip')).toMatch(/\./)
  })

  it('lists the meaning of the numbers on request', async () => {
    const desk = await openWith(row(1, five()))
    await desk.choose('bravo')
    await button(desk.view, 'How these are calculated').trigger('click')
    const dialog = desk.view.get('dialog')
    for (const { name, formula } of Object.values(definitions)) {
      expect(dialog.text()).toContain(name)
      expect(dialog.text()).toContain(formula)
    }
    await button(desk.view, 'Close').trigger('click')
    expect(desk.view.find('dialog').exists()).toBe(false)
  })
})

describe('the lines of promotions and fair prices', () => {
  const moved = {
    ...{ bookId: 'echo', at: noon - 1, isUsed: true, madeFrom: americanPrice(315) },
    result: { kind: 'exact' as const, hold: 0.1, chances: [{ method: 'power' as const, p: 0.2 }] },
  }

  it('say that the consensus assumes less margin than was held on a parlay of as many legs', async () => {
    const assumed = '5% margin assumed; books held 10%'
    const other = row(2, five())
    const desk = await openWith(row(1, five()), { ...other, fairs: [moved] })
    desk.emit.settings.changed({ ...settings, value: { ...settings.value, margin: 0.05 } })
    await desk.choose('bravo')
    expect(pane(desk).get('section[aria-label=Value]').text()).toContain(assumed)
    desk.emit.settings.changed({ ...settings, value: { ...settings.value, margin: 0.2 } })
    await flushPromises()
    expect(pane(desk).get('section[aria-label=Value]').text()).not.toContain('margin assumed')
  })

  it('offer to ask a book again whose price has moved since, from any cell', async () => {
    const desk = await openWith({ ...row(1, five()), fairs: [moved] })
    await desk.choose('bravo')
    expect(pane(desk).get('section[aria-label=Value]').text()).toContain(
      'its price has moved since (+315 → +482)',
    )
    await button(pane(desk), 'Ask again: 4 calls').trigger('click')
    await expect
      .poll(() => desk.api.fair.plan)
      .toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: 'echo' })
  })

  it('stay with their cell where two have one name', async () => {
    const line = (label: string, text: string) => ({ name: 'promotion' as const, label, text })
    const [expired, open] = [line('With a boost', 'expired'), line('With a boost', '+930')]
    const consensus = line('Consensus', '+480')
    const lines = mount(CellValueLines, {
      props: { of: '1 bravo', row: row(1, five()), lines: [expired, open, consensus] },
      global: { plugins: [createPinia()] },
    })
    await lines.setProps({ lines: [consensus, open] })
    expect(lines.findAll('.line').map(each => each.text())).toEqual(['Consensus+480', 'With a boost+930'])
  })
})

describe('the highest fresh price that is not called the best', () => {
  const doubtful = () => row(1, five({ echo: 530 }, { echo: old }))

  it('says why in the pane, and offers to refresh the row', async () => {
    const desk = await openWith(doubtful())
    await desk.choose('bravo')
    expect(pane(desk).text()).toContain('Highest fresh')
    expect(pane(desk).text()).toContain(`Echo was +530 ${ageText(46_000)} ago.`)
    expect(pane(desk).text()).not.toContain('Best price')
    await button(pane(desk), 'Refresh row').trigger('click')
    expect(desk.api.desk.price).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: null })
  })

  it('shows why a refresh could not be planned', async () => {
    const desk = await openWith(doubtful())
    await desk.choose('bravo')
    desk.api.desk.price.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await button(pane(desk), 'Refresh row').trigger('click')
    await flushPromises()
    expect(pane(desk).get('[role=alert]').text()).toContain('The disk is full.')
  })

  it('offers no refresh where no other book can be asked', async () => {
    const cells = [...five().slice(1, 2), cell('alpha', { missingLegs: 1 })]
    const desk = await openWith(row(1, cells))
    await desk.choose('bravo')
    expect(button(pane(desk), 'Refresh row').attributes('disabled')).toBeDefined()
  })
})

describe('the user’s own fair price', () => {
  const opened = async (fairPrice = row(1, []).fairPrice) => {
    const desk = await openWith({ ...row(1, five()), fairPrice })
    await desk.choose('bravo')
    const type = async (text: string) => {
      await field(pane(desk), 'My fair price').setValue(text)
      await pane(desk).get('.fair-price').trigger('submit')
      await flushPromises()
    }
    return { ...desk, type }
  }

  it('is saved as typed, in the format of the user', async () => {
    const { api, type, emit } = await opened()
    await type(' +471 ')
    expect(api.desk.setFairPrice).toHaveBeenLastCalledWith({
      parlayId: 1,
      price: { text: '+471', format: 'american' },
    })
    emit.settings.changed({ ...settings, priceFormat: 'decimal' })
    await flushPromises()
    await type('5.71')
    expect(api.desk.setFairPrice).toHaveBeenLastCalledWith({
      parlayId: 1,
      price: { text: '5.71', format: 'decimal' },
    })
  })

  it('explains the format instead of saving a text that is no price', async () => {
    const desk = await opened()
    await desk.type('50')
    expect(desk.api.desk.setFairPrice).not.toHaveBeenCalled()
    expect(pane(desk).get('[role=alert]').text()).toContain('An American price is +100 or more')
    await field(pane(desk), 'My fair price').setValue('500')
    expect(pane(desk).find('[role=alert]').exists()).toBe(false)
  })

  it('shows the reason when it could not be saved', async () => {
    const desk = await opened()
    desk.api.desk.setFairPrice.mockResolvedValueOnce(
      failed({ kind: 'storage', sentence: 'The disk is full.' }),
    )
    await desk.type('+471')
    expect(pane(desk).get('[role=alert]').text()).toContain('The disk is full.')
  })

  it('shows in the format of the user and is cleared by an empty field', async () => {
    const desk = await opened(americanPrice(471))
    expect(field(pane(desk), 'My fair price').element).toHaveProperty('value', '+471')
    await desk.type('')
    expect(desk.api.desk.setFairPrice).toHaveBeenLastCalledWith({ parlayId: 1, price: null })
  })

  it('and the stake wait unsaved with their parlay while another one is selected', async () => {
    const desk = await openWith(row(1, five()), row(2, five()))
    onTestFinished(() => sessionStorage.clear())
    const toText = (element: Element) => (element instanceof HTMLInputElement ? element.value : undefined)
    const fields = () => ['My fair price', 'My stake'].map(name => toText(field(pane(desk), name).element))
    await desk.choose('bravo')
    await field(pane(desk), 'My fair price').setValue('+600')
    await field(pane(desk), 'My stake').setValue('25')
    await desk.choose('bravo', 2)
    expect(fields()).toEqual(['', ''])
    await desk.choose('bravo')
    expect(fields()).toEqual(['+600', '25'])
    expect(pane(desk).get('.fair-price').text()).toContain('Not saved yet')
    await pane(desk).get('.fair-price').trigger('submit')
    await flushPromises()
    expect(desk.api.desk.setFairPrice).toHaveBeenCalledOnce()
    const saved = { ...row(1, five()), fairPrice: americanPrice(600) }
    desk.emit.desk.changed({ seq: 2, rows: [saved], order: null, meter: desk.meter })
    // A change of the desk waits a moment after the last letter.
    await expect.poll(() => pane(desk).get('.fair-price').text()).not.toContain('Not saved yet')
    await desk.choose('bravo', 2)
    await desk.choose('bravo')
    expect(fields()).toEqual(['+600', '25'])
    expect(pane(desk).get('.stake').text()).toContain('Not saved yet')
  })

  it('takes neither the typing nor the error of a field along to another parlay', async () => {
    const desk = await openWith(row(1, five()), row(2, five()))
    onTestFinished(() => sessionStorage.clear())
    const price = () => field(pane(desk), 'My fair price')
    const alert = () => pane(desk).find('.fair-price [role=alert]')
    await desk.choose('bravo')
    const refusal = Promise.withResolvers<ReturnType<typeof failed>>()
    desk.api.desk.setFairPrice.mockReturnValueOnce(refusal.promise)
    await price().setValue('+600')
    await pane(desk).get('.fair-price').trigger('submit')
    const { element } = price()
    if (element instanceof HTMLElement) element.focus()
    expect(document.activeElement).toBe(element)
    await desk.choose('bravo', 2)
    expect(document.activeElement).not.toBe(element)
    refusal.resolve(failed({ kind: 'internal', reference: 'f1' }))
    await flushPromises()
    expect(alert().exists()).toBe(false)
    await price().setValue('nonsense')
    await pane(desk).get('.fair-price').trigger('submit')
    expect(alert().exists()).toBe(true)
    await desk.choose('bravo')
    expect(alert().exists()).toBe(false)
  })

  it('leaves no lines of its value behind where nothing else gives one', async () => {
    const two = { ...row(1, five().slice(0, 2)), fairPrice: americanPrice(471) }
    const desk = await openWith(two)
    await desk.choose('bravo')
    const show = async (shown: Row, seq: number) => {
      desk.emit.desk.changed({ seq, rows: [shown], order: null, meter: desk.meter })
      await flushPromises()
      return pane(desk)
        .get('section[aria-label=Value]')
        .findAll('.line')
        .map(line => line.text())
    }
    const aged = two.cells.with(1, cell('bravo', { quote: priced(512, old) }))
    expect(await show({ ...two, cells: aged }, 2)).toContain('EV vs. my fair price—')
    expect((await show({ ...two, fairPrice: null }, 3)).join()).not.toMatch(/EV|Kelly/)
  })

  it('keeps the input while prices come in', async () => {
    const desk = await opened()
    await field(pane(desk), 'My fair price').setValue('+47')
    desk.emit.desk.changed({ seq: 2, rows: [row(1, five({ alpha: 465 }))], order: null, meter: desk.meter })
    await flushPromises()
    expect(field(pane(desk), 'My fair price').element).toHaveProperty('value', '+47')
  })
})

it('the field of the stake names the usual one while it is empty, and saves an empty one as that', async () => {
  const desk = await openWith({ ...row(1, five()), stakeMinor: 2_500 })
  await desk.choose('bravo')
  const stake = field(pane(desk), 'My stake')
  expect(stake.attributes('placeholder')).toMatch(/^\$\d+$/)
  expect(stake.element).toHaveProperty('value', '25')
  await stake.setValue('')
  await pane(desk).get('.stake').trigger('submit')
  await flushPromises()
  expect(desk.api.desk.setStake).toHaveBeenLastCalledWith({ parlayId: 1, stake: null })
})

describe('a price that went stale', () => {
  it('has no value, though the others still have a consensus', async () => {
    const desk = await openWith(row(1, five().with(1, cell('bravo', { quote: priced(512, noon - 60_000) }))))
    await desk.choose('bravo')
    const text = pane(desk).get('section[aria-label=Value]').text()
    expect(text).toContain('4 books')
    expect(text).not.toContain('EV vs.')
  })
})
