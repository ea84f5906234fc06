import { mkdirSync, renameSync, rmSync, writeFileSync, appendFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../storage/temp-folder.ts'
import {
  containing,
  eventually,
  fileIn,
  memoryShelf,
  odds,
  startSources,
  textOf,
  type Given,
} from './sources-fixture.ts'

/** Puts a file in another's place in one step, as pollers do. */
function replace(folder: string, name: string, content: string): void {
  renameSync(fileIn(folder, `${name}.part`, content), join(folder, name))
}

/** Watches a file or folder; resolves when it is loaded, and watched. */
async function watching(path: string, isFolder: boolean, given: Given = {}) {
  const started = await startSources({ ...given, choose: () => Promise.resolve([path]) })
  expect(await started.sources.watch(isFolder)).toBe(1)
  await eventually(() => expect(started.only().state.kind).toBe('ready'))
  return started
}

describe('a watched file', () => {
  it('is loaded, and again when it is rewritten', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('River Town'))
    const { only, names } = await watching(path, false)
    expect(only()).toMatchObject({ name: 'poll.json', kind: { kind: 'watch', isFolder: false }, offers: 1 })
    writeFileSync(path, textOf('River Town', 'Harbor City'))
    await eventually(() => expect(only().offers).toBe(2))
    writeFileSync(path, textOf('Bay City'))
    await eventually(async () => expect(await names()).toEqual(['Bay City']))
  })

  it('is followed when it is replaced, again and again, by another file in one step', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('First'))
    const { names } = await watching(path, false)
    for (const name of ['Second', 'Third', 'Fourth']) {
      replace(folder, 'poll.json', textOf(name))
      await eventually(async () => expect(await names()).toEqual([name]))
    }
  })

  it('is taken while it is replaced so fast that it never comes to rest', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('First'))
    const { names } = await watching(path, false)
    const cities = ['Bay City', 'Harbor City', 'River Town', 'Hill City', 'Lake Town']
    let written = 0
    const poller = setInterval(() => {
      written += 1
      replace(folder, 'poll.json', textOf(...cities.slice(written % cities.length)))
    }, 100)
    onTestFinished(() => clearInterval(poller))
    await eventually(async () => expect(await names()).not.toContain('First'))
  })

  it('is never taken half while its poller writes it in pieces', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('First'))
    const { only, names, board } = await watching(path, false)
    const failures: string[] = []
    board.onChanged(({ loading }) => {
      if (loading.kind === 'failed') failures.push(loading.sentence)
    })
    const whole = textOf('Second', 'Third')
    writeFileSync(path, whole.slice(0, 20))
    await new Promise(resolve => setTimeout(resolve, 100))
    appendFileSync(path, whole.slice(20))
    await eventually(async () => expect(await names()).toEqual(['Second', 'Third']))
    await eventually(() => expect(only().state.kind).toBe('ready'))
    expect(failures).toEqual([])
  })

  it('is not taken while it grows, however long that takes', async () => {
    const path = fileIn(tempFolder(), 'poll.ndjson', textOf('First'))
    const { names, only } = await watching(path, false)
    const lines = Array.from({ length: 40 }, (_, at) => `${JSON.stringify(odds(`Town ${at + 10}`))}\n`)
    const before = only().lastLoad
    writeFileSync(path, '')
    const writer = setInterval(() => {
      const line = lines.shift()
      if (line === undefined) clearInterval(writer)
      else appendFileSync(path, line)
    }, 100)
    onTestFinished(() => clearInterval(writer))
    await eventually(() => expect(only().lastLoad).not.toEqual(before))
    expect(only()).toMatchObject({ lastLoad: { taken: 40 } })
    expect(await names()).toHaveLength(40)
  })

  it('that stays broken fails with a sentence, keeps its odds, and loads when mended', async () => {
    const path = fileIn(tempFolder(), 'poll.json', textOf('River Town'))
    const { only, names } = await watching(path, false)
    writeFileSync(path, '[{"id": "cut')
    await eventually(() =>
      expect(only().state).toMatchObject({ kind: 'failed', sentence: containing('ends in') }),
    )
    expect(await names()).toEqual(['River Town'])
    writeFileSync(path, textOf('Harbor City'))
    await eventually(async () => expect(await names()).toEqual(['Harbor City']))
    await eventually(() => expect(only().state.kind).toBe('ready'))
  })

  it('that vanishes keeps its odds and says so, until it is back', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('River Town'))
    const { only, names } = await watching(path, false)
    rmSync(path)
    await eventually(() =>
      expect(only().state).toMatchObject({
        kind: 'failed',
        sentence: containing('The file “poll.json” is not there any more.'),
      }),
    )
    expect(await names()).toEqual(['River Town'])
    replace(folder, 'poll.json', textOf('Harbor City'))
    await eventually(async () => expect(await names()).toEqual(['Harbor City']))
    await eventually(() => expect(only().state.kind).toBe('ready'))
  })

  it('is not watched while it is off', async () => {
    const path = fileIn(tempFolder(), 'poll.json', textOf('River Town'))
    const { sources, only, names } = await watching(path, false)
    await sources.turn(only().id, false)
    writeFileSync(path, textOf('Harbor City'))
    expect(await names()).toEqual([])
    await sources.turn(only().id, true)
    await eventually(async () => expect(await names()).toEqual(['Harbor City']))
  })

  it('that changed while the program was not running is loaded at the next start', async () => {
    const path = fileIn(tempFolder(), 'poll.json', textOf('River Town'))
    const shelf = memoryShelf()
    const first = await watching(path, false, { shelf })
    first.sources.close()
    writeFileSync(path, textOf('Harbor City'))
    const { names } = await startSources({ shelf })
    await eventually(async () => expect(await names()).toEqual(['Harbor City']))
  })
})

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
