import { flushPromises, type VueWrapper } from '@vue/test-utils'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import type { NamedLegs } from '../../../../../src/shared/model/game/board.ts'
import { noNote } from '../../../../../src/shared/model/parlay/parlay.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { emptyBoard, found, game, line } from '../../../../support/renderer/board/board-answers.ts'
import { own } from '../../../../support/renderer/account/states.ts'
import { openLegs, search, slipLegs, type } from '../../../../support/renderer/board/legs-pane.ts'
import { button, buttonNames } from '../../../../support/renderer/screen.ts'

type Part = NamedLegs['parts'][number]
const part = (given: Partial<Part>): Part => ({ text: 'x', leg: null, choices: [], problem: null, ...given })
const flint = part({ text: 'flint', leg: line('g1', 'Flint Over 21.5') })
const moneyline = part({ text: 'ml', choices: [line('g1', 'Salt Flats'), line('g1', 'North Pier')] })

async function typeParlay(
  given: Partial<NamedLegs>,
  { text = 'flint o21.5 + ml', ...state }: Parameters<typeof openLegs>[0] & { readonly text?: string } = {},
) {
  const opened = await openLegs(state, found({}))
  opened.api.board.findNamedLegs.mockResolvedValue(
    ok({ game: game('g1', { title: 'Salt Flats at North Pier' }), games: [], parts: [], ...given }),
  )
  await type(opened.pane, text)
  return opened
}
const panel = (pane: VueWrapper) => pane.get('[aria-label="Typed parlay"]')
const enter = async (pane: VueWrapper, held: { readonly ctrlKey?: boolean } = {}) => {
  await search(pane).trigger('keydown', { key: 'Enter', ...held })
  await flushPromises()
}

describe('NamedLegsPanel', () => {
  it('shows the game, the legs found, and a sentence for what was not', async () => {
    const { pane } = await typeParlay({ parts: [flint, part({ problem: 'No leg matches “zzz”.' })] })
    for (const text of ['Salt Flats at North Pier', 'Flint Over 21.5', 'No leg matches “zzz”.'])
      expect(panel(pane).text()).toContain(text)
    expect(pane.text()).not.toContain('No legs match')
  })

  it('puts the legs on the slip with Enter, and empties the field', async () => {
    const { pane } = await typeParlay({ parts: [flint, part({ leg: line('g1', 'Salt Flats') })] })
    expect(button(pane, 'Add 2 legs to slip').exists()).toBe(true)
    await enter(pane)
    expect(slipLegs(pane)).toEqual(['Flint Over 21.5', 'Salt Flats'])
    expect(search(pane).element).toHaveProperty('value', '')
    expect(document.activeElement).toBe(search(pane).element)
  })

  it('asks which of several selections is meant, and adds nothing before', async () => {
    const { pane } = await typeParlay({ parts: [flint, moneyline] })
    expect(button(pane, 'Add 1 leg to slip').attributes('disabled')).toBeDefined()
    await enter(pane)
    expect(slipLegs(pane)).toEqual([])
    expect(document.activeElement?.textContent).toContain('Salt Flats')
    await button(pane, 'North Pier\u00a0Points').trigger('click')
    await flushPromises()
    expect(document.activeElement?.textContent).toContain('Add 2 legs to slip')
    await button(pane, 'Add 2 legs to slip').trigger('click')
    await flushPromises()
    expect(slipLegs(pane)).toEqual(['Flint Over 21.5', 'North Pier'])
  })

  it('goes to the desk with Ctrl+Enter, beside the legs on the slip, and empties the field', async () => {
    const { pane, api } = await typeParlay({ parts: [flint, part({ leg: line('g1', 'Salt Flats') })] })
    await enter(pane)
    await type(pane, 'pier o1 + ml')
    await enter(pane, { ctrlKey: true })
    expect(api.desk.addParlay).toHaveBeenCalledExactlyOnceWith({
      selections: ['g1#Points#Flint Over 21.5', 'g1#Points#Salt Flats'],
      note: noNote,
    })
    expect(search(pane).element).toHaveProperty('value', '')
    expect(slipLegs(pane)).toEqual(['Flint Over 21.5', 'Salt Flats'])
  })

  it('waits with Ctrl+Enter for the legs of the text typed last', async () => {
    const { pane, api } = await openLegs({}, found({}))
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof api.board.findNamedLegs>>>()
    api.board.findNamedLegs.mockReturnValue(answer.promise)
    await type(pane, 'flint o21.5 + ml')
    await enter(pane, { ctrlKey: true })
    expect(api.desk.addParlay).not.toHaveBeenCalled()
    answer.resolve(
      ok({ game: game('g1'), games: [], parts: [flint, part({ leg: line('g1', 'Salt Flats') })] }),
    )
    await flushPromises()
    expect(api.desk.addParlay).toHaveBeenCalledOnce()
  })

  it('leaves nothing to add once the board is empty, and its search away', async () => {
    const { pane, emit } = await typeParlay({ parts: [flint] }, { account: own({ kind: 'keychain' }) })
    expect(useCommandStore().blockedBy('slip.add')).toBeUndefined()
    emit.board.changed(emptyBoard)
    await flushPromises()
    expect(pane.find('[type=search]').exists()).toBe(false)
    expect(useCommandStore().blockedBy('slip.add')).toBe('Pick legs first')
  })

  it('keeps with Ctrl+Enter the text that is typed while the desk takes the parlay', async () => {
    const { pane, api } = await typeParlay({ parts: [flint, part({ leg: line('g1', 'Salt Flats') })] })
    const added = Promise.withResolvers<Awaited<ReturnType<typeof api.desk.addParlay>>>()
    api.desk.addParlay.mockReturnValue(added.promise)
    await enter(pane, { ctrlKey: true })
    await type(pane, 'pier o1 + ml')
    added.resolve(ok({ parlayId: 1, wasThere: false }))
    await flushPromises()
    expect(search(pane).element).toHaveProperty('value', 'pier o1 + ml')
  })

  it('keeps with Enter the text that is typed while the slip takes the legs', async () => {
    const { pane, api } = await typeParlay({ parts: [flint, part({ leg: line('g1', 'Salt Flats') })] })
    const checked = Promise.withResolvers<Awaited<ReturnType<typeof api.board.checkSlip>>>()
    const answer = await api.board.checkSlip({ selections: [] })
    api.board.checkSlip.mockReturnValue(checked.promise)
    await enter(pane)
    await type(pane, 'pier o1 + ml')
    checked.resolve(answer)
    await flushPromises()
    expect(search(pane).element).toHaveProperty('value', 'pier o1 + ml')
  })

  it.each([{ ctrlKey: true }, {}])(
    'adds nothing, with %o, when the text changes before its legs are found, and keeps it',
    async held => {
      const { pane, api } = await typeParlay({ parts: [flint, part({ leg: line('g1', 'Salt Flats') })] })
      const answer = Promise.withResolvers<Awaited<ReturnType<typeof api.board.findNamedLegs>>>()
      api.board.findNamedLegs.mockReturnValue(answer.promise)
      await type(pane, 'flint o22.5 + ml')
      await enter(pane, held)
      await type(pane, 'flint o22.5 + ml + u200')
      answer.resolve(ok({ game: game('g1'), games: [], parts: [flint, part({ leg: line('g1', 'A') })] }))
      await flushPromises()
      expect(api.desk.addParlay).not.toHaveBeenCalled()
      expect(slipLegs(pane)).toEqual([])
      expect(search(pane).element).toHaveProperty('value', 'flint o22.5 + ml + u200')
    },
  )

  it('waits with Ctrl+Enter for the legs in the game that was just chosen', async () => {
    const games = [game('g1', { short: 'SLF at NPR' }), game('g2', { short: 'NPR at SLF' })]
    const { pane, api } = await typeParlay({ game: null, games })
    const answer = Promise.withResolvers<Awaited<ReturnType<typeof api.board.findNamedLegs>>>()
    api.board.findNamedLegs.mockReturnValue(answer.promise)
    await button(pane, 'NPR at SLF').trigger('click')
    await enter(pane, { ctrlKey: true })
    answer.resolve(
      ok({ game: game('g2'), games: [], parts: [flint, part({ leg: line('g2', 'Salt Flats') })] }),
    )
    await flushPromises()
    expect(useCommandStore().refusal).toBeUndefined()
    expect(api.desk.addParlay).toHaveBeenCalledOnce()
  })

  it.each<[string, Partial<NamedLegs>]>([
    ['Choose a leg for “ml” first', { parts: [flint, moneyline] }],
    ['No leg matches “zzz”.', { parts: [flint, part({ problem: 'No leg matches “zzz”.' })] }],
    ['Choose the game first', { game: null, games: [game('g1'), game('g2')], parts: [part({})] }],
  ])('adds nothing to the desk with Ctrl+Enter while it lacks something: %s', async (reason, given) => {
    const { pane, api } = await typeParlay(given)
    await enter(pane, { ctrlKey: true })
    expect(api.desk.addParlay).not.toHaveBeenCalled()
    expect(useCommandStore().refusal).toEqual({ reason })
    expect(slipLegs(pane)).toEqual([])
  })

  it('stays in the field, with the reason, when the desk refuses its legs', async () => {
    const { pane, api } = await typeParlay({ parts: [flint, part({ leg: line('g1', 'Flint Under 21.5') })] })
    const sentence = '“Flint Over 21.5” and “Flint Under 21.5” can’t both win.'
    api.desk.addParlay.mockResolvedValueOnce(failed({ kind: 'invalid', field: 'selections', sentence }))
    await enter(pane, { ctrlKey: true })
    expect(useCommandStore().refusal).toEqual({ reason: sentence })
    expect(search(pane).element).toHaveProperty('value', 'flint o21.5 + ml')
  })

  it('says which line is missing, offers the nearest, and adds the other legs without them', async () => {
    const near = [line('g1', 'Flint Over 20.5'), line('g1', 'Flint Over 22.5')]
    const missing = part({ choices: near, problem: 'No “flint o21.5”. Nearest: 20.5, 22.5.' })
    const { pane } = await typeParlay({ parts: [missing, part({ leg: line('g1', 'Salt Flats') })] })
    expect(panel(pane).text()).toContain('No “flint o21.5”. Nearest: 20.5, 22.5.')
    expect(button(pane, 'Add 1 leg to slip').attributes('disabled')).toBeUndefined()
    await button(pane, 'Flint Over 22.5\u00a0Points').trigger('click')
    await button(pane, 'Add 2 legs to slip').trigger('click')
    await flushPromises()
    expect(slipLegs(pane)).toEqual(['Flint Over 22.5', 'Salt Flats'])
  })

  it('says what was not found beside the choice of the game', async () => {
    const games = [game('g1', { short: 'SLF at NPR' }), game('g2', { short: 'NPR at SLF' })]
    const parts = [part({ problem: 'No leg matches “zzz”.' }), part({ text: 'ml' })]
    const { pane } = await typeParlay({ game: null, games, parts })
    expect(panel(pane).text()).toContain('No leg matches “zzz”.')
  })

  it('asks which of several games is meant', async () => {
    const games = [game('g1', { short: 'SLF at NPR' }), game('g2', { short: 'NPR at SLF' })]
    const { pane, api } = await typeParlay({ game: null, games })
    expect(panel(pane).text()).toContain('Which game?')
    await button(pane, 'NPR at SLF').trigger('click')
    expect(api.board.findNamedLegs.mock.lastCall?.[0]).toEqual({
      text: 'flint o21.5 + ml',
      gameId: 'g2',
      slipGameId: null,
    })
  })

  it('is not there for one leg', async () => {
    const { pane, api } = await typeParlay({ parts: [flint] }, { text: 'flint pts+reb' })
    expect(api.board.findNamedLegs).not.toHaveBeenCalled()
    expect(buttonNames(pane).some(name => name.includes('to slip'))).toBe(false)
  })
})

it('the typed parlay and the list say the same time of a game', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: 1_000_000 })
  onTestFinished(() => void vi.useRealTimers())
  const startAt = 1_000_000 + 9 * 60_000
  const answer = found({ g1: ['A'] })
  const soon = { ...answer, groups: answer.groups.map(each => ({ ...each, game: game('g1', { startAt }) })) }
  const { pane, api } = await openLegs({}, soon)
  vi.advanceTimersByTime(28_000)
  await flushPromises()
  api.board.findNamedLegs.mockResolvedValue(
    ok({
      game: game('g1', { startAt }),
      games: [],
      parts: [part({ leg: line('g1', 'A') }), part({ text: 'ml' })],
    }),
  )
  await type(pane, 'a o1 + ml')
  vi.advanceTimersByTime(33_000)
  await flushPromises()
  expect(panel(pane).text()).toContain('· 8 min')
  expect(pane.get('[role=listbox]').text()).toContain('· 8 min')
})

it('LegFinder names the words that it shows in place of misspelled ones', async () => {
  const { pane } = await openLegs({}, { ...found({ g1: ['A'] }), similar: ['flint'] })
  await type(pane, 'flnt')
  expect(pane.text()).toContain('No “flnt”. Showing “flint”.')
})
