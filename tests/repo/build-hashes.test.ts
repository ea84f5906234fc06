import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareHashes, findDifferences, toHashes } from '../../tools/release/build-hashes.ts'
import { tempFolder } from '../support/storage/temp-folder.ts'

const usual = { 'out/main.js': 'main', 'out/main.js.map': '{}', 'linux-x64/app.asar': 'archive' }

function build(files: Readonly<Record<string, string>>): Map<string, string> {
  const folder = tempFolder()
  return new Map(
    Object.entries(files).map(([name, content]) => {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, content)
      return [name, path]
    }),
  )
}

describe('findDifferences of two builds', () => {
  it('finds none where all files are the same', () =>
    expect(findDifferences(build(usual), build(usual))).toEqual([]))

  it.each([
    ['a byte', { 'out/main.js': 'mAin' }, 'out/main.js: differs from byte 1\n  "main"\n  "mAin"'],
    ['a longer file', { 'out/main.js': 'main!' }, 'out/main.js: differs from byte 4'],
    ['an empty file', { 'out/main.js': '' }, 'out/main.js: differs from byte 0'],
    ['a source map', { 'out/main.js.map': '[]' }, 'out/main.js.map: differs from byte 0'],
    ['an archive', { 'linux-x64/app.asar': 'arch' }, 'linux-x64/app.asar: differs from byte 4'],
    ['a file more', { 'out/more.js': '' }, 'out/more.js: only in the second build'],
  ])('names %s, whichever build is first', (_, change, words) => {
    const [first, second] = [build(usual), build({ ...usual, ...change })]
    expect(findDifferences(first, second)).toEqual([expect.stringContaining(words)])
    expect(findDifferences(second, first)).toHaveLength(1)
  })
})

describe('toHashes', () => {
  it('has one hash of all of `out` and one of each archive, none of which other files leave the same', () => {
    const hashes = toHashes(build(usual))
    expect(hashes.map(line => line.replace(/^[0-9a-f]{64} {2}/, ''))).toEqual(['out', 'linux-x64/app.asar'])
    expect(toHashes(build(usual))).toEqual(hashes)
    expect(toHashes(build({ ...usual, 'out/main.js.map': '[]' }))[0]).not.toBe(hashes[0])
    expect(toHashes(build({ ...usual, 'linux-x64/app.asar': 'x' }))[1]).not.toBe(hashes[1])
  })
})

describe('compareHashes with a published list', () => {
  const line = (digit: string, name: string) => `${digit.repeat(64)}  ${name}`
  const [out, linux] = [line('a', 'out'), line('b', 'linux-x64/app.asar')]
  const mac = line('c', 'mac-x64/app.asar')
  const compare = (list: string, elsewhere: readonly string[] = []) =>
    compareHashes([out, linux], list, elsewhere)

  it.each([`${out}\n${linux}\n`, `${linux}\n${out}`, `${out}\r\n${linux}\r\n`])('agrees with %j', list =>
    expect(compare(list)).toEqual([]),
  )

  it.each([
    ['an empty list', '', [`only this build has ${out}`, `only this build has ${linux}`]],
    ['a list that is cut off', `${out}\n`, [`only this build has ${linux}`]],
    ['half a line', `${out}\n${linux.slice(0, 40)}`, [`only this build has ${linux}`, expect.any(String)]],
    [
      'another hash',
      `${out}\n${line('d', 'linux-x64/app.asar')}`,
      [`only this build has ${linux}`, `only the list has ${line('d', 'linux-x64/app.asar')}`],
    ],
    ['another hash beside the same', `${out}\n${linux}\n${line('d', 'out')}`, [expect.any(String)]],
    ['the hash of another file', `${out}\n${linux}\n${mac}`, [`only the list has ${mac}`]],
  ])('does not agree with %s', (_, list, words) => expect(compare(list)).toEqual(words))

  it('passes over an archive that cannot be packed on this system, in a line as it must be', () => {
    expect(compare(`${out}\n${linux}\n${mac}`, ['mac-x64/app.asar'])).toEqual([])
    expect(compare(`${out}\n${linux}\nx  mac-x64/app.asar`, ['mac-x64/app.asar'])).toHaveLength(1)
    expect(compare(mac, ['mac-x64/app.asar'])).toHaveLength(2)
  })
})
