import { flushPromises } from '@vue/test-utils'
import { beforeEach, describe, expect, it } from 'vitest'
import { tourSteps } from '../../../../../src/renderer/features/tour/tour-steps.ts'
import { useTourStore } from '../../../../../src/renderer/features/tour/tour-store.ts'
import { cell, priced, row } from '../../../../support/shared/desk-rows.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'

useStillScreen()

const rows = () => [
  row(1, [cell('alpha'), cell('bravo')]),
  row(2, [cell('alpha', { quote: priced(200) }), cell('bravo', { quote: priced(250) })]),
]
const details = tourSteps.findIndex(({ needsDetails }) => needsDetails === true)

/** A window in which the details are a drawer, with the tour at the step before them. */
async function takeTour() {
  const desk = await openDesk(rows())
  const tour = useTourStore()
  tour.start()
  while ((tour.at ?? 0) < details - 1) tour.next()
  await flushPromises()
  const go = async (move: () => void) => {
    move()
    await flushPromises()
  }
  const isOpen = () => desk.view.get('.side-pane.right').classes().includes('open')
  const selected = () =>
    desk.view.findAll('[role=gridcell][aria-selected=true]').map(({ element }) => element.id)
  return { ...desk, tour, go, isOpen, selected }
}

describe('a step of the tour in the details of a price', () => {
  beforeEach(() => {
    window.innerWidth = 1024
  })

  it('opens them and selects the first best price, and closes them after the last such step', async () => {
    const { tour, go, isOpen, selected } = await takeTour()
    expect([isOpen(), selected()]).toEqual([false, []])
    await go(tour.next)
    expect(isOpen()).toBe(true)
    expect(selected()).toEqual([expect.stringMatching(/2.*bravo/)])
    await go(tour.next)
    await go(tour.next)
    expect(isOpen()).toBe(true)
    await go(tour.next)
    expect(isOpen()).toBe(false)
  })

  it('leaves the price that the user selected, and the focus', async () => {
    const { tour, go, view, focused, selected } = await takeTour()
    await view.get('[role=gridcell][id*="alpha"]').trigger('click')
    const [before, focus] = [selected(), focused()]
    await go(tour.next)
    expect([selected(), focused()]).toEqual([before, focus])
  })

  it('opens them again when the window becomes narrow meanwhile', async () => {
    window.innerWidth = 1280
    const { tour, go, isOpen } = await takeTour()
    await go(tour.next)
    expect(isOpen()).toBe(true)
    window.innerWidth = 1024
    await go(() => window.dispatchEvent(new Event('resize')))
    expect(isOpen()).toBe(true)
  })

  it('closes them when the tour is left', async () => {
    const { tour, go, isOpen } = await takeTour()
    await go(tour.next)
    await go(tour.leave)
    expect(isOpen()).toBe(false)
  })
})
