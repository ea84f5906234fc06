import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { findBookFaults } from '../../../../../src/renderer/features/desk/grid/book-faults-store.ts'
import type { Quote } from '../../../../../src/shared/model/price/quote.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { cell, failure, noon, priced, row } from '../../../../support/shared/desk-rows.ts'

useStillScreen()

const down = (at = noon): Quote => failure({ kind: 'unreachable', host: 'h', detail: 'd' }, at)
const rowsOf = (...quotes: readonly (Quote | null)[]) =>
  quotes.map((quote, at) => row(at + 1, [cell('alpha', { quote })]))

it.each([
  ['all its answers failed', [down(), down(), null], true],
  ['its only answer failed', [down()], true],
  ['it has not answered since its failures', [priced(100, noon - 1), down(), down()], true],
  ['one of many failed', [priced(100, noon - 1), priced(100, noon - 1), down()], false],
  ['an answer came after a failure', [down(), down(), priced(100, noon + 1)], false],
  ['it was never asked', [null], false],
] as const)('findBookFaults, %s, says whether the book is down', (_case, quotes, isDown) => {
  expect(findBookFaults(rowsOf(...quotes)).books.has('alpha')).toBe(isDown)
})

it('PriceGrid, a book is down, says it once in its head and marks its cells', async () => {
  const { view, cell: at } = await openDesk(rowsOf(down(), down()))
  const head = view.get('[data-column=alpha]')
  expect(head.attributes('aria-label')).toBe('Alpha Bet, Can’t reach')
  expect(head.text()).toContain('Down')
  expect(at('alpha').text()).toBe('!')
  expect(at('alpha').attributes()).toMatchObject({
    'aria-label': 'Alpha Bet, Can’t reach, R to retry',
    'data-tip': 'Can’t reach, R to retry',
  })
})

const rowOf = (...quotes: readonly Quote[]) =>
  row(
    1,
    quotes.map((quote, at) => cell(['alpha', 'bravo', 'charlie'][at] ?? '', { quote })),
  )

it('OutageStrip, all books are down, says it once and tries the selected row again', async () => {
  const { view, api, cell: at } = await openDesk([rowOf(down(), down(), down())])
  const said = view.get('[role=alert].outage')
  expect(said.text()).toMatch(/^! No book is responding\. Check your connection/)
  const head = view.get('[data-column=alpha]')
  expect([head.attributes('aria-label'), head.text()]).toEqual(['Alpha Bet', 'Alpha Bet'])
  expect(head.get('abbr').attributes('data-tip')).toMatch(/^Alpha Bet: Can’t reach h/)
  expect(at('alpha').text()).toBe('!')
  await said.get('button').trigger('click')
  await flushPromises()
  expect(api.desk.price).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: null })
})

it.each([
  ['one book answers', [down(), down(), priced(100)]],
  [
    'the key is missing, which the banner says',
    [failure({ kind: 'key-missing' }), failure({ kind: 'key-missing' })],
  ],
  ['only one book was asked', [down()]],
] as const)('OutageStrip, %s, is not there', async (_case, quotes) => {
  const { view } = await openDesk([rowOf(...quotes)])
  expect(view.find('.outage').exists()).toBe(false)
})

it('PriceHead, the key is missing, does not repeat it for every book', async () => {
  const missing = failure({ kind: 'key-missing' })
  const { view } = await openDesk([rowOf(missing, missing, missing)])
  expect(view.get('[data-column=alpha]').text()).toBe('Alpha Bet')
})
