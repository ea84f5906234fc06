import { mount } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick, shallowRef } from 'vue'
import { usePriceFlashes } from '../../../../../src/renderer/features/desk/grid/usePriceFlashes.ts'
import { cell, failure, priced, row } from '../../../../support/shared/desk-rows.ts'

const at = (american: number, id = 1) =>
  row(id, [cell('alpha', { quote: priced(american) }), cell('bravo', { quote: priced(300) })])

function start() {
  const shown = shallowRef(at(150))
  let flashes = () => ({})
  let end = (_: string) => {}
  mount({
    setup() {
      const found = usePriceFlashes(() => shown.value)
      flashes = () => Object.fromEntries(found.flashes.value)
      end = found.end
    },
    render: () => null,
  })
  const come = async (next: typeof shown.value) => {
    shown.value = next
    await nextTick()
    return flashes()
  }
  return { come, flashes: () => flashes(), end: (bookId: string) => end(bookId) }
}

describe('usePriceFlashes', () => {
  it('flashes the price that changed, by its direction, and again at the next change', async () => {
    const { come, flashes } = start()
    expect(flashes()).toEqual({})
    expect(await come(at(160))).toEqual({ alpha: 'flash flash-up-1' })
    expect(await come(at(155))).toEqual({ alpha: 'flash flash-down-2' })
    expect(await come(at(170))).toEqual({ alpha: 'flash flash-up-1' })
  })

  it('leaves no class behind once a flash has ended', async () => {
    const { come, flashes, end } = start()
    await come(at(160))
    end('bravo')
    expect(flashes()).toEqual({ alpha: 'flash flash-up-1' })
    end('alpha')
    expect(flashes()).toEqual({})
    expect(await come(at(150))).toEqual({ alpha: 'flash flash-down-1' })
  })

  it('does not flash for an answer without a change, nor for a price that comes or goes', async () => {
    const { come } = start()
    expect(await come(at(150))).toEqual({})
    const timedOut = failure({ kind: 'timed-out', afterMs: 9 })
    expect(await come(row(1, [cell('alpha', { quote: timedOut }), cell('bravo')]))).toEqual({})
    expect(await come(at(190))).toEqual({})
  })

  it('does not flash when the element draws another row', async () => {
    const { come } = start()
    await come(at(160))
    expect(await come(at(400, 2))).toEqual({})
  })
})
