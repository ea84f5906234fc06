import { describe, expect, it, onTestFinished } from 'vitest'
import { openStoredSelections } from '../../../../src/main/account/stored-preferences.ts'
import { createBoardHandlers } from '../../../../src/main/bridge/handlers/board.ts'
import { answer } from '../../../../src/main/bridge/answer.ts'
import { contract } from '../../../../src/shared/contract.ts'
import { book } from '../../../support/shared/desk-rows.ts'
import { emptySettings } from '../../../support/account/account-fixture.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  containing,
  eventually,
  fileIn,
  odds,
  startSources,
  textOf,
  type Given,
} from '../../../support/board/sources-fixture.ts'

type Verb = keyof ReturnType<typeof createBoardHandlers>

/** The board's calls as the bridge runs them: requests and answers checked by the contract. */
async function startCalls(given: Given = {}) {
  const started = await startSources(given)
  const kept = openStoredSelections(emptySettings())
  const ahead: (readonly string[])[] = []
  const handlers = createBoardHandlers({
    ...started,
    storedSelections: kept,
    connectAhead: bookIds => ahead.push(bookIds),
  })
  const log = (error: unknown) => {
    onTestFinished(() => expect(error).toBeUndefined())
    return 'logged'
  }
  const call = (verb: Verb, request: unknown = null) => {
    const entry = contract.board[verb]
    const run = (parsed: unknown): unknown => Reflect.apply(handlers[verb], handlers, [parsed])
    return answer(entry, request, { run, log })
  }
  return { ...started, ahead, call }
}

const upload = '5f0c6f4e-6a52-4f0e-9d3c-0c9a6f3f9a11'
const paste = (text: string, isLast = true) => ({
  upload,
  name: null,
  bytes: new TextEncoder().encode(text),
  isLast,
})
const filter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }
const keyOf = (name: string) => odds(name).id.slice('Bravo#'.length)

describe('the board’s calls', () => {
  it('take a paste in parts and report on it with the last', async () => {
    const { call } = await startCalls()
    const text = textOf('River Town')
    expect(await call('add', paste(text.slice(0, 10), false))).toEqual({ ok: true, value: null })
    expect(await call('add', paste(text.slice(10)))).toMatchObject({ ok: true, value: { taken: 1 } })
    expect(await call('snapshot')).toMatchObject({
      ok: true,
      value: { selections: 1, sources: [{ kind: { kind: 'paste' }, offers: 1, state: { kind: 'ready' } }] },
    })
  })

  it('take a dropped file byte for byte', async () => {
    const { call, only } = await startCalls()
    await call('add', { ...paste(textOf('Água Verde')), name: 'odds.json' })
    expect(only()).toMatchObject({ name: 'odds.json', offers: 1 })
    expect(await call('search', { query: 'agua verde', limit: 5, filter })).toMatchObject({
      value: { groups: [{ selections: [{ name: 'Água Verde' }] }] },
    })
  })

  it('answer what could not be read as a failure with a sentence', async () => {
    const { call } = await startCalls()
    expect(await call('add', paste('[{"id": "cut'))).toMatchObject({
      ok: false,
      failure: { kind: 'invalid', sentence: containing('was cut off') },
    })
    expect(await call('load', { id: 'no-such' })).toEqual({
      ok: false,
      failure: { kind: 'not-found', what: 'this source' },
    })
  })

  it('open and watch the files the user chose, and answer only their number', async () => {
    const folder = tempFolder()
    const chosen = [fileIn(folder, 'a.json', textOf('River Town'))]
    const { call, sources } = await startCalls({ choose: () => Promise.resolve(chosen) })
    expect(await call('openFiles')).toEqual({ ok: true, value: { chosen: 1 } })
    expect(await call('watch', { isFolder: false })).toEqual({ ok: true, value: { chosen: 1 } })
    await eventually(() => expect(sources.list().map(({ state }) => state.kind)).toEqual(['ready', 'ready']))
    expect(JSON.stringify(await call('snapshot'))).not.toContain(folder)
  })

  it('turn a source off and on, load it again and remove it', async () => {
    const { call, only } = await startCalls()
    await call('add', paste(textOf('River Town')))
    const { id } = only()
    expect(await call('setSourceEnabled', { id, isOn: false })).toMatchObject({
      value: { offers: 0, sources: [{ isOn: false }] },
    })
    await call('setSourceEnabled', { id, isOn: true })
    expect(await call('load', { id })).toMatchObject({ value: { taken: 1 } })
    expect(await call('cancelLoad', { id })).toEqual({ ok: true, value: null })
    expect(await call('removeSource', { id })).toMatchObject({ value: { offers: 0, sources: [] } })
  })

  it('plan a feed, and say what a plan would cost', async () => {
    const feed = () => ({ books: () => [book('alpha_bet', 'Alpha Bet')] })
    const { call, only } = await startCalls({ feedUse: () => 'on-demand', feed })
    const plan = { leagues: ['ubl', 'csl'], isLiveOnly: true, isMainOnly: false, everySeconds: null }
    expect(await call('estimateFeed', { plan: { ...plan, everySeconds: 60 } })).toEqual({
      ok: true,
      value: { calls: 2, perMinute: 2 },
    })
    expect(await call('planFeed', { id: 'feed', plan })).toMatchObject({ ok: true })
    expect(only().kind).toEqual({ kind: 'feed', plan })
    expect(await call('planFeed', { id: 'feed', plan: { ...plan, everySeconds: 5 } })).toMatchObject({
      ok: false,
    })
  })

  it('pin a selection, which an empty query then finds first', async () => {
    const { call } = await startCalls()
    await call('add', paste(textOf('River Town', 'Harbor City')))
    const key = keyOf('Harbor City')
    expect(await call('pin', { key, isPinned: true })).toEqual({ ok: true, value: null })
    expect(await call('search', { query: '', limit: 5, filter })).toMatchObject({
      value: { pinned: [{ selections: [{ key, isPinned: true }] }], recent: [] },
    })
  })

  it('read typed ids and check a slip of them', async () => {
    const { call } = await startCalls()
    await call('add', paste(textOf('River Town')))
    expect(await call('readTyped', { text: odds('River Town').id, bookId: null })).toMatchObject({
      value: { legs: [{ line: { key: keyOf('River Town') } }], problems: [] },
    })
    expect(await call('checkSlip', { selections: [keyOf('River Town')] })).toMatchObject({
      value: { completeBooks: ['bravo'] },
    })
  })

  it('connect ahead to the books that a slip of two legs could be priced at, not for one', async () => {
    const { call, ahead } = await startCalls()
    await call('add', paste(textOf('River Town', 'Harbor City')))
    await call('checkSlip', { selections: [keyOf('River Town')] })
    expect(ahead).toEqual([])
    await call('checkSlip', { selections: [keyOf('River Town'), keyOf('Harbor City')] })
    expect(ahead).toEqual([['bravo']])
  })
})
