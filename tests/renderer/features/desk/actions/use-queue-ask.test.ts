import { describe, expect, it } from 'vitest'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { cell, noon, priced, row } from '../../../../support/shared/desk-rows.ts'
import { button } from '../../../../support/renderer/screen.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const rows = () => [
  row(1, [
    cell('alpha', { quote: priced(900, noon - 600_000) }),
    cell('bravo', { quote: priced(455, noon - 4_000) }),
    cell('charlie', { quote: priced(512, noon - 4_000) }),
  ]),
]

describe('sending a parlay of the desk to the trending queue', () => {
  it('asks on Q with its name, the best-priced book first and the others by their last price', async () => {
    const desk = await openDesk(rows())
    await desk.choose('bravo')
    await desk.press('q')
    const title = 'North O27.5 pts · Harbor City ML'
    expect(useNavigationStore().dialog).toEqual({
      kind: 'send-to-queue',
      parlays: [{ parlayId: 1, title, books: ['charlie', 'alpha', 'bravo'] }],
    })
  })

  it('asks from the button of the cell, by the name the user gave', async () => {
    const [first] = rows()
    if (first === undefined) throw new Error('no row')
    const desk = await openDesk([{ ...first, note: { name: 'Opener', tags: [], note: '' } }])
    await desk.choose('alpha')
    await button(desk.view.get('section[aria-label=Cell]'), 'Queue').trigger('click')
    expect(useNavigationStore().dialog).toMatchObject({ parlays: [{ parlayId: 1, title: 'Opener' }] })
  })

  it('asks nothing while nothing is selected', async () => {
    const desk = await openDesk(rows())
    await desk.press('q')
    expect(useNavigationStore().dialog).toBeUndefined()
  })
})
