import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, posix, resolve, win32 } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import packageFile from '../../../package.json' with { type: 'json' }
import { parseEnvelope } from '../../../src/main/updates/envelope.ts'
import { isWithin } from '../../../tools/release/release-files.ts'
import { toPlainNotes } from '../../../tools/release/update-manifest.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const { version } = packageFile
const tools = resolve(import.meta.dirname, '../../../tools/release')

function inFolder(folder = tempFolder()) {
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(tools, 'manifest.mjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout: stdout.trim(), stderr }
  }
  return { folder, run }
}

/** Makes three keys and a manifest of two packages, signed by the first of them. */
function release(signers: number, place = tempFolder()) {
  const { folder, run } = inFolder(place)
  const names = ['a', 'b', 'c']
  const keys = names.map(name => run('new-key', `${name}.pem`).stdout)
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ threshold: 2, keys }))
  writeFileSync(join(folder, 'notes.md'), '### Added\n\n- **Updates** of `0.2`.\n')
  for (const name of ['linux-x86_64.AppImage', 'win-x64.exe', 'linux-amd64.deb'])
    writeFileSync(join(folder, `parlay-desk-${version}-${name}`), name)
  const made = run(
    ...['make', 'update.json', '--number', '8', '--packages', folder, '--notes', 'notes.md'],
    ...['--address', 'https://updates.example/', '--hosts', 'files.example', '--without', 'mac'],
  )
  const { sign, check } = holdersIn(folder)
  for (const name of names.slice(0, signers)) sign(name)
  return { folder, run, made, sign, check }
}

function holdersIn(folder: string) {
  const { run } = inFolder(folder)
  const sign = (name: string, packages = folder) =>
    run('sign', 'update.json', '--key', `${name}.pem`, '--packages', packages)
  const check = (...args: readonly string[]) => run('check', 'update.json', '--keys', 'keys.json', ...args)
  return { folder, run, sign, check }
}

const signedByOne = mkdtempSync(join(tmpdir(), 'release-manifest-'))
beforeAll(() => void release(1, signedByOne))
afterAll(() => rmSync(signedByOne, { recursive: true }))
/** A copy of a manifest that one holder has signed. */
function secondHolder() {
  const folder = tempFolder()
  cpSync(signedByOne, folder, { recursive: true })
  return holdersIn(folder)
}

const readEnvelope = (folder: string) => parseEnvelope(readFileSync(join(folder, 'update.json'), 'utf8'))

/** Ways to change a manifest before its second holder signs it. */
function changesOf(folder: string) {
  const envelope = (fields: object) =>
    writeFileSync(join(folder, 'update.json'), JSON.stringify({ ...readEnvelope(folder), ...fields }))
  const read = () => Buffer.from(readEnvelope(folder).payload, 'base64').toString()
  const write = (payload: string) => envelope({ payload: Buffer.from(payload).toString('base64') })
  return {
    envelope,
    content: (fields: object) =>
      write(JSON.stringify({ ...z.looseObject({}).parse(JSON.parse(read())), ...fields })),
    text: (from: string | RegExp, to: string) => write(read().replace(from, to)),
  }
}
type Changes = ReturnType<typeof changesOf>

describe('tools/release/manifest.mjs', () => {
  it('makes a manifest that a program accepts once two holders have signed it', () => {
    const { check, made, folder } = release(2)
    expect(made).toMatchObject({ status: 0, stderr: '' })
    const { status, stdout } = check()
    expect(status).toBe(0)
    expect(stdout).toContain('A program accepts it: 2 of its keys')
    expect(stdout).not.toContain('.deb')
    expect(statSync(join(folder, 'a.pem')).mode & 0o077).toBe(0)
  })

  it.each([0, 1])('has its check refuse a manifest that %d have signed', signers => {
    const { status, stderr } = release(signers).check()
    expect(status).toBe(1)
    expect(stderr).toContain('too-few-signatures')
  })

  it('replaces the signature of a key that signs twice', () => {
    const { sign, folder, check } = release(2)
    sign('b')
    expect(readEnvelope(folder).signatures).toHaveLength(2)
    expect(check().status).toBe(0)
  })

  it('shows every field to the second holder, signed by one or none', () => {
    const { check, folder, sign } = secondHolder()
    const image = `parlay-desk-${version}-linux-x86_64.AppImage`
    const sha512 = createHash('sha512').update('linux-x86_64.AppImage').digest('hex')
    for (const { stdout } of [check(), sign('b')]) {
      expect(stdout).toContain(`version   ${version}\nnumber    8\nreleased  20`)
      expect(stdout).toMatch(/^expires {3}20/m)
      expect(stdout).toContain('folder    https://updates.example/\nhosts     files.example\n')
      expect(stdout).toContain(`file      ${image} (linux x64 AppImage, 21 bytes)\n  sha512  ${sha512}\n`)
      expect(stdout).toContain('notes     - Updates of 0.2.\n')
      expect(stdout).toMatch(/^signed by [0-9a-f]{16}$/m)
    }
    expect(readEnvelope(folder).signatures).toHaveLength(2)
  })

  it.each<[string, string, (change: Changes) => void]>([
    ['another type', 'wrong-type', ({ envelope }) => envelope({ payloadType: 'anything/x' })],
    ['what is no manifest', 'unreadable-manifest', ({ envelope }) => envelope({ payload: 'AAAA' })],
    ['another product', 'other-product', ({ content }) => content({ product: 'other' })],
    ['a later format', 'newer-format', ({ content }) => content({ format: 2 })],
    ['a year of time', 'lasts-too-long', ({ content }) => content({ expiresAt: '2099-01-01T00:00:00.000Z' })],
    [
      'no time left',
      'expired',
      ({ content }) =>
        content({ expiresAt: '2020-01-01T00:00:00.000Z', releasedAt: '2019-12-01T00:00:00.000Z' }),
    ],
    ['a field more', 'more in it than can be shown', ({ content }) => content({ alsoThis: 1 })],
    [
      'hidden characters',
      'more in it than can be shown',
      ({ content }) => content({ notes: 'a\u001B[2K\u202Eb' }),
    ],
    [
      'a hash of zeros',
      'Not the same',
      ({ text }) => text(/"sha512":"[0-9a-f]{128}"/, `"sha512":"${'0'.repeat(128)}"`),
    ],
    ['another size', 'Not the same', ({ text }) => text(/"size":\d+/, '"size":7')],
    [
      'a field twice',
      'more in it than can be shown',
      ({ text }) => text('"number":8', '"number":9,"number":8'),
    ],
  ])('does not sign %s', (_, words, change) => {
    const { folder, sign } = secondHolder()
    change(changesOf(folder))
    const before = readFileSync(join(folder, 'update.json'), 'utf8')
    const { status, stderr } = sign('b')
    expect(stderr).toContain(words)
    expect(status).toBe(1)
    expect(readFileSync(join(folder, 'update.json'), 'utf8')).toBe(before)
  })

  it('signs and checks by packages of the holder: one that is changed, missing or left out is named', () => {
    const { folder, run, sign, check } = secondHolder()
    expect(run('sign', 'update.json', '--key', 'b.pem').stderr).toContain('Name --packages')
    expect(check('--packages', folder).stderr).toContain('too-few-signatures')
    const own = tempFolder()
    const image = `parlay-desk-${version}-linux-x86_64.AppImage`
    const [exe, dmg] = [`parlay-desk-${version}-win-x64.exe`, `parlay-desk-${version}-mac-arm64.dmg`]
    writeFileSync(join(own, image), 'linux-x86_64.AppImagX')
    writeFileSync(join(own, dmg), 'more')
    const words = `Not the same in the manifest and in ${own}: ${image}, ${dmg}, ${exe}.`
    expect(sign('b', own).stderr).toContain(words)
    expect(check('--packages', own).stderr).toContain(words)
    expect(readEnvelope(folder).signatures).toHaveLength(1)
  })

  it.each<[string, string, readonly string[]]>([
    ['number 0', 'The number (--number) must be a whole number from 1 up, and is 0.', ['--number', '0']],
    [
      'no number',
      'The number (--number) must be a whole number from 1 up, and is no number.',
      ['--number', 'a'],
    ],
    [
      'a path of Windows as the address',
      'The folder (--address) must be an address that begins with https:// and ends with /, and is "C:\\\\x\\\\".',
      ['--address', 'C:\\x\\'],
    ],
    [
      'an address without / at its end',
      'ends with /, and is "https://x.example".',
      ['--address', 'https://x.example'],
    ],
    ...['https://x.example/r#/', 'https://x.example/?r=/', 'https://me@x.example/'].map(
      (address): [string, string, readonly string[]] => [
        address,
        'The address (--address) must have no name of a user, no ? and no #.',
        ['--address', address],
      ],
    ),
    [
      'packages without those of a system',
      'The packages are not those of all systems: add --without mac if that is meant.',
      ['--without', ''],
    ],
    [
      'packages with those of a system to leave out',
      'add --without mac if that is meant.',
      ['--without', 'mac,win'],
    ],
    ['an address of http', 'begins with https:// and', ['--address', 'http://x.example/']],
    [
      'an address as host',
      'The hosts (--hosts), entry 2, must be a name without https://, like files.example or files.example:8443, and is "https://a".',
      ['--hosts', 'b,https://a'],
    ],
    ['five hosts', 'The hosts (--hosts) must be a list of 4 names at most.', ['--hosts', 'a,b,c,d,e']],
    [
      'days without a number',
      '--days must be a whole number from 1 to 120, and is no number.',
      ['--days', 'x'],
    ],
    ['too many days', '--days must be a whole number from 1 to 120, and is 900.', ['--days', '900']],
    ['notes that are not there', 'There is no “gone.md”.', ['--notes', 'gone.md']],
    ['an option that it does not know', '--nope', ['--nope', '1']],
  ])('says in a sentence that it makes no manifest of %s', (_name, sentence, args) => {
    const { folder, run } = secondHolder()
    const { status, stderr } = run(
      ...['make', 'made.json', '--number', '8', '--packages', folder, '--notes', 'notes.md'],
      ...['--address', 'https://updates.example/', '--without', 'mac', ...args],
    )
    expect(stderr).toContain(sentence)
    expect(stderr.trim()).not.toMatch(/\n|Zod|\bat .*:\d/)
    expect(status).toBe(1)
    expect(existsSync(join(folder, 'made.json'))).toBe(false)
  })

  it.each<[string, string, (change: Changes, folder: string) => void]>([
    [
      'a page',
      'update.json isn’t JSON.',
      (_, folder) => writeFileSync(join(folder, 'update.json'), '<html>'),
    ],
    ['no file', 'There is no “update.json”.', (_, folder) => rmSync(join(folder, 'update.json'))],
    [
      'a signature that is cut off',
      'The signatures, entry 1, sig must be 64 bytes in base64, and is "AAAA".',
      ({ envelope }) => envelope({ signatures: [{ keyid: '0123456789abcdef', sig: 'AAAA' }] }),
    ],
    [
      'a field beside the payload',
      'It has a field too many: “more”.',
      ({ envelope }) => envelope({ more: 1 }),
    ],
    ['a payload that is not JSON', 'The payload isn’t JSON.', ({ text }) => text(/^\{/, '')],
    [
      'a version of two numbers',
      'The version must be three whole numbers with dots between, and is "1.2".',
      ({ content }) => content({ version: '1.2' }),
    ],
    [
      'no time',
      'The expiresAt must be a time like 2026-12-31T00:00:00Z, and is missing.',
      ({ content }) => content({ expiresAt: undefined }),
    ],
    [
      'a file without a hash',
      'The files, entry 1, sha512 must be 128 digits of 0-9 and a-f, and is "00".',
      ({ text }) => text(/"sha512":"[0-9a-f]{128}"/, '"sha512":"00"'),
    ],
    [
      'files of another version',
      'It names a file of another version.',
      ({ content }) => content({ version: '9.9.9' }),
    ],
  ])('says in a sentence what is wrong with %s', (_name, sentence, change) => {
    const { folder, check } = secondHolder()
    change(changesOf(folder), folder)
    const { status, stderr } = check()
    expect(stderr).toContain(sentence)
    expect(stderr).not.toMatch(/Zod|"code"|\bat .*:\d/)
    expect(status).toBe(1)
  })

  it('says in a sentence that a file is no key, and signs nothing', () => {
    const { run, folder } = secondHolder()
    const { status, stderr } = run('sign', 'update.json', '--key', 'notes.md', '--packages', folder)
    expect({ status, stderr }).toEqual({ status: 1, stderr: 'The release key is no private key in PEM.\n' })
    expect(readEnvelope(folder).signatures).toHaveLength(1)
  })

  it('makes no manifest over one that may be signed', () => {
    const { folder, run } = secondHolder()
    const { status, stderr } = run(
      ...['make', 'update.json', '--number', '9', '--packages', folder, '--notes', 'notes.md'],
      ...['--address', 'https://updates.example/', '--without', 'mac'],
    )
    expect(stderr).toBe('“update.json” is already there, and isn’t overwritten.\n')
    expect(status).toBe(1)
    expect(readEnvelope(folder).signatures).toHaveLength(1)
  })

  it('names its commands when it is given another', () =>
    expect(inFolder().run('constructor', 'x').stderr).toContain('Name one of new-key, make, sign, check'))

  it('refuses packages of another version, a private key in the repository, and one over a file', () => {
    const { run, folder } = release(0)
    expect(run('new-key', join(tools, 'key.pem')).stderr).toContain('outside the repository')
    expect(run('new-key', 'a.pem').status).toBe(1)
    writeFileSync(join(folder, 'parlay-desk-9.9.9-linux-x86_64.AppImage'), 'x')
    const args = [
      '--number',
      '9',
      '--packages',
      folder,
      '--notes',
      'notes.md',
      '--address',
      'https://x.example/',
    ]
    expect(run('make', 'other.json', ...args).stderr).toContain(`is not of version ${version}`)
  })
})

describe('long notes', () => {
  it('are cut off after a line, and say where the rest is', () => {
    const { folder, run } = secondHolder()
    const long = `### Added\n\n${'- A line of what’s new that many would read.\n'.repeat(2_000)}`
    writeFileSync(join(folder, 'notes.md'), long)
    const made = run(
      ...['make', 'long.json', '--number', '8', '--packages', folder, '--notes', 'notes.md'],
      ...['--address', 'https://updates.example/', '--without', 'mac'],
    )
    expect(made).toMatchObject({ status: 0, stderr: '' })
    const { stdout } = run('check', 'long.json', '--keys', 'keys.json')
    const notes = stdout.match(/^notes {5}.*$/gm) ?? []
    expect(notes.length).toBeGreaterThan(300)
    expect(notes.at(-1)).toBe('notes     The release page has the rest.')
    expect(new Set(notes.slice(2, -2))).toEqual(
      new Set(['notes     - A line of what’s new that many would read.']),
    )
  })
})

describe('isWithin', () => {
  it.each<[string, string, boolean, typeof win32]>([
    ['C:\\desk', 'C:\\desk\\tools\\a.pem', true, win32],
    ['C:\\desk', 'C:\\keys\\a.pem', false, win32],
    ['C:\\desk', 'D:\\keys\\a.pem', false, win32],
    ['C:\\desk', '\\\\server\\keys\\a.pem', false, win32],
    ['/desk', '/desk/..a.pem', true, posix],
    ['/desk', '/a.pem', false, posix],
  ])('says of %s and %s: %s', (folder, file, is, paths) => expect(isWithin(folder, file, paths)).toBe(is))
})

describe('toPlainNotes', () => {
  it('takes marks of Markdown out, and leaves everything else as text', () => {
    expect(toPlainNotes('### Added\n\n- **A** of `b`, [c](https://x.example) <img src=x>\n')).toBe(
      'Added\n\n- A of b, c <img src=x>',
    )
  })

  it.each([
    ['joins the lines of a point', '- one\n  two\n- three', '- one two\n- three'],
    ['joins the lines of a paragraph', 'one\ntwo\n\nthree', 'one two\n\nthree'],
    ['marks points within a point', '- one:\n  - two\n    three\n- four', '- one:\n– two three\n- four'],
    ['writes each sign of a point alike', '* one\n+ two', '- one\n- two'],
    ['keeps the numbers of a list', '1. one\n2. two', '1. one\n2. two'],
    [
      'keeps lines of code, without its fences',
      'Try:\n```sh\nnpm ci\n# twice\n```\nDone',
      'Try:\nnpm ci\n# twice\nDone',
    ],
    ['takes the stars of *emphasis*, none of a sum', '- *a b* 2 * 3 * 4', '- a b 2 * 3 * 4'],
    ['leaves one empty line', '### Added\n\n\n- one', 'Added\n\n- one'],
  ])('%s', (_does, markdown, text) => expect(toPlainNotes(markdown)).toBe(text))
})
