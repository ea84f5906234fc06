import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useAccountStore } from '../../../../src/renderer/features/account/account-store.ts'
import { tourSteps } from '../../../../src/renderer/features/tour/tour-steps.ts'
import { useTourStore } from '../../../../src/renderer/features/tour/tour-store.ts'
import { useNavigationStore } from '../../../../src/renderer/navigation-store.ts'
import { useViewStore } from '../../../../src/renderer/view-store.ts'
import { ok, stubDesk } from '../../../support/bridge/stub-desk.ts'
import { plainLedgerLayout, plainPanes, type TourState } from '../../../../src/shared/model/settings/view.ts'

beforeEach(() => setActivePinia(createPinia()))

async function startWith(state: TourState) {
  const { api } = stubDesk({})
  api.view.snapshot.mockResolvedValue(
    ok({ zoom: 1, panes: plainPanes, ledger: plainLedgerLayout, tour: state }),
  )
  await Promise.all([useAccountStore().start(), useViewStore().start()])
  return { api, tour: useTourStore() }
}

describe('useTourStore', () => {
  it('offers the tour on the demo, once', async () => {
    const { api, tour } = await startWith('new')
    expect(useAccountStore().isDemo).toBe(true)
    expect([tour.isNew, tour.isOffered]).toEqual([true, false])
    tour.offer()
    expect(tour.isOffered).toBe(true)
    expect(api.view.saveTour).toHaveBeenCalledWith({ tour: 'offered' })
    tour.skip()
    expect([tour.isOffered, tour.at]).toEqual([false, undefined])
  })

  it.each(['offered', 'finished'] as const)('does not offer it to who has %s it', async state => {
    expect((await startWith(state)).tour.isNew).toBe(false)
  })

  it('begins on the desk, goes through all steps, and keeps that it was finished', async () => {
    const { api, tour } = await startWith('offered')
    useNavigationStore().goTo('settings')
    tour.start()
    expect(useNavigationStore().view).toBe('desk')
    for (const step of tourSteps) {
      expect(tour.step).toBe(step)
      expect(tour.isLast).toBe(step === tourSteps.at(-1))
      expect(api.view.saveTour).not.toHaveBeenCalled()
      tour.next()
    }
    expect(tour.at).toBeUndefined()
    expect(api.view.saveTour).toHaveBeenCalledExactlyOnceWith({ tour: 'finished' })
  })

  it('goes back one step, and not before the first', async () => {
    const { tour } = await startWith('offered')
    tour.back()
    expect(tour.at).toBeUndefined()
    tour.start()
    tour.next()
    tour.back()
    tour.back()
    expect(tour.at).toBe(0)
  })

  it('is left at any step, without a trace', async () => {
    const { api, tour } = await startWith('offered')
    tour.start()
    tour.next()
    tour.leave()
    tour.next()
    expect([tour.at, tour.step]).toEqual([undefined, undefined])
    expect(api.view.saveTour).not.toHaveBeenCalled()
    tour.start()
    expect(tour.at).toBe(0)
  })
})
