import { describe, expect, it } from 'vitest'
import { explainCell, findRemedy } from '../../../../../src/renderer/features/desk/cell/cell-text.ts'
import { cellState } from '../../../../../src/shared/model/price/cell.ts'
import { display, states } from '../../../../support/renderer/desk/cell-states.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { cell, failure, noon, priced, row } from '../../../../support/shared/desk-rows.ts'

describe('explainCell', () => {
  const unsaid = states.filter(([name]) => !/^a (negative )?price/.test(name))

  it.each(unsaid)('explains %s in a sentence', (_name, given, at) => {
    expect(explainCell(cellState(given, at.now, at.staleAfterMs), 3, at)).toMatch(/^[A-Z].{10,}$/)
  })

  it('keeps the whole message of the service', () => {
    const text = 'Event suspended until further notice'
    expect(explainCell({ kind: 'message', text }, 3, display)).toContain(text)
  })

  it('has nothing to add to a fresh price', () => {
    expect(explainCell(cellState(cell('a', { quote: priced(455) }), noon, 30_000), 3, display)).toBe('')
  })
})

describe('findRemedy', () => {
  it.each([
    [{ kind: 'failed', failure: { kind: 'timed-out', afterMs: 1 } }, 'Try again'],
    [{ kind: 'failed', failure: { kind: 'host-failing', host: 'a', untilAt: noon } }, 'Try now'],
    [{ kind: 'failed', failure: { kind: 'key-missing' } }, 'Enter the key'],
    [{ kind: 'key-refused' }, 'Enter the key'],
    [{ kind: 'failed', failure: { kind: 'bad-address', detail: '' } }, 'Edit the address'],
    [{ kind: 'limited', untilAt: noon }, 'Try again'],
    [{ kind: 'limited', untilAt: noon + 1 }, undefined],
    [{ kind: 'no-price' }, undefined],
    [{ kind: 'idle' }, undefined],
  ] as const)('for %o is %s', (state, label) => {
    expect(findRemedy(state, noon)?.label).toBe(label)
  })
})

describe('the remedy on screen', () => {
  useStillScreen()

  it('asks again for a failed cell alone', async () => {
    const desk = await openDesk([
      row(1, [cell('alpha', { quote: failure({ kind: 'timed-out', afterMs: 8_000 }) })]),
    ])
    await desk.choose('alpha')
    await desk.view
      .findAll('button')
      .find(each => each.text() === 'Try again')
      ?.trigger('click')
    expect(desk.api.desk.price).toHaveBeenCalledExactlyOnceWith({ parlayId: 1, bookId: 'alpha' })
  })
})
