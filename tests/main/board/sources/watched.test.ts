import { appendFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it, onTestFinished } from 'vitest'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  containing,
  eventually,
  fileIn,
  memoryShelf,
  odds,
  startSources,
  textOf,
} from '../../../support/board/sources-fixture.ts'
import { replace, watching } from '../../../support/board/watching.ts'

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
