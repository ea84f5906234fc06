import { flushPromises, mount } from '@vue/test-utils'
import { createPinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { defineComponent, h } from 'vue'
import TourCard from '../../../../src/renderer/features/tour/TourCard.vue'
import { useTourCommands } from '../../../../src/renderer/features/tour/useTourCommands.ts'
import { useTourStore } from '../../../../src/renderer/features/tour/tour-store.ts'
import { useBoardStore } from '../../../../src/renderer/features/board/board-store.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import { useCommandStore } from '../../../../src/renderer/commands/command-store.ts'
import { listenToKeys } from '../../../support/renderer/command-keys.ts'
import { button, buttonNames } from '../../../support/renderer/screen.ts'
import { useDeskStore } from '../../../../src/renderer/features/desk/desk-store.ts'
import type { Row } from '../../../../src/shared/model/parlay/desk.ts'
import { quietState } from '../../../support/bridge/default-answers.ts'
import { cell, priced, row } from '../../../support/shared/desk-rows.ts'
import { stubDesk } from '../../../support/bridge/stub-desk.ts'

// happy-dom has no popovers.
afterEach(() => vi.useRealTimers())

/** A field to search in, and the tour over it. */
async function takeTour(rows: readonly Row[] = []) {
  stubDesk({ desk: { ...quietState.desk, rows: [...rows] } })
  const pinia = createPinia()
  await useDeskStore(pinia).start()
  const tour = useTourStore(pinia)
  const Screen = defineComponent(() => {
    useTourCommands()
    return () => [
      h('div', { 'data-scope': 'search' }, [
        h('input', { type: 'search' }),
        h('div', { class: 'scrolls' }, h('div', { role: 'listbox' })),
      ]),
      ...(tour.at === undefined ? [] : [h(TourCard)]),
    ]
  })
  const view = mount(Screen, { attachTo: document.body, global: { plugins: [pinia] } })
  view.get('input').element.focus()
  tour.start()
  await flushPromises()
  return { view, tour, pinia, field: view.get('input').element }
}

describe('TourCard', () => {
  it('says its step politely, with the key as the user has it, and leaves the focus where it is', async () => {
    const { view, field } = await takeTour()
    const said = view.get('[aria-live=polite]')
    expect(said.text()).toMatch(/^1 of 8.*Find a leg/s)
    expect(said.get('kbd').text()).toBe('/')
    expect(document.activeElement).toBe(field)
  })

  it('begins in the search field, which its first step says to type in', async () => {
    const { tour, pinia } = await takeTour()
    const navigation = useNavigationStore(pinia)
    expect(navigation.take('legs')).toBeDefined()
    tour.next()
    await flushPromises()
    tour.back()
    await flushPromises()
    expect(navigation.take('legs')).toBeUndefined()
  })

  it('rings the region of a list that is empty', async () => {
    const { view, tour } = await takeTour()
    const place = (selector: string, height: number) => {
      const { element } = view.get(selector)
      element.checkVisibility = () => true
      element.getBoundingClientRect = () => new DOMRect(10, 20, 200, height)
    }
    place('.scrolls', 300)
    place('[role=listbox]', 0)
    tour.next()
    await flushPromises()
    expect(view.get<HTMLElement>('.ring').element.style.height).toBe('300px')
    place('[role=listbox]', 40)
    tour.back()
    await flushPromises()
    tour.next()
    await flushPromises()
    expect(view.get<HTMLElement>('.ring').element.style.height).toBe('40px')
  })

  it('goes on by itself a moment after the step is done', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const { tour, pinia } = await takeTour()
    vi.advanceTimersByTime(2_000)
    expect(tour.at).toBe(0)
    await useBoardStore(pinia).searchFor('points')
    vi.advanceTimersByTime(300)
    expect(tour.at).toBe(0)
    vi.advanceTimersByTime(600)
    expect(tour.at).toBe(1)
  })

  it('leads on from the legs to the price when the parlay is added before the card has moved', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const { tour, pinia } = await takeTour()
    tour.goTo(1)
    await flushPromises()
    vi.advanceTimersByTime(300)
    useBoardStore(pinia).lastAdded = { parlayId: 1, wasThere: false }
    vi.advanceTimersByTime(1_000)
    await flushPromises()
    expect(tour.step?.title).toBe('Read the best price')
  })

  it('stays on a step that Back shows again although it is done, and keeps the focus', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const { view, tour, pinia, field } = await takeTour()
    expect(view.find('[data-command="tour.back"]').exists()).toBe(false)
    await useBoardStore(pinia).searchFor('points')
    vi.advanceTimersByTime(1_000)
    await flushPromises()
    const back = button(view, 'Back')
    back.element.focus()
    await back.trigger('click')
    await flushPromises()
    expect(document.activeElement).toBe(button(view, 'Next').element)
    vi.advanceTimersByTime(5_000)
    expect(tour.at).toBe(0)
    await button(view, 'Next').trigger('click')
    expect(tour.at).toBe(1)
    tour.leave()
    await flushPromises()
    expect(document.activeElement).toBe(field)
  })

  it('says that a parlay is needed where the desk is empty, and leads back', async () => {
    const { view, tour } = await takeTour()
    for (let step = 0; step < 3; step++) tour.next()
    await flushPromises()
    const said = view.get('[aria-live=polite]')
    expect(said.text()).toContain('Read the best price')
    expect(said.text()).toContain('Your desk is empty. Add a parlay first.')
    expect(said.text()).not.toContain('Gold')
    await button(view, 'Find legs').trigger('click')
    expect([tour.at, view.text().includes('Your desk is empty')]).toEqual([0, false])
  })

  it('leads from a parlay without any price back to the legs, and waits there for others', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const refused = { outcome: { kind: 'cannot-combine' } } as const
    const cells = [
      cell('alpha', { quote: { ...priced(400), ...refused } }),
      cell('bravo', { missingLegs: 1 }),
    ]
    const { view, tour, pinia } = await takeTour([row(1, cells)])
    tour.goTo(3)
    await flushPromises()
    expect(view.get('[aria-live=polite]').text()).toContain('No book prices these legs.')
    useBoardStore(pinia).lastAdded = { parlayId: 1, wasThere: false }
    await button(view, 'Pick legs').trigger('click')
    vi.advanceTimersByTime(2_000)
    expect(tour.step?.title).toBe('Pick two legs')
    useBoardStore(pinia).lastAdded = { parlayId: 2, wasThere: false }
    vi.advanceTimersByTime(1_000)
    expect(tour.step?.title).toBe('Read the best price')
  })

  it('skips the steps that need a parlay with one press, after saying so', async () => {
    const { view, tour, pinia } = await takeTour()
    listenToKeys(pinia, 'desk')
    const press = async () => {
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'F8', bubbles: true, cancelable: true }),
      )
      await flushPromises()
    }
    await press()
    await press()
    expect(view.text()).toContain('No legs picked yet. Pick two first.')
    expect(buttonNames(view)).toEqual(expect.arrayContaining(['Pick legs', 'Skip 5 steps']))
    await press()
    expect([tour.isLast, view.text().includes('See it in the ledger')]).toEqual([true, true])
  })

  it('does not ask to open the ledger once it is open', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
    const { view, tour, pinia } = await takeTour()
    const said = () => view.get('[aria-live=polite]').text()
    tour.goTo(7)
    await flushPromises()
    expect(said()).toContain('Open the Ledger.')
    useNavigationStore(pinia).goTo('ledger')
    vi.advanceTimersByTime(200)
    await flushPromises()
    expect(said()).toContain('Your ticket settles when its games end.')
    expect(said()).not.toContain('Open the Ledger.')
  })

  it('leads back from another view with Next, and stays on its step', async () => {
    const { view, tour, pinia } = await takeTour()
    useNavigationStore(pinia).goTo('settings')
    await flushPromises()
    await button(view, 'Go to Desk').trigger('click')
    expect([useNavigationStore(pinia).view, tour.at]).toEqual(['desk', 0])
    await flushPromises()
    expect(button(view, 'Next').exists()).toBe(true)
  })

  it('is left by its button or Esc, and gives the focus back', async () => {
    const { view, tour, field } = await takeTour()
    button(view, 'Leave the tour').element.focus()
    await button(view, 'Leave the tour').trigger('click')
    expect([tour.at, document.activeElement]).toEqual([undefined, field])
    tour.start()
    await flushPromises()
    button(view, 'Next').element.focus()
    await button(view, 'Next').trigger('keydown', { key: 'Escape' })
    expect([tour.at, document.activeElement]).toEqual([undefined, field])
  })

  it('says the key that leaves it, which works wherever the focus is', async () => {
    const { view, tour, pinia, field } = await takeTour()
    listenToKeys(pinia, 'desk')
    expect(button(view, 'Leave the tour').get('kbd').text()).toBe('Esc')
    for (const from of [field, document.body]) {
      tour.start()
      await flushPromises()
      from.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))
      expect(tour.at).toBeUndefined()
    }
  })

  it('is left by Esc only once nothing else wants it', async () => {
    const { tour, pinia } = await takeTour()
    listenToKeys(pinia, 'desk')
    const close = vi.fn()
    const stop = useCommandStore(pinia).handle({ 'betslip.close': { run: close } })
    const press = () =>
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }),
      )
    press()
    expect([close.mock.calls.length, tour.at]).toEqual([1, 0])
    stop()
    press()
    expect([close.mock.calls.length, tour.at]).toEqual([1, undefined])
  })

  it('runs its commands only while it is on', async () => {
    const { tour, pinia } = await takeTour()
    const commands = useCommandStore(pinia)
    expect(commands.isHandled('tour.next')).toBe(true)
    tour.leave()
    await flushPromises()
    expect([commands.isHandled('tour.next'), commands.isHandled('tour.skip')]).toEqual([false, false])
  })
})

describe('useTourCommands', () => {
  it('skips the offer by Escape on the desk only', async () => {
    const { tour, pinia } = await takeTour()
    const commands = useCommandStore(pinia)
    tour.leave()
    tour.offer()
    await flushPromises()
    expect(commands.findByChord('tour', 'Escape')).toBe('tour.skip')
    useNavigationStore(pinia).goTo('settings')
    await flushPromises()
    expect(commands.findByChord('tour', 'Escape')).toBeUndefined()
  })
})
