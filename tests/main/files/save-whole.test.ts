import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { saveWhole } from '../../../src/main/files/save-whole.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import { hasPipes, otherKinds } from '../../support/storage/other-kinds.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const storage = (sentence: unknown) => ({ failure: { kind: 'storage', sentence } })

/** Names of the parts that are in the folder while a file of two parts is written there. */
async function findPartsDuring(folder: string, name: string, parts = ['one ', 'two']): Promise<string[]> {
  const seen = new Set<string>()
  await saveWhole(
    join(folder, name),
    (async function* () {
      for (const part of parts) {
        for (const each of readdirSync(folder)) if (each.endsWith('.part')) seen.add(each)
        yield await Promise.resolve(part)
      }
    })(),
  )
  return [...seen]
}

describe('saveWhole', () => {
  it('writes beside the file, under another name each time, and leaves the file alone', async () => {
    const folder = tempFolder()
    const names = [
      ...(await findPartsDuring(folder, 'out.csv')),
      ...(await findPartsDuring(folder, 'out.csv')),
    ]
    expect(names).toHaveLength(2)
    expect(new Set(names).size).toBe(2)
    for (const name of names) expect(name).toMatch(/^out\.csv\.[0-9a-f]{16}\.part$/)
    expect(readdirSync(folder)).toEqual(['out.csv'])
    expect(readFileSync(join(folder, 'out.csv'), 'utf8')).toBe('one two')
  })

  it('syncs the file before it gets its name', async () => {
    const folder = tempFolder()
    await using any = await open(join(folder, 'any'), 'w')
    const allHandles = z.custom<FileHandle>().parse(Object.getPrototypeOf(any))
    const names: string[][] = []
    const sync = vi.spyOn(allHandles, 'sync').mockImplementation(() => {
      names.push(readdirSync(folder))
      return Promise.resolve()
    })
    await saveWhole(join(folder, 'out.csv'), ['odds'])
    sync.mockRestore()
    expect(names).toEqual([['any', expect.stringMatching(/\.part$/)]])
  })

  it('takes a name as long as names may be', async () => {
    const folder = tempFolder()
    const name = `${'é'.repeat(125)}.csv`
    await saveWhole(join(folder, name), ['odds'])
    expect(readdirSync(folder)).toEqual([name])
  })

  it('follows no link that waits under the name of a part, nor one in the place of the file', async () => {
    const folder = tempFolder()
    const [target, path] = [join(folder, 'target'), join(folder, 'out.csv')]
    writeFileSync(target, 'private')
    symlinkSync(target, `${path}.part`)
    symlinkSync(target, path)
    await saveWhole(path, ['odds'])
    expect(readFileSync(target, 'utf8')).toBe('private')
    expect(readFileSync(path, 'utf8')).toBe('odds')
  })

  it.each<[string, (folder: string) => Iterable<string>, object]>([
    [
      'its parts fail',
      function* () {
        yield 'one'
        throw new Refusal({ kind: 'storage', sentence: 'No more.' })
      },
      storage('No more.'),
    ],
    [
      'its place is taken by a folder meanwhile',
      function* (folder) {
        yield 'one'
        mkdirSync(join(folder, 'out.csv', 'full'), { recursive: true })
      },
      storage('out.csv couldn’t be saved. Choose another folder or free up disk space.'),
    ],
  ])('leaves nothing behind when %s', async (_, makeParts, failure) => {
    const folder = tempFolder()
    await expect(saveWhole(join(folder, 'out.csv'), makeParts(folder))).rejects.toMatchObject(failure)
    expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([])
  })

  it.skipIf(!hasPipes).each(otherKinds)('does not put a file in the place of %s', async (_, make) => {
    const path = await make(join(tempFolder(), 'out.csv'))
    const sentence = 'out.csv already exists and isn’t a file. Choose another name.'
    await expect(saveWhole(path, ['odds'])).rejects.toMatchObject(storage(sentence))
  })
})
