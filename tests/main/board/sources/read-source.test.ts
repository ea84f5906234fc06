import { chmodSync, mkdirSync, symlinkSync, truncateSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findOddsFiles, readFile } from '../../../../src/main/board/sources/read-source.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'
import { fileIn, sentenceOf } from '../../../support/board/sources-fixture.ts'

const { signal } = new AbortController()

describe('readFile', () => {
  it('reads all bytes into a buffer that can be transferred to a worker', async () => {
    const content = Buffer.alloc(3_000_000, 'odds ')
    const bytes = await readFile(fileIn(tempFolder(), 'odds.json', content), signal)
    expect(Buffer.compare(bytes, content)).toBe(0)
    expect(bytes.buffer.byteLength).toBe(content.length)
  })

  it.each<[string, (folder: string) => string, string]>([
    ['no longer exists', folder => join(folder, 'a.json'), '“a.json” no longer exists.'],
    [
      'is a folder',
      folder => (mkdirSync(join(folder, 'a')), join(folder, 'a')),
      '“a” is a folder, not a file.',
    ],
    [
      'is a link to itself',
      folder => (symlinkSync('a.json', join(folder, 'a.json')), join(folder, 'a.json')),
      '“a.json” is a link to itself.',
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
    ['lies in a file', folder => join(fileIn(folder, 'a', ''), 'b.json'), '“b.json” no longer exists.'],
  ])('names a file in the refusal when it %s', async (_, make, sentence) => {
    expect(await sentenceOf(readFile(make(tempFolder()), signal))).toBe(sentence)
  })

  it.skipIf(process.platform === 'win32')('refuses a file that the user may not read', async () => {
    const file = fileIn(tempFolder(), 'a.json', '[]')
    chmodSync(file, 0)
    // Root may read every file.
    const isRoot = process.geteuid?.() === 0
    if (isRoot) process.seteuid?.('nobody')
    const sentence = await sentenceOf(readFile(file, signal))
    if (isRoot) process.seteuid?.(0)
    expect(sentence).toContain('can’t be read: you don’t have permission')
  })

  it('ends when it is aborted', async () => {
    const file = fileIn(tempFolder(), 'a.json', Buffer.alloc(5_000_000))
    await expect(readFile(file, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' })
  })
})

describe('findOddsFiles', () => {
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
    const found = await findOddsFiles(folder)
    expect(found.map(file => file.slice(folder.length + 1))).toEqual([
      'a.ndjson',
      'b.csv.gz',
      'c.jsonl',
      'd.JSON',
      'e.csv',
    ])
    expect(await sentenceOf(findOddsFiles(join(folder, 'none')))).toBe('“none” no longer exists.')
    expect(await sentenceOf(findOddsFiles(join(folder, 'e.csv')))).toBe('“e.csv” isn’t a folder.')
  })
})
