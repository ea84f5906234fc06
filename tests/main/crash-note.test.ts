import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openCrashNotes } from '../../src/main/crash-note.ts'
import { withoutKey } from '../../src/main/odds-service/redact.ts'
import { canMount, lockFolder, mountDisk, unmount } from '../support/storage/mounts.ts'
import { tempFolder } from '../support/storage/temp-folder.ts'

const plain = (text: string) => text
const facts = [`Parlay Desk 0.1.0, ${process.platform} ${process.arch} `, `Node ${process.versions.node}`]

function openNotes(folder = tempFolder(), redact = plain) {
  const log = vi.fn<(error: unknown) => void>()
  return {
    folder,
    file: join(folder, 'crash-note.txt'),
    log,
    ...openCrashNotes({ folder, redact, version: '0.1.0', log }),
  }
}

/** Secrets of every kind the program handles, each of which must be in no note. */
const key = 'k3y+with/odd=chars&more'
const canaries: readonly (readonly [kind: string, secret: string, text: string])[] = [
  ['the service key', key, `GET https://bravo.example/price?key=${encodeURIComponent(key)}&id=1`],
  [
    'the key in base64',
    Buffer.from(key).toString('base64'),
    `body ${Buffer.from(`a${key}`).toString('base64')}`,
  ],
  ['the key in JSON', key, JSON.stringify({ key })],
  ['a key that the program does not know', 'sEcret123', 'https://x.example/?id=1&apiKey=sEcret123&more=2'],
  ['a password in an address', 'hunter2', 'connect postgres://desk:hunter2@db.example:5432/parlay'],
  ['a bearer token', 'abc.def.ghi', 'headers { authorization: "Bearer abc.def.ghi" }'],
  ['basic credentials', 'dXNlcjpwYXNz', 'Authorization: Basic dXNlcjpwYXNz'],
  ['a token of ntfy', 'tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2', 'sent tk_AgQdq7mVBoFD37zQVN29RhuMzNIz2 to it'],
  [
    'a token of Telegram',
    '123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw',
    '/bot123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/send',
  ],
  ['a webhook of Discord', 'wJalrXUtnFEMI', 'POST https://discord.example/api/webhooks/42/wJalrXUtnFEMI'],
  ['a password', 'correct-horse', "{ user: 'me', password: 'correct-horse' }"],
  ['a cookie', 'sid12345', 'cookie: sid12345'],
  ['a signing key', 'feedc0ffee', 'signingKey="feedc0ffee"'],
  [
    'a private key',
    'MC4CAQAwBQYDK2VwBCIE',
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIE\n-----END PRIVATE KEY-----',
  ],
  [
    'a private key that is cut off',
    'MC4CAQAwBQYDK2VwBCIE',
    '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIE',
  ],
  [
    'a long random text',
    'Q7mVBoFD37zQVN29RhuMzNIz2abcdefgHIJKLMNOP4',
    'got Q7mVBoFD37zQVN29RhuMzNIz2abcdefgHIJKLMNOP4',
  ],
  ['the home folder', homedir(), `ENOENT: ${homedir()}/odds.json`],
]

afterEach(() => vi.unstubAllEnvs())

describe('a crash note', () => {
  it('says when, where and why, and can be deleted', () => {
    const notes = openNotes()
    expect(notes.read()).toBeUndefined()
    notes.write(new TypeError('no row', { cause: new RangeError('empty') }), 'ab12cd34')
    const note = notes.read()
    expect(note?.text).toMatch(/^Time: 2\d{3}-/)
    for (const part of [...facts, 'ab12cd34', 'TypeError: no row', 'Caused by: RangeError: empty'])
      expect(note?.text).toContain(part)
    expect(Math.abs((note?.at ?? 0) - Date.now())).toBeLessThan(60_000)
    expect(statSync(notes.file).mode & 0o077).toBe(0)
    notes.remove()
    expect(notes.read()).toBeUndefined()
    expect(readdirSync(notes.folder)).toEqual([])
  })

  it.each(canaries)('does not hold %s', (_kind, secret, text) => {
    const notes = openNotes(tempFolder(), each => withoutKey(each, key))
    const cause = new Error(text)
    notes.write(Object.assign(new Error(`failed: ${text}`, { cause }), { code: text }), 'ab12')
    expect(readFileSync(notes.file, 'utf8')).not.toContain(secret)
    notes.write(text, 'ab12')
    expect(readFileSync(notes.file, 'utf8')).not.toContain(secret)
  })

  it('has no part of a secret where it is cut off', () => {
    const notes = openNotes(tempFolder(), text => withoutKey(text, key))
    for (let fill = 16_000; fill < 16_384; fill += 16) {
      notes.write('x '.repeat(fill / 2) + key.repeat(20), 'ab12')
      expect(readFileSync(notes.file, 'utf8')).not.toContain(key.slice(0, 8))
    }
    expect(statSync(notes.file).size).toBeLessThan(40_000)
  })

  it.skipIf(process.platform === 'win32').each([
    [
      '/home/Zoë Müller',
      'at file:///home/Zo%C3%AB%20M%C3%BCller/desk/main.js:1:2',
      'at file://~/desk/main.js:1:2',
    ],
    ['/home/Zoë Müller', "open '/home/Zoë Müller/odds.json'", "open '~/odds.json'"],
    ['C:\\Users\\Zoë M', 'at file:///C:/Users/Zo%C3%AB%20M/main.js:1:2', 'at file://~/main.js:1:2'],
    ['C:\\Users\\Zoë M', 'open c:\\users\\zoë m\\odds.json', 'open ~\\odds.json'],
    ['C:\\Users\\Zoë M', '{"path":"C:\\\\Users\\\\Zoë M\\\\odds.json"}', '{"path":"~\\odds.json"}'],
    ['/', 'open /etc/hosts', 'open /etc/hosts'],
  ])('does not name the user of %s: %s', (home, text, shown) => {
    vi.stubEnv('HOME', home)
    const notes = openNotes()
    notes.write(text, 'ab12')
    expect(readFileSync(notes.file, 'utf8').trim().split('\n').at(-1)).toBe(shown)
  })

  it('says where it is cut off', () => {
    const notes = openNotes()
    notes.write('a line\n'.repeat(4_000), 'ab12')
    expect(notes.read()?.text).toMatch(/… The note is cut off here; the log has the rest\.$/)
  })

  it.each([
    [
      'half a text',
      'Time: 2026\nTypeError: no r',
      /^This note is incomplete.*\n\nTime: 2026\nTypeError: no r$/,
    ],
    ['nothing', '', /^This note is incomplete, .*The log has the rest\.$/],
  ])('of which %s was written is shown as incomplete, in place of an older one', (_name, text, shown) => {
    const notes = openNotes()
    notes.write(new Error('the first'), 'ab12')
    utimesSync(notes.file, 1, 1)
    writeFileSync(`${notes.file}.0123456789abcdef.part`, text)
    expect(notes.read()?.text).toMatch(shown)
    expect(notes.read()?.text).toMatch(shown)
    expect(readdirSync(notes.folder)).toEqual(['crash-note.txt'])
    notes.remove()
    expect(notes.read()).toBeUndefined()
  })

  it('that is whole is not replaced by an older one that is not', () => {
    const notes = openNotes()
    const part = `${notes.file}.0123456789abcdef.part`
    writeFileSync(part, 'half')
    utimesSync(part, 1, 1)
    notes.write(new Error('the second'), 'ab12')
    expect(notes.read()?.text).toContain('the second')
    expect(readdirSync(notes.folder)).toEqual(['crash-note.txt'])
  })

  it('keeps what a report needs: the stack with files and lines', () => {
    const notes = openNotes()
    notes.write(new Error('of ours'), 'ab12')
    expect(notes.read()?.text).toMatch(/at .*crash-note\.test\.ts:\d+:\d+/)
  })

  it.each<[string, unknown]>([
    ['a word', 'thrown'],
    ['nothing', undefined],
    ['a circle of causes', Object.assign(new Error('a'), { cause: undefined })],
    [
      'an object that cannot be read',
      {
        toString: () => {
          throw new Error('no')
        },
      },
    ],
    [
      'an error whose stack cannot be read',
      Object.defineProperty(new Error('x'), 'stack', {
        get: () => {
          throw new Error('no')
        },
      }),
    ],
  ])('of %s never throws, and is written', (_name, thrown) => {
    const notes = openNotes()
    if (thrown instanceof Error && thrown.message === 'a') thrown.cause = thrown
    expect(() => notes.write(thrown, 'ab12')).not.toThrow()
    expect(notes.read()?.text).toContain('Reference in the log: ab12')
  })

  it('that redaction fails on is not written at all', () => {
    const notes = openNotes(tempFolder(), () => {
      throw new Error('no')
    })
    notes.write(new Error('hunter2'), 'ab12')
    expect(readdirSync(notes.folder)).toEqual([])
    expect(notes.log).toHaveBeenCalledOnce()
    expect(String(notes.log.mock.calls)).not.toContain('hunter2')
  })

  it('is no note where its folder is gone, its place is a folder, or its file is not a text of ours', () => {
    openNotes(join(tempFolder(), 'gone')).write(new Error('x'), 'ab12')
    const notes = openNotes()
    mkdirSync(notes.file)
    notes.write(new Error('x'), 'ab12')
    expect(notes.read()).toBeUndefined()
    const large = openNotes()
    writeFileSync(large.file, 'x'.repeat(1_000_000))
    expect(large.read()).toBeUndefined()
  })

  it('shows no hidden character', () => {
    const notes = openNotes()
    writeFileSync(notes.file, 'a\u202eb\u0007\nc')
    expect(notes.read()?.text).toBe('ab\nc')
  })

  it.runIf(canMount)('on a full disk or a read-only folder leaves the earlier note whole', () => {
    const notes = openNotes()
    expect(mountDisk(notes.folder, 1)).toBe(true)
    onTestFinished(() => {
      while (unmount(notes.folder));
    })
    notes.write(new Error('the first'), 'ab12')
    const before = readFileSync(notes.file, 'utf8')
    try {
      writeFileSync(join(notes.folder, 'full'), Buffer.alloc(2 * 1024 * 1024))
    } catch {
      // The disk is full now.
    }
    notes.write(new Error('the second'), 'ab12')
    expect(readFileSync(notes.file, 'utf8')).toBe(before)
    expect(readdirSync(notes.folder).sort()).toEqual(['crash-note.txt', 'full'])
    expect(lockFolder(notes.folder)).toBe(true)
    notes.write(new Error('the third'), 'ab12')
    expect(readFileSync(notes.file, 'utf8')).toBe(before)
  })

  it.runIf(canMount)('of which a part fits on the disk is not written, and the log says why', () => {
    const notes = openNotes()
    expect(mountDisk(notes.folder, 1)).toBe(true)
    onTestFinished(() => void unmount(notes.folder))
    writeFileSync(join(notes.folder, 'rest'), Buffer.alloc(4_096))
    try {
      writeFileSync(join(notes.folder, 'full'), Buffer.alloc(2 * 1024 * 1024))
    } catch {
      // The disk is full now.
    }
    // Room for one page of the note.
    rmSync(join(notes.folder, 'rest'))
    notes.write('a line of the error\n'.repeat(700), 'ab12')
    expect(readdirSync(notes.folder)).toEqual(['full'])
    expect(notes.read()).toBeUndefined()
    expect(String(notes.log.mock.calls)).toMatch(/The crash note couldn’t be written: .*ENOSPC/)
  })

  it('is whole, or says that it is not, when the program is killed while it writes notes', async () => {
    const script = fileURLToPath(new URL('../support/write-crash-notes.mjs', import.meta.url))
    const { folder, file, read } = openNotes()
    for (let run = 0; run < 5; run += 1) {
      const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'ignore'] })
      await once(child.stdout, 'data')
      await new Promise(done => setTimeout(done, 7 * run))
      child.kill('SIGKILL')
      await once(child, 'exit')
      const whole = /^This note is incomplete|the end of the error\n/
      if (existsSync(file)) expect(readFileSync(file, 'utf8')).toMatch(whole)
      expect(read()?.text).toMatch(/^This note is incomplete|the end of the error$/)
      expect(readdirSync(folder).filter(name => name.endsWith('.part'))).toEqual([])
    }
  })
})

describe('minidumps and telemetry', () => {
  const root = resolve(import.meta.dirname, '../..')

  it('are started nowhere in the product', () => {
    const tracked = execFileSync('git', ['ls-files', 'src', 'package.json', 'electron-builder.yml'], {
      cwd: root,
      encoding: 'utf8',
    })
    const files = tracked.split('\n').filter(path => path !== '' && path !== 'src/main/crash-note.ts')
    const starting = /crashReporter|crash-reporter|enable-crash|\bsentry\b|bugsnag|uploadToServer|sendBeacon/i
    expect(files.length).toBeGreaterThan(500)
    expect(files.filter(path => starting.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  })
})
