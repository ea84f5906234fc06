import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Board } from '../../../../src/main/board/board.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  containing,
  matching,
  bytesOf,
  fileIn,
  memoryShelf,
  sentenceOf,
  startSources,
  workerFile,
} from '../../../support/board/sources-fixture.ts'

const noon = new Date(2026, 0, 10, 12, 5).getTime()
const copiesIn = (folder: string) => readdirSync(join(folder, 'board'))

describe('odds that are pasted or dropped', () => {
  it('are a source named by the time of day, with what it brought', async () => {
    const { sources, only } = await startSources({ now: () => noon })
    const report = await sources.add({ bytes: bytesOf('River Town', 'Harbor City'), name: null })
    expect(report).toMatchObject({ source: 'Pasted at 12:05', taken: 2 })
    expect(only()).toEqual({
      id: matching(/^paste-[0-9a-f]+$/),
      name: 'Pasted at 12:05',
      kind: { kind: 'paste' },
      isOn: true,
      state: { kind: 'ready', at: report.at },
      offers: 2,
      lastLoad: report,
      covers: [],
      owed: 0,
      calls: 0,
    })
  })

  it('keep the name of the file that was dropped', async () => {
    const { sources, only } = await startSources()
    await sources.add({ bytes: gzipSync(bytesOf('River Town')), name: 'odds.json.gz' })
    expect(only()).toMatchObject({ name: 'odds.json.gz', kind: { kind: 'file' }, offers: 1 })
  })

  it('leave the board when turned off, and are read from their copy when turned on', async () => {
    const { sources, only, names } = await startSources()
    await sources.add({ bytes: bytesOf('River Town'), name: null })
    const { id } = only()
    await sources.turn(id, false)
    expect(only()).toMatchObject({ isOn: false, offers: 0, state: { kind: 'ready' } })
    expect(await names()).toEqual([])
    expect(await sentenceOf(sources.load(id))).toContain('Turn it on')
    await sources.turn(id, true)
    await sources.load(id)
    expect(only()).toMatchObject({ isOn: true, offers: 1 })
    expect(await names()).toEqual(['River Town'])
  })

  it('are forgotten with their copy when removed', async () => {
    const { sources, only, names, folder, shelf } = await startSources()
    await sources.add({ bytes: bytesOf('River Town'), name: null })
    expect(copiesIn(folder)).toEqual([`mine.${only().id}.gz`])
    await sources.remove(only().id)
    expect([sources.list(), await names(), copiesIn(folder)]).toEqual([[], [], []])
    expect(shelf.read('mine')).toEqual([])
  })

  it('are no source when they cannot be read, and what was there stays', async () => {
    const { sources, only, names, folder } = await startSources()
    await sources.add({ bytes: bytesOf('River Town'), name: null })
    const cut = new TextEncoder().encode('[{"id": "cut')
    expect(await sentenceOf(sources.add({ bytes: cut, name: 'cut.json' }))).toContain('ends in the middle')
    expect(only().name).toMatch(/^Pasted/)
    expect(await names()).toEqual(['River Town'])
    expect(copiesIn(folder)).toHaveLength(1)
  })

  it('are there after a restart, and come back from their copies when the stored board is lost', async () => {
    const shelf = memoryShelf()
    const first = await startSources({ shelf })
    await first.sources.add({ bytes: bytesOf('River Town'), name: null })
    first.sources.close()
    const again = await startSources({ shelf, folder: first.folder, board: new Board({ workerFile }) })
    const { id } = again.only()
    await again.sources.load(id)
    expect(again.only()).toMatchObject({ id, offers: 1, state: { kind: 'ready' } })
    expect(await again.names()).toEqual(['River Town'])
  })

  it('are good for this session where no copy can be kept', async () => {
    const { sources, only } = await startSources({ folder: fileIn(tempFolder(), 'a file', '') })
    await sources.add({ bytes: bytesOf('River Town'), name: null })
    await sources.turn(only().id, false)
    await sources.turn(only().id, true)
    expect(await sentenceOf(sources.load(only().id))).toContain('is not there any more')
    expect(only().state).toMatchObject({ kind: 'failed', sentence: containing('not there') })
  })

  it('wait while the board of their profile is being opened', async () => {
    const { sources, only } = await startSources()
    sources.close()
    const added = sources.add({ bytes: bytesOf('River Town'), name: null })
    expect(sources.list()).toEqual([])
    sources.open('mine')
    expect(await added).toMatchObject({ taken: 1 })
    expect(only().offers).toBe(1)
  })
})
