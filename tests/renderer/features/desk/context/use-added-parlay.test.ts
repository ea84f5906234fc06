import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { useBoardStore } from '../../../../../src/renderer/features/board/board-store.ts'
import { cell, priced, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const pricing = { kind: 'pricing' } as const
const asked = () => row(2, [cell('alpha', { activity: pricing }), cell('bravo', { activity: pricing })])
const answered = () => row(2, [cell('alpha', { quote: priced(200) }), cell('bravo', { quote: priced(250) })])

async function add() {
  const desk = await openDesk([row(1, [cell('alpha', { quote: priced(150) })])])
  desk.view.get<HTMLInputElement>('#elsewhere').element.focus()
  useBoardStore().lastAdded = { parlayId: 2, wasThere: false }
  await flushPromises()
  let seq = 1
  const come = async (next: ReturnType<typeof row>) => {
    desk.emit.desk.changed({ seq: ++seq, rows: [next], order: [1, 2], meter: desk.meter })
    await flushPromises()
    await flushPromises()
  }
  return { ...desk, come }
}

describe('a parlay just added', () => {
  it('is selected at once, with the focus in the grid', async () => {
    const { come, focused } = await add()
    await come(asked())
    expect(focused()).toMatch(/^Alpha Bet, pricing/)
  })

  it('has its best price selected once all books have answered', async () => {
    const { come, focused } = await add()
    await come(asked())
    await come(row(2, [cell('alpha', { quote: priced(200) }), cell('bravo', { activity: pricing })]))
    expect(focused()).toMatch(/^Alpha Bet/)
    await come(answered())
    expect(focused()).toMatch(/^Bravo, best price, \+250/)
  })

  it('leaves the selection alone where the user has moved on', async () => {
    const { come, press, focused } = await add()
    await come(asked())
    await press('ArrowUp')
    await come(answered())
    expect(focused()).toMatch(/^Alpha Bet, only fresh price, \+150/)
  })
})
