import { mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { repairSettings } from '../../../src/main/account/repair-settings.ts'
import { openSettingsFile } from '../../../src/main/account/settings-file.ts'
import { StoredSettings } from '../../../src/main/account/stored-settings.ts'
import { defaultValueSettings } from '../../../src/shared/model/settings/settings.ts'
import { draft } from '../../support/account/account-fixture.ts'
import {
  defaults,
  entryOf,
  expectSameBut,
  filled,
  listPaths,
  replaceAt,
} from '../../support/account/settings-content.ts'
import { fc } from '../../support/property.ts'
import { book } from '../../support/shared/desk-rows.ts'
import { hasPipes, makePipe } from '../../support/storage/other-kinds.ts'

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
      windows: {
        main: {
          bounds: { x: -5, y: 0, width: 1200, height: 800 },
          displayId: null,
          isMaximized: false,
          isOpen: true,
        },
      },
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

  it('of the time of one window keeps its place', () => {
    const bounds = { x: 1, y: 2, width: 900, height: 600 }
    const { open } = inFolder(JSON.stringify({ version: 1, windowBounds: bounds, isWindowMaximized: true }))
    const main = { bounds, displayId: null, isMaximized: true, isOpen: true }
    expect(open().read()).toEqual({ ...defaults, windows: { main } })
    expect(open().notice).toBeUndefined()
  })

  it('fills in what an older version of the program did not write', () => {
    const { open } = inFolder('{"priceFormat":"decimal"}')
    expect(open().read()).toEqual({ ...defaults, priceFormat: 'decimal' })
    expect(open().notice).toBeUndefined()
  })

  it('has names of profiles without hidden characters, and every profile when two become equal', () => {
    const names = ['Mi\u200bne', 'Mine', 'Mine\n', '\u202eDemo', '\u200b', '\ufb2c'.repeat(60)]
    const profiles = names.map((name, place) => ({ ...draft({ name }), id: `p-${place}` }))
    const { open, text } = inFolder(JSON.stringify({ profiles, activeProfileId: 'p-0' }))
    const file = open()
    const read = file.read().profiles
    expect(read.map(({ name }) => name)).toEqual([
      ...['Mine (2)', 'Mine', 'Mine (3)', 'Demo (2)', 'Unnamed'],
      '\u05e9\u05bc\u05c1'.repeat(20),
    ])
    expect(read.map(({ name: _, ...others }) => others)).toEqual(
      profiles.map(({ name: _, ...others }) => others),
    )
    expect(file.notice).toBeUndefined()
    expect(open().read()).toEqual(file.read())
    file.write({ priceFormat: 'decimal' })
    expect(text()).toContain('"Mine (3)"')
    expect(open().read().profiles).toEqual(read)
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
    ['is JSON, but a list', '[{"priceFormat":"decimal"}]'],
    ['is JSON, but a number', '5'],
    ['is JSON, but null', 'null'],
    ['has a value of another kind', '{"priceFormat":5}'],
    ['has a field of a newer version', '{"colors":"bright"}'],
    ['is of a newer version', '{"version":2,"priceFormat":"decimal"}'],
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

describe('a settings file with a damaged value', () => {
  const junk = [5, -1, 'junk', true, null, [], {}, [{}], { id: 5 }, 1e99]

  it.each(listPaths(filled).map(path => ({ path, at: path.join('.') })))(
    'at $at, costs that value',
    ({ path }) => {
      for (const bad of junk) {
        const damaged = structuredClone(filled)
        replaceAt(damaged, path, bad)
        const { settings, damaged: keys } = repairSettings(damaged)
        expect(StoredSettings.parse(settings)).toEqual(settings)
        if (keys.size > 0) expect([...keys]).toEqual([path[0]])
        expectSameBut(settings, entryOf(path))
      }
    },
  )

  it.each<[path: (string | number)[], bad: unknown, value: unknown]>([
    [['profiles', 0, 'name'], 5, 'Unnamed'],
    [['profiles', 0, 'pricing'], 5, 'missing'],
    [['profiles', 0, 'queue'], 5, 'missing'],
    [['profiles', 0, 'grader'], 5, 'missing'],
    [['profiles', 0, 'feed'], 5, null],
    [['sources', 'demo', 0, 'isOn'], 'junk', true],
    [['sources', 'demo', 0, 'lastLoad'], 'junk', null],
    [['sources', 'demo', 0, 'lastLoad', 'leftOut'], 'junk', []],
    [['sources', 'demo', 0, 'origin', 'plan', 'leagues'], 'junk', []],
    [['sources', 'demo', 0, 'origin', 'plan', 'isLiveOnly'], 'junk', false],
    [['sources', 'demo', 0, 'origin', 'plan', 'isMainOnly'], 'junk', false],
    [['sources', 'demo', 0, 'origin', 'plan', 'everySeconds'], 'junk', null],
    [['grids', 'demo', 'density'], 'junk', 'cozy'],
    [['grids', 'demo', 'frozen'], 'junk', []],
    [['grids', 'demo', 'widths'], 'junk', []],
    [['grids', 'demo', 'rowSort'], 'junk', 'added'],
    [['grids', 'demo', 'myOrder'], 'junk', []],
    [['layouts', 0, 'arrangement', 'grid', 'rowSort'], 'junk', 'added'],
    [['layouts', 0, 'arrangement', 'grid', 'myOrder'], 'junk', []],
    [['value', 'margin'], 'junk', defaultValueSettings.margin],
    [['theme'], 'junk', 'system'],
  ])('%j, has this value instead: %j, %j', (path, bad, value) => {
    const [damaged, expected] = [structuredClone(filled), structuredClone(filled)]
    replaceAt(damaged, path, bad)
    replaceAt(expected, path, value)
    expect(repairSettings(damaged)).toEqual({ settings: expected, damaged: new Set([path[0]]) })
  })

  it('several of them, costs each and says so once', () => {
    const [first, ...others] = filled.profiles
    const content = {
      ...filled,
      profiles: [{ ...first, pricing: 5, feed: 7 }, ...others],
      value: { ...filled.value, margin: 'much', currency: 'dollars' },
      books: { ...filled.books, 'NO ID': [], demo: [{}, ...filled.books.demo] },
      colors: 'bright',
    }
    const { folder, open, text } = inFolder(JSON.stringify(content))
    const file = open()
    expect(file.read()).toEqual({
      ...filled,
      profiles: [{ ...first, pricing: 'missing', feed: null }, ...others],
      value: { ...filled.value, margin: defaultValueSettings.margin, currency: 'USD' },
    })
    expect(file.notice).toBe(
      `Some settings couldn’t be read and were reset: service profiles, how prices are valued, books, and an unknown setting. The old file is kept as ${kept}.`,
    )
    expect(JSON.parse(text(kept))).toEqual(content)
    expect(open().notice).toBeUndefined()
    expect(open().read()).toEqual(file.read())
    expect(readdirSync(folder).toSorted()).toEqual(['settings.json', kept])
  })

  it('is not written over where no copy can be kept, and settings last until the program ends', () => {
    const { folder, open, text } = inFolder('{"priceFormat":5,"staleAfterMs":60000}')
    writeFileSync(join(folder, kept), 'an older copy')
    const file = open()
    expect(file.read()).toEqual({ ...defaults, staleAfterMs: 60_000 })
    expect(file.notice).toContain('Settings can’t be saved')
    file.write({ priceFormat: 'decimal' })
    expect(text()).toBe('{"priceFormat":5,"staleAfterMs":60000}')
    expect(text(kept)).toBe('an older copy')
  })

  it.each(
    Object.entries({
      version: 'the version',
      profiles: 'service profiles',
      activeProfileId: 'the profile in use',
      theme: 'the theme',
      priceFormat: 'the price format',
      staleAfterMs: 'the age at which prices are stale',
      value: 'how prices are valued',
      keepPrices: 'how long prices are kept',
      books: 'books',
      callLimits: 'call limits',
      autoSeconds: 'auto-refresh',
      autoShare: 'calls for auto-refresh',
      isAutoWhileHidden: 'background refresh',
      approvedHosts: 'approved bet slip sites',
      sources: 'odds sources',
      pins: 'pinned legs',
      recents: 'recent legs',
      grids: 'the grid layout',
      slips: 'the legs of a new parlay',
      ticketForms: 'tickets not recorded yet',
      layouts: 'your layouts',
      demoBegunAt: 'the demo’s start time',
      zoom: 'the zoom',
      panes: 'the desk’s panes',
      keys: 'the keys of commands',
      sounds: 'the sounds',
      recentCommands: 'the recent commands',
      scans: 'the scanner’s settings',
      ledgerLayout: 'the ledger’s table',
      tour: 'the tour',
      isScriptsOn: 'whether scripts may connect',
      windows: 'the places of windows',
      lastFolder: 'the last folder',
      updates: 'whether updates are looked for',
    }),
  )('at %s, is named to the user as %s', (key, name) => {
    const { open } = inFolder(JSON.stringify({ [key]: -0.5 }))
    expect(open().notice).toBe(
      `Some settings couldn’t be read and were reset: ${name}. The old file is kept as ${kept}.`,
    )
  })

  it('that begins with a byte order mark is read', () => {
    expect(inFolder('\ufeff{"priceFormat":"decimal"}').open().read().priceFormat).toBe('decimal')
  })

  it('never keeps the program from starting, whatever the JSON', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom(...Object.keys(filled), 'other'), fc.jsonValue()),
        content => {
          expect(() => repairSettings(content)).not.toThrow()
        },
      ),
    )
  })
})

describe('a settings file that cannot be used', () => {
  it('lets settings last until the program ends, and says so at opening when it cannot be read', () => {
    const { folder, open } = inFolder()
    mkdirSync(join(folder, 'settings.json'))
    const file = open()
    expect(file.notice).toContain('can’t be saved')
    file.write({ priceFormat: 'decimal' })
    expect(file.read().priceFormat).toBe('decimal')
  })

  it.skipIf(!hasPipes)('is not waited for where it is a pipe', () => {
    const { folder, open } = inFolder()
    makePipe(join(folder, 'settings.json'))
    expect(open().notice).toMatch(/^“settings.json” is a pipe, not a file\. Settings can’t be saved/)
  })

  it.skipIf(!hasPipes)('leaves the settings of another folder in the place of its own as they are', () => {
    const [own, other] = [inFolder('{}'), inFolder('{"priceFormat":"decimal"}')]
    const file = own.open()
    const reported: (string | undefined)[] = []
    file.onUnsaved(sentence => reported.push(sentence))
    renameSync(own.folder, `${own.folder} moved`)
    onTestFinished(() => rmSync(`${own.folder} moved`, { recursive: true }))
    renameSync(other.folder, own.folder)
    file.write({ priceFormat: 'fractional' })
    expect(own.text()).toBe('{"priceFormat":"decimal"}')
    expect(reported).toEqual(['Settings can’t be saved. Changes will be lost when you quit.'])
  })

  it('says so once when it cannot be written', () => {
    const { folder, open } = inFolder()
    const file = open()
    const reported: (string | undefined)[] = []
    file.onUnsaved(sentence => reported.push(sentence))
    mkdirSync(join(folder, 'settings.json'))
    file.write({ priceFormat: 'decimal' })
    file.write({ priceFormat: 'fractional' })
    expect(file.read().priceFormat).toBe('fractional')
    const sentence = 'Settings can’t be saved. Changes will be lost when you quit.'
    expect([file.isUnsaved, reported]).toEqual([true, [sentence]])
    rmSync(join(folder, 'settings.json'), { recursive: true })
    file.write({ priceFormat: 'decimal' })
    expect([file.isUnsaved, reported]).toEqual([false, [sentence, undefined]])
  })
})
