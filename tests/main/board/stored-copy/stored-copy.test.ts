import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { Board } from '../../../../src/main/board/board.ts'
import { Store } from '../../../../src/main/board/store/store.ts'
import { StoredCopy } from '../../../../src/main/board/stored-copy/stored-copy.ts'
import { bytesOf } from '../../../support/board/batches.ts'
import { feedText } from '../../../support/board/feed-maker.ts'

const workerFile = new URL('../../../../src/main/board/worker/worker.ts', import.meta.url)
const source = { id: 'paste-1', name: 'Pasted' }
const text = (...names: string[]) =>
  bytesOf(JSON.stringify(names.map(name => ({ id: `Bet#g#Moneyline#${name}`, sgp: `token of ${name}` }))))
const bigFeed = () => bytesOf(feedText({ books: 2, selections: 5_000, objectsPerBook: 4_000 }, 0))
const noFilter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: false, isPinnedOnly: false }
const keysOn = async (board: Board) => {
  const { groups } = await board.search({
    query: '',
    limit: 500,
    filter: noFilter,
    kept: { pinned: [], recent: [] },
  })
  return groups.flatMap(({ selections }) => selections.map(({ name }) => name)).sort()
}

let folder: string
let file: string
const boards: Board[] = []

async function openedBoard(path: string | null = file): Promise<Board> {
  const board = new Board({ workerFile })
  boards.push(board)
  await board.open(path)
  return board
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'board-'))
  file = join(folder, 'demo.board')
})
afterEach(async () => {
  await Promise.all(boards.splice(0).map(board => board.close()))
  await rm(folder, { recursive: true })
})

describe('StoredCopy', () => {
  it('restores the board with its age, sources and later loads', async () => {
    const first = await openedBoard()
    const { at } = await first.load({ source, bytes: text('River', 'Harbor') })
    await first.load({ source: { id: 'feed', name: 'Feed' }, bytes: bigFeed() })
    const status = first.status()
    const offers = first.state.offersBySource
    await first.close()

    const second = await openedBoard()
    expect(second.status()).toEqual({ ...status, lastLoad: null })
    expect(second.status().asOf).toBeGreaterThanOrEqual(at)
    expect(second.state.offersBySource).toEqual(offers)
    const [found] = await second.legs(['g#Moneyline#River'])
    expect(found).toMatchObject({ leg: { offers: [{ sgp: 'token of River' }] } })
    await second.load({ source, bytes: text('River'), replaces: { source: 'paste-1' } })
    expect(second.state.offersBySource.get('paste-1')).toBe(1)
    expect(second.state.books).toHaveLength(2)
  })

  it('is written a while after the last load', async () => {
    const board = await openedBoard()
    await board.load({ source, bytes: text('River') })
    await vi.waitFor(() => stat(file), { timeout: 10_000, interval: 50 })
    expect(existsSync(`${file}.new`)).toBe(false)
  })

  it('belongs to the file opened last, each with its own board', async () => {
    const board = await openedBoard()
    await board.load({ source, bytes: text('River') })
    await board.open(join(folder, 'other.board'))
    expect(await keysOn(board)).toEqual([])
    await board.load({ source, bytes: text('Harbor') })
    await board.open(file)
    expect(await keysOn(board)).toEqual(['River'])
    await board.open(null)
    expect(await keysOn(board)).toEqual([])
    await board.open(join(folder, 'other.board'))
    expect(await keysOn(board)).toEqual(['Harbor'])
  })

  it('lets loads wait while it is read, in order', async () => {
    const first = await openedBoard()
    await first.load({ source, bytes: bigFeed() })
    await first.close()
    const second = new Board({ workerFile })
    boards.push(second)
    const opened = second.open(file)
    expect(second.status().loading).toMatchObject({ kind: 'loading', source: 'Last session' })
    const load = second.load({ source, bytes: text('River'), replaces: { source: 'paste-1' } })
    await Promise.all([opened, load])
    expect(await keysOn(second)).toEqual(['River'])
  })

  it('is written over no file that a link leads to', async () => {
    const target = join(folder, 'target')
    await writeFile(target, 'private')
    await symlink(target, `${file}.new`)
    const board = await openedBoard()
    await board.load({ source, bytes: text('River') })
    await board.close()
    expect(await readFile(target, 'utf8')).toBe('private')
    expect(await keysOn(await openedBoard())).toEqual(['River'])
  })

  it('has no dropped offers', async () => {
    const first = await openedBoard()
    await first.load({ source, bytes: text('River') })
    await first.load({ source: { id: 'b', name: 'B' }, bytes: text('Harbor') })
    await first.drop('paste-1')
    await first.close()
    expect(await keysOn(await openedBoard())).toEqual(['Harbor'])
  })
})

describe('StoredCopy that cannot be used', () => {
  const spoil: [string, () => Promise<void>, string][] = [
    ['is empty', () => writeFile(file, ''), 'The saved odds are damaged and were moved aside.'],
    [
      'was cut',
      async () => truncate(file, (await stat(file)).size - 7),
      'The saved odds are damaged and were moved aside.',
    ],
    ['has one bit changed', () => flip(40, 1), 'The saved odds are damaged and were moved aside.'],
    [
      'is of another version',
      () => flip(-8, 2),
      'The saved odds are from another version and were moved aside.',
    ],
  ]
  async function flip(at: number, bit: number): Promise<void> {
    const bytes = await readFile(file)
    const place = at < 0 ? bytes.length + at : at
    bytes[place] = (bytes[place] ?? 0) ^ bit
    await writeFile(file, bytes)
  }

  it.each(spoil)('is moved aside and reported when it %s', async (_, spoiled, sentence) => {
    const first = await openedBoard()
    await first.load({ source, bytes: text('River', 'Harbor') })
    await first.close()
    await spoiled()
    const second = await openedBoard()
    expect(second.status()).toMatchObject({
      selections: 0,
      loading: { kind: 'failed', sentence: `${sentence} Reload your odds.` },
    })
    expect(existsSync(`${file}.unusable`)).toBe(true)
    await second.load({ source, bytes: text('Harbor') })
    await second.close()
    expect(await keysOn(await openedBoard())).toEqual(['Harbor'])
  })

  it('is reported when it cannot be written, and the board stays', async () => {
    const board = await openedBoard(join(folder, 'no', 'such', 'folder'))
    await board.load({ source, bytes: text('River') })
    const failed = new Promise(resolve => {
      board.on('changed', ({ loading }) => loading.kind === 'failed' && resolve(loading.sentence))
    })
    expect(await failed).toBe('Odds couldn’t be saved (ENOENT); they’ll be gone after you quit.')
    expect(await keysOn(board)).toEqual(['River'])
  })
})

describe('StoredCopy.write that failed', () => {
  it('is retried after a pause', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    onTestFinished(() => void vi.useRealTimers())
    const path = join(folder, 'later', 'mine.board')
    const onDue = vi.fn()
    const copy = new StoredCopy({ file: path, onDue })
    copy.scheduleWrite()
    await expect(copy.write(new Store())).rejects.toThrow('ENOENT')
    vi.advanceTimersByTime(29_000)
    expect(onDue).not.toHaveBeenCalled()
    vi.advanceTimersByTime(1_000)
    expect(onDue).toHaveBeenCalledOnce()
    await mkdir(join(folder, 'later'))
    await copy.write(new Store())
    expect(existsSync(path)).toBe(true)
  })
})
