import { appendFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, it, onTestFinished } from 'vitest'
import {
  containing,
  eventually,
  fileIn,
  memorySources,
  odds,
  startSources,
  textOf,
  type Given,
} from '../../../support/board/sources-fixture.ts'
import { replaceFile, startWatching } from '../../../support/board/watching.ts'
import { hasPipes, makePipe } from '../../../support/storage/other-kinds.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

describe('a watched file', () => {
  it('is loaded, and loaded again when it is rewritten', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('River Town'))
    const { only, names } = await startWatching(path, false)
    expect(only()).toMatchObject({ name: 'poll.json', kind: { kind: 'watch', isFolder: false }, offers: 1 })
    writeFileSync(path, textOf('River Town', 'Harbor City'))
    await eventually(() => expect(only().offers).toBe(2))
    writeFileSync(path, textOf('Bay City'))
    await eventually(async () => expect(await names()).toEqual(['Bay City']))
  })

  it('is loaded each time another file is put in its place', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('First'))
    const { names } = await startWatching(path, false)
    for (const name of ['Second', 'Third', 'Fourth']) {
      replaceFile(folder, 'poll.json', textOf(name))
      await eventually(async () => expect(await names()).toEqual([name]))
    }
  })

  it('is loaded while it is replaced too fast for its writing to end', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('First'))
    const { names } = await startWatching(path, false)
    const cities = ['Bay City', 'Harbor City', 'River Town', 'Hill City', 'Lake Town']
    let written = 0
    const poller = setInterval(() => {
      written += 1
      replaceFile(folder, 'poll.json', textOf(...cities.slice(written % cities.length)))
    }, 100)
    onTestFinished(() => clearInterval(poller))
    await eventually(async () => expect(await names()).not.toContain('First'))
  })

  it('is not loaded half while it is written in pieces', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('First'))
    const { only, names, board } = await startWatching(path, false)
    const failures: string[] = []
    board.on('changed', ({ loading }) => {
      if (loading.kind === 'failed') failures.push(loading.sentence)
    })
    const whole = textOf('Second', 'Third')
    writeFileSync(path, whole.slice(0, 20))
    await pause(50)
    appendFileSync(path, whole.slice(20))
    await eventually(async () => expect(await names()).toEqual(['Second', 'Third']))
    await eventually(() => expect(only().state.kind).toBe('ready'))
    expect(failures).toEqual([])
  })

  it('is not loaded while it grows, for longer than a file may be still', async () => {
    const path = fileIn(tempFolder(), 'poll.ndjson', textOf('First'))
    const { only } = await startWatching(path, false)
    // Written far more often than the watcher checks the size, so that a busy machine holds up both alike.
    const lines = Array.from({ length: 300 }, (_, at) => `${JSON.stringify(odds(`Town ${at}`))}\n`)
    const before = only().lastLoad
    writeFileSync(path, '')
    const writer = setInterval(() => {
      const line = lines.shift()
      if (line === undefined) clearInterval(writer)
      else appendFileSync(path, line)
    }, 5)
    onTestFinished(() => clearInterval(writer))
    await eventually(() => expect(only().lastLoad).not.toEqual(before))
    expect(only()).toMatchObject({ lastLoad: { taken: 300 }, offers: 300 })
  })

  it('fails with a sentence while it is broken, keeps its odds, and loads when mended', async () => {
    const path = fileIn(tempFolder(), 'poll.json', textOf('River Town'))
    const { only, names } = await startWatching(path, false)
    writeFileSync(path, '[{"id": "cut')
    await eventually(() =>
      expect(only().state).toMatchObject({ kind: 'failed', sentence: containing('cut off') }),
    )
    expect(await names()).toEqual(['River Town'])
    writeFileSync(path, textOf('Harbor City'))
    await eventually(async () => expect(await names()).toEqual(['Harbor City']))
    await eventually(() => expect(only().state.kind).toBe('ready'))
  })

  it('keeps its odds while it is gone, and says so until it is back', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('River Town'))
    const { only, names } = await startWatching(path, false)
    rmSync(path)
    await eventually(() =>
      expect(only().state).toMatchObject({
        kind: 'failed',
        sentence: containing('The file “poll.json” is missing.'),
      }),
    )
    expect(await names()).toEqual(['River Town'])
    replaceFile(folder, 'poll.json', textOf('Harbor City'))
    await eventually(async () => expect(await names()).toEqual(['Harbor City']))
    await eventually(() => expect(only().state.kind).toBe('ready'))
  })

  it('is not watched while it is off', async () => {
    const folder = tempFolder()
    const path = fileIn(folder, 'poll.json', textOf('River Town'))
    // A second one, which is on, shows that changes have been seen.
    const other = fileIn(folder, 'other.json', textOf('Bay City'))
    const { sources, names } = await startSources({ choose: () => Promise.resolve([path, other]) })
    await sources.watch(false)
    await eventually(async () => expect(await names()).toEqual(['Bay City', 'River Town']))
    const id = sources.list().find(({ name }) => name === 'poll.json')?.id ?? ''
    await sources.setEnabled(id, false)
    writeFileSync(path, textOf('Harbor City'))
    writeFileSync(other, textOf('Hill City'))
    await eventually(async () => expect(await names()).toEqual(['Hill City']))
    await sources.setEnabled(id, true)
    await eventually(async () => expect(await names()).toEqual(['Harbor City', 'Hill City']))
  })

  it('is loaded at the next start when it changed meanwhile', async () => {
    const path = fileIn(tempFolder(), 'poll.json', textOf('River Town'))
    const storedSources = memorySources()
    const first = await startWatching(path, false, { storedSources })
    first.sources.close()
    writeFileSync(path, textOf('Harbor City'))
    const { names } = await startSources({ storedSources })
    await eventually(async () => expect(await names()).toEqual(['Harbor City']))
  })
})

describe('a watched folder', () => {
  it('is one source of all its files, with those that come and without those that go', async () => {
    const folder = tempFolder()
    fileIn(folder, 'a.json', textOf('River Town'))
    fileIn(folder, 'notes.txt', 'not odds')
    const { only, names } = await startWatching(folder, true)
    fileIn(folder, 'b.json', textOf('Harbor City', 'Bay City'))
    await eventually(() => expect(only()).toMatchObject({ offers: 3, lastLoad: { taken: 3 } }))
    rmSync(join(folder, 'a.json'))
    await eventually(async () => expect(await names()).toEqual(['Bay City', 'Harbor City']))
    await eventually(() => expect(only().lastLoad).toMatchObject({ taken: 2 }))
    expect(only().kind).toEqual({ kind: 'watch', isFolder: true })
  })

  it('loads the other files when one is broken, and says what is wrong', async () => {
    const folder = tempFolder()
    fileIn(folder, 'a.json', textOf('River Town'))
    const { only, names } = await startWatching(folder, true)
    fileIn(folder, 'b.json', '{')
    await eventually(() => expect(only().state.kind).toBe('failed'))
    fileIn(folder, 'c.json', textOf('Harbor City'))
    await eventually(async () => expect(await names()).toEqual(['Harbor City', 'River Town']))
    await eventually(() => expect(only().state.kind).toBe('failed'))
    fileIn(folder, 'b.json', textOf('Bay City'))
    await eventually(() => expect(only().state.kind).toBe('ready'))
    expect(only().offers).toBe(3)
  })

  it.skipIf(!hasPipes)('loads the other files beside a pipe, and names the pipe', async () => {
    const folder = tempFolder()
    fileIn(folder, 'a.json', textOf('River Town'))
    const { only, names } = await startWatching(folder, true)
    makePipe(join(folder, 'b.json'))
    fileIn(folder, 'c.json', textOf('Harbor City'))
    await eventually(async () => expect(await names()).toEqual(['Harbor City', 'River Town']))
    const sentence = '“b.json” is a pipe, not a file.'
    await eventually(() => expect(only().state).toMatchObject({ kind: 'failed', sentence }))
    rmSync(join(folder, 'b.json'))
    await eventually(() => expect(only().state.kind).toBe('ready'))
  })

  it('keeps its odds while it is gone, says so, and is watched again when it is back', async () => {
    const folder = join(tempFolder(), 'poller')
    mkdirSync(folder)
    fileIn(folder, 'a.json', textOf('River Town'))
    const { only, names } = await startWatching(folder, true)
    rmSync(folder, { recursive: true })
    await eventually(() =>
      expect(only().state).toMatchObject({
        kind: 'failed',
        sentence: containing('The folder “poller” is missing.'),
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
  /** Ends a program and returns the start of the next one. */
  async function ended(folder: string, first: Awaited<ReturnType<typeof startWatching>>, given: Given) {
    first.sources.close()
    await first.board.close()
    return () => startSources({ ...given, choose: () => Promise.resolve([folder]) })
  }
  const kept = (): Given => ({ storedSources: memorySources(), boardFile: join(tempFolder(), 'mine.board') })

  it('drops the odds of files that are gone', async () => {
    const [folder, given] = [tempFolder(), kept()]
    fileIn(folder, 'a.json', textOf('River Town'))
    fileIn(folder, 'b.json', textOf('Harbor City'))
    const first = await startWatching(folder, true, given)
    await eventually(() => expect(first.only().offers).toBe(2))
    const startAgain = await ended(folder, first, given)
    rmSync(join(folder, 'b.json'))
    const { names } = await startAgain()
    await eventually(async () => expect(await names()).toEqual(['River Town']))
  })

  it('loads a file again that had failed, though another was loaded after it', async () => {
    const [folder, given] = [tempFolder(), kept()]
    fileIn(folder, 'a.json', textOf('River Town'))
    fileIn(folder, 'b.json', textOf('Harbor City'))
    const first = await startWatching(folder, true, given)
    await eventually(() => expect(first.only().offers).toBe(2))
    fileIn(folder, 'b.json', '[{"id": "cut')
    await eventually(() => expect(first.only().state.kind).toBe('failed'))
    fileIn(folder, 'a.json', textOf('River Town', 'Bay City'))
    await eventually(() => expect(first.only()).toMatchObject({ offers: 3, lastLoad: { taken: 3 } }))
    const { names, only } = await (await ended(folder, first, given))()
    await eventually(() =>
      expect(only().state).toMatchObject({ kind: 'failed', sentence: containing('cut off') }),
    )
    expect(await names()).toEqual(['Bay City', 'Harbor City', 'River Town'])
  })

  it('keeps its odds when the folder is gone', async () => {
    const [folder, given] = [join(tempFolder(), 'poller'), kept()]
    mkdirSync(folder)
    fileIn(folder, 'a.json', textOf('River Town'))
    const first = await startWatching(folder, true, given)
    const startAgain = await ended(folder, first, given)
    rmSync(folder, { recursive: true })
    const { names, only, sources } = await startAgain()
    await eventually(() => expect(only().state.kind).toBe('failed'))
    await expect(sources.load(only().id)).rejects.toThrow()
    expect(await names()).toEqual(['River Town'])
  })
})

describe('a watched folder loaded by the user', () => {
  it('drops the odds of a file whose removal was missed', async () => {
    const folder = tempFolder()
    fileIn(folder, 'a.json', textOf('River Town'))
    const { sources, board, names, only } = await startWatching(folder, true)
    const { id } = only()
    const bytes = new TextEncoder().encode(textOf('Bay City'))
    await board.load({ source: { id: `${id}.0123456789abcdef`, name: 'missed' }, bytes })
    expect(await names()).toEqual(['Bay City', 'River Town'])
    await sources.load(id)
    expect(await names()).toEqual(['River Town'])
  })
})
