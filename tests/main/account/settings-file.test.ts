import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openSettingsFile } from '../../../src/main/account/settings-file.ts'
import { defaultKeepLimits, defaultValueSettings } from '../../../src/shared/model/settings/settings.ts'
import { book } from '../../support/shared/desk-rows.ts'

const now = 1_768_046_400_000
const kept = `settings.unreadable-${now}.json`

function inFolder(content?: string | Buffer) {
  const folder = mkdtempSync(join(tmpdir(), 'desk-settings-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  if (content !== undefined) writeFileSync(join(folder, 'settings.json'), content)
  return {
    folder,
    open: () => openSettingsFile(folder, now),
    text: (name = 'settings.json') => readFileSync(join(folder, name), 'utf8'),
  }
}

const defaults = {
  version: 1,
  profiles: [],
  activeProfileId: 'demo',
  priceFormat: 'american',
  staleAfterMs: 30_000,
  value: defaultValueSettings,
  keepPrices: defaultKeepLimits,
  books: {},
  approvedHosts: {},
  sources: {},
  pins: {},
  callLimits: {},
  isAutoWhileHidden: false,
  recents: {},
  grids: {},
  demoBegunAt: null,
  windowBounds: null,
  isWindowMaximized: false,
  lastFolder: null,
}

describe('a settings file', () => {
  it('that is not there yet gives the defaults, without a notice', () => {
    const file = inFolder().open()
    expect(file.read()).toEqual(defaults)
    expect(file.notice).toBeUndefined()
  })

  it('gives back what was written, at once and when opened again', () => {
    const { open } = inFolder()
    const change = {
      priceFormat: 'hong_kong',
      books: { demo: [book('bravo', 'Bravo', false)] },
      approvedHosts: { demo: { bravo: ['bets.example'] } },
      windowBounds: { x: -5, y: 0, width: 1200, height: 800 },
    } as const
    const file = open()
    file.write({
      ...change,
      books: { demo: [...change.books.demo] },
      approvedHosts: { demo: { bravo: ['bets.example'] } },
    })
    expect(file.read()).toEqual({ ...defaults, ...change })
    expect(open().read()).toEqual({ ...defaults, ...change })
  })

  it('fills in what an older version of the program did not write', () => {
    const { open } = inFolder('{"priceFormat":"decimal"}')
    expect(open().read()).toEqual({ ...defaults, priceFormat: 'decimal' })
    expect(open().notice).toBeUndefined()
  })

  it('holds no key', () => {
    const { open, text } = inFolder()
    open().write({ priceFormat: 'decimal' })
    expect(JSON.parse(text())).toEqual({ ...defaults, priceFormat: 'decimal' })
  })

  it('leaves no half-written file beside it', () => {
    const { folder, open } = inFolder()
    const file = open()
    for (let turn = 0; turn < 20; turn += 1) file.write({ staleAfterMs: 5_000 + turn })
    expect(readdirSync(folder)).toEqual(['settings.json'])
  })
})

describe('a settings file that cannot be read', () => {
  it.each<[string, string | Buffer]>([
    ['is cut', '{"priceFormat":"dec'],
    ['is empty', ''],
    ['is no JSON', 'price format: decimal'],
    ['is no text', Buffer.from([0, 255, 254, 1])],
    ['has a value of another kind', '{"priceFormat":5}'],
    ['has a field of a newer version', '{"theme":"light"}'],
    ['is of a newer version', '{"version":2}'],
    [
      'names a book no host can carry',
      '{"books":{"demo":[{"id":"a","name":"A","hostId":"a_","isOn":true}]}}',
    ],
  ])(
    'is kept byte for byte under another name when it %s, and defaults load with a notice',
    (_what, content) => {
      const { folder, open, text } = inFolder(content)
      const file = open()
      expect(file.read()).toEqual(defaults)
      expect(file.notice).toContain(kept)
      expect(readFileSync(join(folder, kept)).equals(Buffer.from(content))).toBe(true)
      file.write({ priceFormat: 'decimal' })
      expect(open().read()).toEqual({ ...defaults, priceFormat: 'decimal' })
      expect(open().notice).toBeUndefined()
      expect(text(kept)).toBe(content.toString())
    },
  )
})

describe('a settings file that cannot be used', () => {
  it('lets settings last until the program ends, and says so at opening when it cannot be read', () => {
    const { folder, open } = inFolder()
    mkdirSync(join(folder, 'settings.json'))
    const file = open()
    expect(file.notice).toContain('cannot be saved')
    file.write({ priceFormat: 'decimal' })
    expect(file.read().priceFormat).toBe('decimal')
  })

  it('says so once when it cannot be written', () => {
    const { folder, open } = inFolder()
    const file = open()
    const reported: string[] = []
    file.onUnsaved(sentence => reported.push(sentence))
    mkdirSync(join(folder, 'settings.json'))
    file.write({ priceFormat: 'decimal' })
    file.write({ priceFormat: 'fractional' })
    expect(file.read().priceFormat).toBe('fractional')
    expect(reported).toEqual(['Settings cannot be saved. What you change lasts until the program ends.'])
  })
})
