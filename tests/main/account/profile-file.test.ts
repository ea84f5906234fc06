import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readProfileFile } from '../../../src/main/account/profile-file.ts'
import { hasPipes, otherKinds } from '../../support/storage/other-kinds.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

function fileOf(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'desk-profile-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  const file = join(folder, 'profile.json')
  writeFileSync(file, content)
  return file
}
const profile = {
  name: 'Mine',
  pricing: 'https://{book}.odds.example/',
  queue: 'https://queue.odds.example/',
  grader: 'https://grader.odds.example',
}
const read = (content: unknown) =>
  readProfileFile(fileOf(typeof content === 'string' ? content : JSON.stringify(content)))

describe('a profile file', () => {
  it('gives a profile, with or without a feed', () => {
    expect(read(profile)).toEqual({ ...profile, feed: null })
    expect(read({ ...profile, feed: ' ' })).toEqual({ ...profile, feed: null })
    expect(read({ ...profile, feed: 'https://feed.example/' })).toMatchObject({
      feed: 'https://feed.example/',
    })
  })

  it.each([
    ['{"name":', 'isn’t JSON'],
    ['', 'isn’t JSON'],
    ['[]', 'Write a JSON object with name, pricing, queue and grader.'],
    ['null', 'Write a JSON object'],
    ['"x"', 'Write a JSON object'],
    [{ ...profile, name: '' }, 'has a mistake. Give “name” a text of 1 to 60 characters.'],
    [{ ...profile, pricing: 7 }, 'Give “pricing” an address of 1 to 500 characters.'],
    [{ ...profile, queue: undefined }, 'Give “queue” an address'],
    [{ ...profile, feed: 7 }, 'Give “feed” an address'],
    [{ ...profile, key: 'a-key' }, 'Remove “key”: a profile has name, pricing, queue, grader and feed.'],
  ])('that is %j is refused in words that name the file and the place', (content, words) => {
    expect(() => read(content)).toThrow(words)
    expect(() => read(content)).toThrow('profile.json')
    expect(() => read(content)).not.toThrow('a-key')
  })

  it('that is not there is refused by its name', () => {
    expect(() => readProfileFile('/none/p.json')).toThrow('/none/p.json can’t be read')
  })

  it.skipIf(!hasPipes).each(otherKinds)('that is %s is refused', async (_, make, words) => {
    const path = await make(join(tempFolder(), 'p.json'))
    expect(() => readProfileFile(path)).toThrow(`“p.json” ${words}`)
  })

  it('of a size that no profile has is refused', () => {
    expect(() => read(' '.repeat(2 ** 16 + 1))).toThrow('is over 64 KB')
  })
})
