import { mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { Board } from '../../../../src/main/board/board.ts'
import { StoredTexts } from '../../../../src/main/board/sources/read-source.ts'
import { Uploads } from '../../../../src/main/board/sources/sources.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import { hasPipes, otherKinds } from '../../../support/storage/other-kinds.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  containing,
  matching,
  bytesOf,
  eventually,
  fileIn,
  memorySources,
  sentenceOf,
  startSources,
  textOf,
  workerFile,
} from '../../../support/board/sources-fixture.ts'

const noon = new Date(2026, 0, 10, 12, 5).getTime()
const copiesIn = (folder: string) => readdirSync(join(folder, 'board'))

describe('Sources, with odds that are pasted or dropped', () => {
  it('names a paste by the time of day and reports on it', async () => {
    const { sources, only } = await startSources({ now: () => noon })
    const report = await sources.add({ bytes: bytesOf('River Town', 'Harbor City'), name: null })
    expect(report).toMatchObject({ source: 'Pasted at 12:05 PM', taken: 2 })
    expect(only()).toEqual({
      id: matching(/^paste-[0-9a-f]+$/),
      name: 'Pasted at 12:05 PM',
      kind: { kind: 'paste' },
      isOn: true,
      state: { kind: 'ready', at: report.at },
      offers: 2,
      lastLoad: report,
      overrides: [],
      needsReload: false,
      calls: 0,
    })
  })

  it('keeps the name of a dropped file', async () => {
    const { sources, only } = await startSources()
    await sources.add({ bytes: gzipSync(bytesOf('River Town')), name: 'odds.json.gz' })
    expect(only()).toMatchObject({ name: 'odds.json.gz', kind: { kind: 'file' }, offers: 1 })
  })

  it('takes them off the board when turned off, and reads their copy when turned on', async () => {
    const { sources, only, names } = await startSources()
    await sources.add({ bytes: bytesOf('River Town'), name: null })
    const { id } = only()
    await sources.setEnabled(id, false)
    expect(only()).toMatchObject({ isOn: false, offers: 0, state: { kind: 'ready' } })
    expect(await names()).toEqual([])
    expect(await sentenceOf(sources.load(id))).toContain('Turn it on')
    await sources.setEnabled(id, true)
    await sources.load(id)
    expect(only()).toMatchObject({ isOn: true, offers: 1 })
    expect(await names()).toEqual(['River Town'])
  })

  it('removes them with their copy', async () => {
    const { sources, only, names, folder, storedSources } = await startSources()
    await sources.add({ bytes: bytesOf('River Town'), name: null })
    expect(copiesIn(folder)).toEqual([`mine.${only().id}.gz`])
    await sources.remove(only().id)
    expect([sources.list(), await names(), copiesIn(folder)]).toEqual([[], [], []])
    expect(storedSources.read('mine')).toEqual([])
  })

  it('adds no source when they cannot be read, and keeps the others', async () => {
    const { sources, only, names, folder } = await startSources()
    await sources.add({ bytes: bytesOf('River Town'), name: null })
    const cut = new TextEncoder().encode('[{"id": "cut')
    expect(await sentenceOf(sources.add({ bytes: cut, name: 'cut.json' }))).toContain('was cut off')
    expect(only().name).toMatch(/^Pasted/)
    expect(await names()).toEqual(['River Town'])
    expect(copiesIn(folder)).toHaveLength(1)
  })

  it('restores them after a restart, from their copies when the stored board is lost', async () => {
    const storedSources = memorySources()
    const first = await startSources({ storedSources })
    await first.sources.add({ bytes: bytesOf('River Town'), name: null })
    first.sources.close()
    const again = await startSources({
      storedSources,
      folder: first.folder,
      board: new Board({ workerFile }),
    })
    const { id } = again.only()
    await again.sources.load(id)
    expect(again.only()).toMatchObject({ id, offers: 1, state: { kind: 'ready' } })
    expect(await again.names()).toEqual(['River Town'])
  })

  it('writes their copies over no file that a link leads to', async () => {
    const folder = tempFolder()
    const target = fileIn(folder, 'target', 'private')
    const texts = new StoredTexts(join(folder, 'board'))
    mkdirSync(join(folder, 'board'))
    symlinkSync(target, join(folder, 'board', 'own.paste-1.gz.new'))
    await texts.write('own', 'paste-1', bytesOf('River Town'))
    expect(readFileSync(target, 'utf8')).toBe('private')
    expect(readdirSync(join(folder, 'board'))).toEqual(['own.paste-1.gz'])
  })

  it('has them for this session when no copy can be written', async () => {
    const { sources, only } = await startSources({ folder: fileIn(tempFolder(), 'a file', '') })
    await sources.add({ bytes: bytesOf('River Town'), name: null })
    await sources.setEnabled(only().id, false)
    await sources.setEnabled(only().id, true)
    expect(await sentenceOf(sources.load(only().id))).toContain('no longer exists')
    expect(only().state).toMatchObject({ kind: 'failed', sentence: containing('no longer exists') })
  })

  it('waits while the board of the profile is being opened', async () => {
    const { sources, only } = await startSources()
    sources.close()
    const added = sources.add({ bytes: bytesOf('River Town'), name: null })
    expect(sources.list()).toEqual([])
    sources.open('mine')
    expect(await added).toMatchObject({ taken: 1 })
    expect(only().offers).toBe(1)
  })
})

describe('Sources, with files that are opened', () => {
  it('loads each file as a source, and again when it is chosen again', async () => {
    const folder = tempFolder()
    const paths = [
      fileIn(folder, 'a.json', textOf('River Town')),
      fileIn(folder, 'b.json.gz', gzipSync(textOf('Harbor City'))),
    ]
    const { sources, names } = await startSources({ choose: () => Promise.resolve(paths) })
    expect(await sources.openFiles()).toBe(2)
    await eventually(() => expect(sources.list().map(({ offers }) => offers)).toEqual([1, 1]))
    expect(sources.list().map(({ name }) => name)).toEqual(['a.json', 'b.json.gz'])
    fileIn(folder, 'a.json', textOf('Bay City'))
    await sources.openFiles()
    await eventually(async () => expect(await names()).toEqual(['Bay City', 'Harbor City']))
    expect(sources.list()).toHaveLength(2)
  })

  it('adds none when the dialog is closed', async () => {
    const { sources } = await startSources()
    expect([await sources.openFiles(), await sources.watch(true)]).toEqual([0, 0])
    expect(sources.list()).toEqual([])
  })

  it('says why a file could not be loaded, and loads it when that is mended', async () => {
    const folder = tempFolder()
    const path = join(folder, 'odds.json')
    const { sources, only } = await startSources({ choose: () => Promise.resolve([path]) })
    await sources.openFiles()
    const sentence = '“odds.json” no longer exists.'
    await eventually(() => expect(only().state).toMatchObject({ kind: 'failed', sentence }))
    fileIn(folder, 'odds.json', textOf('River Town'))
    await sources.load(only().id)
    expect(only()).toMatchObject({ state: { kind: 'ready' }, offers: 1 })
  })

  it.skipIf(!hasPipes).each(otherKinds)('refuses %s by name', async (_, make, words) => {
    const path = await make(join(tempFolder(), 'odds.json'))
    const { sources, only } = await startSources({ choose: () => Promise.resolve([path]) })
    await sources.openFiles()
    const sentence = `“odds.json” ${words}`
    await eventually(() => expect(only().state).toMatchObject({ kind: 'failed', sentence }))
  })

  it('never shows their path', async () => {
    const path = fileIn(tempFolder(), 'odds.json', textOf('River Town'))
    const { sources, only } = await startSources({ choose: () => Promise.resolve([path]) })
    await sources.openFiles()
    await eventually(() => expect(only().offers).toBe(1))
    expect(JSON.stringify(sources.list())).not.toContain(path.slice(0, -'odds.json'.length))
  })
})

const part = (upload: string, text: string, isLast: boolean) => ({
  upload,
  bytes: new TextEncoder().encode(text),
  isLast,
})
const textIn = (bytes: Uint8Array | undefined) => new TextDecoder().decode(bytes)

describe('Uploads', () => {
  it('gives the whole with the last part, each upload for itself', () => {
    const uploads = new Uploads()
    expect(uploads.add(part('a', '[“', false))).toBeUndefined()
    expect(textIn(uploads.add(part('b', '{}', true)))).toBe('{}')
    expect(textIn(uploads.add(part('a', '”]', true)))).toBe('[“”]')
    expect(textIn(uploads.add(part('a', 'again', true)))).toBe('again')
    expect(uploads.add(part('c', '', true))).toHaveLength(0)
  })

  it('keeps every byte as it is, also inside a character that two parts share', () => {
    const uploads = new Uploads()
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
    uploads.add({ upload: 'a', bytes: bytes.subarray(0, 200), isLast: false })
    const whole = uploads.add({ upload: 'a', bytes: bytes.subarray(200), isLast: true })
    expect([...(whole ?? [])]).toEqual([...bytes])
  })

  it('forgets an unfinished upload for newer ones', () => {
    const uploads = new Uploads()
    for (const upload of ['a', 'b', 'c', 'd', 'e']) uploads.add(part(upload, upload, false))
    expect(textIn(uploads.add(part('a', '!', true)))).toBe('!')
    expect(textIn(uploads.add(part('e', '!', true)))).toBe('e!')
  })

  it('forgets first the upload that has not grown for longest', () => {
    const uploads = new Uploads()
    for (const upload of ['a', 'b', 'c', 'd', 'a', 'e']) uploads.add(part(upload, upload, false))
    expect(textIn(uploads.add(part('a', '!', true)))).toBe('aa!')
    expect(textIn(uploads.add(part('b', '!', true)))).toBe('!')
  })

  it('refuses an upload over 256 MB, and forgets it', () => {
    const uploads = new Uploads()
    const bytes = new Uint8Array(64 * 1024 * 1024)
    for (let times = 0; times < 4; times++) uploads.add({ upload: 'a', bytes, isLast: false })
    expect(() => uploads.add(part('a', 'x', true))).toThrow(Refusal)
    expect(uploads.add(part('a', 'x', true))).toHaveLength(1)
  })
})
