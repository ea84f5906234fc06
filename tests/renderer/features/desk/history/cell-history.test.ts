import { flushPromises } from '@vue/test-utils'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { cell, noon, priced, quote, row } from '../../../../support/shared/desk-rows.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const at = (id: number, american: number) => ({ ...priced(american, noon + id), id })
const rows = (last = at(2, 512)) => [
  row(1, [cell('alpha', { quote: at(3, 300) }), cell('bravo', { quote: last })]),
  row(2, [cell('alpha'), cell('bravo', { quote: at(5, 320) })]),
]
const bravo = { parlayId: 1, bookId: 'bravo', limit: 200 }

async function chosen() {
  const desk = await openDesk(rows())
  desk.api.quotes.history.mockResolvedValue(ok({ quotes: [at(2, 512), at(1, 455)], isMore: false }))
  await desk.choose('bravo')
  return desk
}

describe('the price history of a cell', () => {
  it('is drawn and read out for the selected cell, without a call to the service', async () => {
    const desk = await chosen()
    expect(desk.api.quotes.history).toHaveBeenCalledExactlyOnceWith(bravo)
    expect(desk.view.get('svg[role=img]').attributes('aria-label')).toMatch(
      /^Price history: 2 quotes since .*\. From \+455 to \+512, low \+455, high \+512\.$/,
    )
    expect(desk.api.desk.price).not.toHaveBeenCalled()
  })

  it('is read again when the cell’s quote changes, and not while time goes by', async () => {
    const desk = await chosen()
    desk.emit.desk.changed({ seq: 2, rows: rows(), order: null, meter: desk.meter })
    await flushPromises()
    expect(desk.api.quotes.history).toHaveBeenCalledOnce()
    desk.emit.desk.changed({ seq: 3, rows: rows(at(4, 600)), order: null, meter: desk.meter })
    await flushPromises()
    expect(desk.api.quotes.history).toHaveBeenCalledTimes(2)
  })

  it('never shows one cell’s prices at another', async () => {
    const desk = await chosen()
    const late = Promise.withResolvers<Awaited<ReturnType<typeof desk.api.quotes.history>>>()
    desk.api.quotes.history.mockReturnValueOnce(late.promise)
    await desk.choose('alpha')
    expect(desk.view.get('svg[role=img] path').attributes('d')).toBe('')
    await desk.choose('bravo')
    late.resolve(ok({ quotes: [at(9, 9_900)], isMore: false }))
    await flushPromises()
    expect(desk.view.get('svg[role=img]').attributes('aria-label')).not.toContain('9900')
  })

  it('is read once the step to the cell is painted, as are its refresh and its other lines', async () => {
    const desk = await chosen()
    const { quotes, budget, whatif } = desk.api
    const reads = [quotes.history, budget.refreshDue, whatif.lineSteps]
    for (const read of reads) read.mockClear()
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true }))
    await desk.choose('bravo', 2)
    for (const read of reads) expect(read).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(40)
    for (const read of reads) expect(read).toHaveBeenCalled()
    expect(quotes.history).toHaveBeenCalledWith({ ...bravo, parlayId: 2 })
  })

  it('is listed whole in a dialog, with every change', async () => {
    const desk = await chosen()
    await button(desk.view, 'Price history').trigger('click')
    const lines = desk.view
      .get('dialog')
      .findAll('tbody tr')
      .map(line => line.text())
    expect(lines).toHaveLength(2)
    expect(lines[0]).toMatch(/\+512.*moved up.*1\.7 pp/)
    expect(lines[1]).not.toContain('moved')
  })

  it('draws nothing while the cell never had a price, and still lists its quotes', async () => {
    const unpriced = { ...quote({ kind: 'no-price' }), id: 4 }
    const desk = await openDesk(rows(unpriced))
    desk.api.quotes.history.mockResolvedValue(ok({ quotes: [unpriced], isMore: false }))
    await desk.choose('bravo')
    expect(desk.view.find('svg[role=img]').exists()).toBe(false)
    await button(desk.view, 'Price history').trigger('click')
    expect(desk.view.get('dialog').findAll('tbody tr')).toHaveLength(1)
    expect(desk.view.find('svg[role=img]').exists()).toBe(false)
  })

  it('says why it cannot be read', async () => {
    const desk = await openDesk(rows())
    desk.api.quotes.history.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'h1' }))
    await desk.choose('bravo')
    expect(desk.view.get('[aria-label=Cell] [role=alert]').text()).toContain('h1')
  })
})
