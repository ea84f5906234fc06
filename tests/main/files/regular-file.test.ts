import { readSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readOpen, readRegularFile, readRegularText } from '../../../src/main/files/regular-file.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import { hasPipes, makePipe, otherKinds } from '../../support/storage/other-kinds.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const { signal } = new AbortController()
const limit = { bytes: 10, reason: 'is too long' }

/** Sentence of the refusal that `read` ends with. */
async function sentenceOf(read: () => unknown): Promise<string> {
  try {
    await read()
  } catch (error) {
    if (error instanceof Refusal && 'sentence' in error.failure) return error.failure.sentence
    throw error
  }
  return ''
}

const readers: readonly [string, (path: string) => unknown][] = [
  ['readRegularFile', path => readRegularFile(path, limit, signal)],
  ['readRegularText', path => readRegularText(path, limit)],
  ['readOpen', path => readOpen(path, file => readSync(file, new Uint8Array(1)))],
]

describe.each(readers)('%s', (_, read) => {
  it.skipIf(!hasPipes).each(otherKinds)(
    'refuses %s by name, and does not wait',
    async (_kind, make, words) => {
      const path = await make(join(tempFolder(), 'odds.json'))
      expect(await sentenceOf(() => read(path))).toBe(`“odds.json” ${words}`)
    },
  )

  it('names a file without characters that could turn or hide a part of the name', async () => {
    const path = join(tempFolder(), 'odds\u202Enosj.\u200Bexe')
    expect(await sentenceOf(() => read(path))).toBe('“oddsnosj.exe” no longer exists.')
  })

  it('refuses a path at which there is nothing, and a link to itself', async () => {
    const folder = tempFolder()
    symlinkSync('loop.json', join(folder, 'loop.json'))
    expect(await sentenceOf(() => read(join(folder, 'a.json')))).toBe('“a.json” no longer exists.')
    expect(await sentenceOf(() => read(join(folder, 'loop.json')))).toBe('“loop.json” is a link to itself.')
  })
})

describe('a reader of files', () => {
  it('reads a file up to its limit, also through a link', async () => {
    const folder = tempFolder()
    const [file, link] = [join(folder, 'a'), join(folder, 'b')]
    symlinkSync(file, link)
    writeFileSync(file, '0123456789')
    expect(Buffer.from(await readRegularFile(link, limit, signal)).toString()).toBe('0123456789')
    expect(readRegularText(link, limit)).toBe('0123456789')
    writeFileSync(file, '0123456789a')
    expect(await sentenceOf(() => readRegularFile(file, limit, signal))).toBe('“a” is too long.')
    expect(await sentenceOf(() => readRegularText(file, limit))).toBe('“a” is too long.')
    writeFileSync(file, '')
    expect(await readRegularFile(file, limit, signal)).toHaveLength(0)
  })

  it.skipIf(!hasPipes)('never waits for a pipe that takes the place of a file just then', async () => {
    const folder = tempFolder()
    const path = join(folder, 'odds.json')
    writeFileSync(join(folder, 'file'), 'odds')
    makePipe(join(folder, 'pipe'))
    writeFileSync(path, 'odds')
    const swaps = new Worker(
      `const { linkSync, renameSync } = require('node:fs')
       const [folder, path] = require('node:worker_threads').workerData
       for (;;) for (const kind of ['pipe', 'file']) {
         linkSync(folder + '/' + kind, folder + '/next')
         renameSync(folder + '/next', path)
       }`,
      { eval: true, workerData: [folder, path] },
    )
    onTestFinished(async () => {
      await swaps.terminate()
    })
    const outcomes = ['', '“odds.json” is a pipe, not a file.']
    const seen = new Set<string>()
    // The pipe is there between the check and the opening about once in a thousand rounds.
    for (let round = 0; round < 20_000 || seen.size < outcomes.length; round++)
      seen.add(await sentenceOf(() => readRegularText(path, limit)))
    expect([...seen].toSorted()).toEqual(outcomes)
  })
})
