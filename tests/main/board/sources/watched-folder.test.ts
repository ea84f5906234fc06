import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  containing,
  eventually,
  fileIn,
  memoryShelf,
  startSources,
  textOf,
  type Given,
} from '../../../support/board/sources-fixture.ts'
import { watching } from '../../../support/board/watching.ts'

describe('a watched folder', () => {
  it('is one source of all its files; one that comes joins, one that goes leaves', async () => {
    const folder = tempFolder()
    fileIn(folder, 'a.json', textOf('River Town'))
    fileIn(folder, 'notes.txt', 'not odds')
    const { only, names } = await watching(folder, true)
    fileIn(folder, 'b.json', textOf('Harbor City', 'Bay City'))
    await eventually(() => expect(only()).toMatchObject({ offers: 3, lastLoad: { taken: 3 } }))
    rmSync(join(folder, 'a.json'))
    await eventually(async () => expect(await names()).toEqual(['Bay City', 'Harbor City']))
    await eventually(() => expect(only().lastLoad).toMatchObject({ taken: 2 }))
    expect(only().kind).toEqual({ kind: 'watch', isFolder: true })
  })

  it('loads the others when one file is broken, and names what is wrong', async () => {
    const folder = tempFolder()
    fileIn(folder, 'a.json', textOf('River Town'))
    const { only, names } = await watching(folder, true)
    fileIn(folder, 'b.json', '{')
    await eventually(() => expect(only().state.kind).toBe('failed'))
    fileIn(folder, 'c.json', textOf('Harbor City'))
    await eventually(async () => expect(await names()).toEqual(['Harbor City', 'River Town']))
    await eventually(() => expect(only().state.kind).toBe('failed'))
    fileIn(folder, 'b.json', textOf('Bay City'))
    await eventually(() => expect(only().state.kind).toBe('ready'))
    expect(only().offers).toBe(3)
  })

  it('that vanishes keeps its odds and says so; it is watched again when it is back', async () => {
    const folder = join(tempFolder(), 'poller')
    mkdirSync(folder)
    fileIn(folder, 'a.json', textOf('River Town'))
    const { only, names } = await watching(folder, true)
    rmSync(folder, { recursive: true })
    await eventually(() =>
      expect(only().state).toMatchObject({
        kind: 'failed',
        sentence: containing('The folder “poller” is not there any more.'),
      }),
    )
    expect(await names()).toEqual(['River Town'])
    mkdirSync(folder)
    fileIn(folder, 'a.json', textOf('Harbor City'))
    await eventually(async () => expect(await names()).toEqual(['Harbor City']))
    await eventually(() => expect(only().state.kind).toBe('ready'))
  })
})

describe('a watched folder at the next start', () => {
  /** Ends a program that had loaded all of a folder, and answers how to start the next one. */
  async function ended(folder: string, first: Awaited<ReturnType<typeof watching>>, given: Given) {
    first.sources.close()
    await first.board.close()
    return () => startSources({ ...given, choose: () => Promise.resolve([folder]) })
  }
  const kept = (): Given => ({ shelf: memoryShelf(), boardFile: join(tempFolder(), 'mine.board') })

  it('drops the odds of files that went meanwhile', async () => {
    const [folder, given] = [tempFolder(), kept()]
    fileIn(folder, 'a.json', textOf('River Town'))
    fileIn(folder, 'b.json', textOf('Harbor City'))
    const first = await watching(folder, true, given)
    await eventually(() => expect(first.only().offers).toBe(2))
    const startAgain = await ended(folder, first, given)
    rmSync(join(folder, 'b.json'))
    const { names } = await startAgain()
    await eventually(async () => expect(await names()).toEqual(['River Town']))
  })

  it('tries a file again that had failed, and says so, whichever was loaded after it', async () => {
    const [folder, given] = [tempFolder(), kept()]
    fileIn(folder, 'a.json', textOf('River Town'))
    fileIn(folder, 'b.json', textOf('Harbor City'))
    const first = await watching(folder, true, given)
    await eventually(() => expect(first.only().offers).toBe(2))
    fileIn(folder, 'b.json', '[{"id": "cut')
    await eventually(() => expect(first.only().state.kind).toBe('failed'))
    fileIn(folder, 'a.json', textOf('River Town', 'Bay City'))
    await eventually(() => expect(first.only()).toMatchObject({ offers: 3, lastLoad: { taken: 3 } }))
    const { names, only } = await (await ended(folder, first, given))()
    await eventually(() =>
      expect(only().state).toMatchObject({ kind: 'failed', sentence: containing('ends in') }),
    )
    expect(await names()).toEqual(['Bay City', 'Harbor City', 'River Town'])
  })

  it('keeps its odds when all of it is gone', async () => {
    const [folder, given] = [join(tempFolder(), 'poller'), kept()]
    mkdirSync(folder)
    fileIn(folder, 'a.json', textOf('River Town'))
    const first = await watching(folder, true, given)
    const startAgain = await ended(folder, first, given)
    rmSync(folder, { recursive: true })
    const { names, only, sources } = await startAgain()
    await eventually(() => expect(only().state.kind).toBe('failed'))
    await expect(sources.load(only().id)).rejects.toThrow()
    expect(await names()).toEqual(['River Town'])
  })
})

describe('a watched folder loaded by hand', () => {
  it('drops the odds of a file whose going was missed', async () => {
    const folder = tempFolder()
    fileIn(folder, 'a.json', textOf('River Town'))
    const { sources, board, names, only } = await watching(folder, true)
    const { id } = only()
    const bytes = new TextEncoder().encode(textOf('Bay City'))
    await board.load({ source: { id: `${id}.0123456789abcdef`, name: 'missed' }, bytes })
    expect(await names()).toEqual(['Bay City', 'River Town'])
    await sources.load(id)
    expect(await names()).toEqual(['River Town'])
  })
})
