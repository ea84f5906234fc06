import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { failed, ok } from '../../../support/bridge/stub-desk.ts'
import { book, plainSettings } from '../../../support/shared/desk-rows.ts'
import { useCommandStore } from '../../../../src/renderer/commands/command-store.ts'
import { button, buttonNames, field } from '../../../support/renderer/screen.ts'
import { lastSession } from '../../../../src/shared/model/game/board.ts'
import { feed, filledBoard, report } from '../../../support/renderer/board/board-answers.ts'
import { openLegs, options, slipLegs } from '../../../support/renderer/board/legs-pane.ts'

const books = [book('a', 'Alpha Bet'), book('b', 'Bravo'), book('c', 'Charlie')]

async function withLegs(...indexes: number[]) {
  const opened = await openLegs({
    settings: { ...plainSettings, books },
  })
  opened.api.board.checkSlip.mockResolvedValue(
    ok({
      completeBooks: ['a', 'b'],
      legs: [{ key: 'g1#Points#A', books: 9, flags: ['Alpha Bet says Under.'] }],
      warnings: ['They move together.'],
      obstacle: null,
    }),
  )
  for (const index of indexes) await options(opened.pane)[index]?.trigger('click')
  await flushPromises()
  return opened
}
/** Gives an element a place on screen, which the test's page does not lay out. */
function place(element: Element, top: number, bottom: number): void {
  element.getBoundingClientRect = () => new DOMRect(0, top, 248, bottom - top)
}
async function dragTo(element: Element | undefined, y: number): Promise<void> {
  const at = (type: string, clientY: number) =>
    new PointerEvent(type, { bubbles: true, button: 0, clientX: 20, clientY })
  element?.dispatchEvent(at('pointerdown', 100))
  window.dispatchEvent(at('pointermove', y))
  window.dispatchEvent(at('pointerup', y))
  await flushPromises()
}

describe('SlipPanel', () => {
  it('is empty at first, and says how to fill it', async () => {
    const { pane } = await openLegs()
    expect(pane.find('.slip [role=status]').text()).toBe('Click a leg above to add it.')
    expect(buttonNames(pane)).not.toContain('Add to desk')
  })

  it('copies its legs as text by Ctrl+C', async () => {
    const { pane, api } = await withLegs(0, 2)
    await pane.get('.slip li button').trigger('keydown', { key: 'c', ctrlKey: true })
    expect(api.view.copyText.mock.lastCall?.[0].text.split('\n')).toHaveLength(2)
  })

  it('shows legs, games, coverage, flags and warnings', async () => {
    const { pane } = await withLegs(0, 2)
    const text = pane.find('.slip').text()
    for (const part of [
      '2 legs · 2 games',
      '9 books',
      '2 of 12 books offer each leg. Uses 2 calls.',
      'They move together.',
      'Alpha Bet says Under.',
    ])
      expect(text).toContain(part)
  })

  it('waits for the odds of a start before it says that a leg is no longer offered', async () => {
    const loading = { kind: 'loading', source: 'Feed', done: 1, of: 9 } as const
    const { pane, api, emit } = await openLegs({
      board: { ...filledBoard, loading, lastLoad: report({ source: lastSession }) },
    })
    const gone = { key: 'g1#Points#A', books: 0, flags: [] }
    const warnings = ['“A” is no longer offered.']
    api.board.checkSlip.mockResolvedValue(ok({ completeBooks: [], legs: [gone], warnings, obstacle: null }))
    await options(pane)[0]?.trigger('click')
    await flushPromises()
    expect(pane.get('.slip [role=status]').text()).toBe('Waiting for odds…')
    expect(pane.get('.slip').text()).not.toContain('no longer offered')
    emit.board.changed({ ...filledBoard, sources: [feed()], lastLoad: report({ source: 'Odds feed' }) })
    await flushPromises()
    expect(pane.get('.slip').text()).toContain('“A” is no longer offered.')
    expect(slipLegs(pane)).toEqual(['A'])
  })

  it('names the game of its legs', async () => {
    const { pane } = await withLegs(0, 1)
    expect(pane.find('.slip').text()).toContain('2 legs · Away g1 at Home g1')
  })

  it('can be added with one leg', async () => {
    const { pane } = await withLegs(0)
    expect(button(pane, 'Add to desk').attributes('disabled')).toBeUndefined()
  })

  it('can’t be added, by button or key, when the board has a reason against it, and says it', async () => {
    const obstacle = '“A” and “B” can’t both win.'
    const { pane, api } = await withLegs(0)
    api.board.checkSlip.mockResolvedValue(ok({ completeBooks: ['a'], legs: [], warnings: [], obstacle }))
    await options(pane)[1]?.trigger('click')
    await flushPromises()
    expect(pane.get('.slip [role=status]').text()).toBe(obstacle)
    expect(button(pane, 'Add to desk').attributes()).toMatchObject({ disabled: '', 'data-tip': obstacle })
    useCommandStore().run('slip.add')
    expect(api.desk.addParlay).not.toHaveBeenCalled()
    expect(useCommandStore().refusal?.reason).toBe(obstacle)
  })

  it('removes one leg by its button, and all by Clear', async () => {
    const { pane } = await withLegs(0, 1, 2)
    await button(pane, 'Remove B').trigger('click')
    expect(slipLegs(pane)).toEqual(['A', 'C'])
    await button(pane, 'Clear').trigger('click')
    expect(slipLegs(pane)).toEqual([])
    await flushPromises()
    expect(document.activeElement).toBe(pane.get('input[type=search]').element)
  })

  it.each([
    [false, 'Added to your desk.'],
    [true, 'Already on your desk.'],
  ])('shows the result of adding, on the desk before: %s', async (wasThere, says) => {
    const { pane, api } = await withLegs(0, 1)
    api.desk.addParlay.mockResolvedValueOnce(ok({ parlayId: 1, wasThere }))
    await button(pane, 'Add to desk').trigger('click')
    await flushPromises()
    expect(pane.find('.slip [role=status]').text()).toBe(says)
  })

  it('keeps a leg that was chosen while the others were added', async () => {
    const { pane, api } = await withLegs(0, 1)
    const adding = Promise.withResolvers<Awaited<ReturnType<typeof api.desk.addParlay>>>()
    api.desk.addParlay.mockReturnValueOnce(adding.promise)
    await button(pane, 'Add to desk').trigger('click')
    await options(pane)[2]?.trigger('click')
    adding.resolve(ok({ parlayId: 1, wasThere: false }))
    await flushPromises()
    expect(slipLegs(pane)).toEqual(['C'])
  })

  it('keeps its legs and says why when the desk refuses them', async () => {
    const { pane, api } = await withLegs(0, 1)
    api.desk.addParlay.mockResolvedValueOnce(failed({ kind: 'storage', sentence: 'The disk is full.' }))
    await button(pane, 'Add to desk').trigger('click')
    await flushPromises()
    expect(slipLegs(pane)).toEqual(['A', 'B'])
    expect(pane.find('.slip [role=alert]').text()).toContain('The disk is full.')
  })

  it('keeps the focus in the slip when legs are removed by keyboard: on the next leg, then on the last', async () => {
    const { pane } = await withLegs(0, 1, 2)
    const focused = () => document.activeElement?.getAttribute('aria-label')
    await button(pane, 'Remove B').trigger('click')
    await flushPromises()
    expect(focused()).toBe('Remove C')
    await button(pane, 'Remove C').trigger('click')
    await flushPromises()
    expect(focused()).toBe('Remove A')
  })

  it('moves a leg with Alt and an arrow, and keeps the focus on it', async () => {
    const { pane } = await withLegs(0, 1, 2)
    await button(pane, 'Remove A').trigger('keydown', { key: 'ArrowDown', altKey: true })
    await flushPromises()
    expect(slipLegs(pane)).toEqual(['B', 'A', 'C'])
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Remove A')
    await button(pane, 'Remove B').trigger('keydown', { key: 'ArrowUp', altKey: true })
    expect(slipLegs(pane)).toEqual(['B', 'A', 'C'])
  })

  it('takes a leg that the mouse drags to it, and one dragged to another place', async () => {
    const { pane } = await withLegs(0)
    const layOut = () => {
      place(pane.get('.slip').element, 300, 500)
      for (const [at, { element }] of pane.findAll('.slip li').entries())
        place(element, 340 + at * 40, 380 + at * 40)
    }
    layOut()
    await dragTo(options(pane)[1]?.element, 345)
    expect(slipLegs(pane)).toEqual(['B', 'A'])
    layOut()
    await dragTo(pane.findAll('.slip li')[0]?.element, 450)
    expect(slipLegs(pane)).toEqual(['A', 'B'])
    await dragTo(options(pane)[2]?.element, 20)
    expect(slipLegs(pane)).toEqual(['A', 'B'])
  })

  it('names the books that cannot price it', async () => {
    const { pane } = await withLegs(0)
    expect(pane.find('.lacking').text()).toBe('Not offered at 1 bookCharlie')
  })

  it('adds name, tags and note with the legs, and clears them', async () => {
    const { pane, api } = await withLegs(0)
    await field(pane, 'Name').setValue('Late props ')
    await field(pane, 'Tags').setValue('late, props')
    await field(pane, 'Note').setValue('Before 18:30.')
    await button(pane, 'Add to desk').trigger('click')
    await flushPromises()
    expect(api.desk.addParlay).toHaveBeenCalledExactlyOnceWith({
      selections: ['g1#Points#A'],
      note: { name: 'Late props', tags: ['late', 'props'], note: 'Before 18:30.' },
    })
    await options(pane)[0]?.trigger('click')
    expect(field(pane, 'Name').element).toHaveProperty('value', '')
  })

  it('keeps the name of a slip that is refused', async () => {
    const { pane, api } = await withLegs(0)
    api.desk.addParlay.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'R1' }))
    await field(pane, 'Name').setValue('Late props')
    await button(pane, 'Add to desk').trigger('click')
    await flushPromises()
    expect(field(pane, 'Name').element).toHaveProperty('value', 'Late props')
  })
})
