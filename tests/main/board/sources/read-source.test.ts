import { chmodSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { oddsFilesIn, readWhole } from '../../../../src/main/board/sources/read-source.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import {
  eventually,
  fileIn,
  sentenceOf,
  startSources,
  textOf,
} from '../../../support/board/sources-fixture.ts'

const unheard = new AbortController().signal

describe('files that are opened', () => {
  it('are a source each, loaded by itself, and loaded again when chosen again', async () => {
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

  it('are none when the dialog is closed', async () => {
    const { sources } = await startSources()
    expect([await sources.openFiles(), await sources.watch(true)]).toEqual([0, 0])
    expect(sources.list()).toEqual([])
  })

  it('say on their source why they could not be loaded, and load when that is mended', async () => {
    const folder = tempFolder()
    const path = join(folder, 'odds.json')
    const { sources, only } = await startSources({ choose: () => Promise.resolve([path]) })
    await sources.openFiles()
    const sentence = '“odds.json” is not there any more.'
    await eventually(() => expect(only().state).toMatchObject({ kind: 'failed', sentence }))
    fileIn(folder, 'odds.json', textOf('River Town'))
    await sources.load(only().id)
    expect(only()).toMatchObject({ state: { kind: 'ready' }, offers: 1 })
  })

  it('never show their path', async () => {
    const path = fileIn(tempFolder(), 'odds.json', textOf('River Town'))
    const { sources, only } = await startSources({ choose: () => Promise.resolve([path]) })
    await sources.openFiles()
    await eventually(() => expect(only().offers).toBe(1))
    expect(JSON.stringify(sources.list())).not.toContain(path.slice(0, -'odds.json'.length))
  })
})

describe('reading a file', () => {
  it('gives all its bytes, in a buffer that can be handed to a worker', async () => {
    const content = Buffer.alloc(3_000_000, 'odds ')
    const bytes = await readWhole(fileIn(tempFolder(), 'odds.json', content), unheard)
    expect(Buffer.compare(bytes, content)).toBe(0)
    expect(bytes.buffer.byteLength).toBe(content.length)
  })

  it.each<[string, (folder: string) => string, string]>([
    ['is not there', folder => join(folder, 'a.json'), '“a.json” is not there any more.'],
    [
      'is a folder',
      folder => (mkdirSync(join(folder, 'a')), join(folder, 'a')),
      '“a” is a folder, not a file.',
    ],
    [
      'is a link to itself',
      folder => (symlinkSync('a.json', join(folder, 'a.json')), join(folder, 'a.json')),
      '“a.json” is a link that leads back to itself.',
    ],
    [
      'is too large',
      folder => {
        const file = fileIn(folder, 'a.json', '')
        truncateSync(file, 1024 ** 3 + 1)
        return file
      },
      '“a.json” is over 1 GB. Split it, and add the parts.',
    ],
    ['lies in a file', folder => join(fileIn(folder, 'a', ''), 'b.json'), '“b.json” is not there any more.'],
  ])('says in a sentence that names it when it %s', async (_, make, sentence) => {
    expect(await sentenceOf(readWhole(make(tempFolder()), unheard))).toBe(sentence)
  })

  it.skipIf(process.platform === 'win32')('refuses a device without touching it', async () => {
    expect(await sentenceOf(readWhole('/dev/zero', unheard))).toContain('is a device or a pipe')
  })

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)(
    'says so when the user may not read it',
    async () => {
      const file = fileIn(tempFolder(), 'a.json', '[]')
      chmodSync(file, 0)
      expect(await sentenceOf(readWhole(file, unheard))).toContain('may not be read with your rights')
    },
  )

  it('ends when it is called off', async () => {
    const file = fileIn(tempFolder(), 'a.json', Buffer.alloc(5_000_000))
    await expect(readWhole(file, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('finds the files of odds in a folder, and no others', async () => {
    const folder = tempFolder()
    for (const name of [
      'b.csv.gz',
      'a.ndjson',
      'c.jsonl',
      'd.JSON',
      'e.csv',
      'notes.txt',
      'f.json.tmp',
      '.gz',
    ])
      fileIn(folder, name, '')
    const found = await oddsFilesIn(folder)
    expect(found.map(file => file.slice(folder.length + 1))).toEqual([
      'a.ndjson',
      'b.csv.gz',
      'c.jsonl',
      'd.JSON',
      'e.csv',
    ])
    expect(await sentenceOf(oddsFilesIn(join(folder, 'none')))).toBe('“none” is not there any more.')
  })
})
