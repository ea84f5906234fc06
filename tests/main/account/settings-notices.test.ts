/** Notices about a settings file, word by word, and what stays in the folder. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSettingsFile } from '../../../src/main/account/settings-file.ts'
import { defaults } from '../../support/account/settings-content.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const now = 1_768_046_400_000
const kept = `settings.unreadable-${now}.json`
const unsaved = 'Settings can’t be saved. Changes will be lost when you quit.'

function inFolder(content: string) {
  const folder = tempFolder()
  const path = join(folder, 'settings.json')
  writeFileSync(path, content)
  return { folder, open: () => openSettingsFile(folder, now), text: () => readFileSync(path, 'utf8') }
}

describe('openSettingsFile', () => {
  it.each([
    ['{"priceFormat":"dec', 'The settings file couldn’t be read.'],
    ['{"version":2}', 'The settings file is from a newer version of Parlay Desk.'],
  ])('says why it starts with the defaults, and where the old file is: %s', (content, reason) => {
    expect(inFolder(content).open().notice).toBe(`${reason} It’s kept as ${kept}, and settings were reset.`)
  })

  it.each([
    ['{"version":"2","zoom":1.5}', 'the version'],
    ['{"savedKeys":5,"zoom":1.5}', 'which profiles have a saved key'],
  ])('resets one damaged value by its name: %s', (content, name) => {
    const file = inFolder(content).open()
    expect(file.read()).toEqual({ ...defaults, zoom: 1.5 })
    expect(file.notice).toBe(
      `Some settings couldn’t be read and were reset: ${name}. The old file is kept as ${kept}.`,
    )
  })

  it('leaves a file that cannot be moved aside where it is', () => {
    const { folder, open, text } = inFolder('{"priceFormat":"dec')
    mkdirSync(join(folder, kept, 'in the way'), { recursive: true })
    const file = open()
    expect([file.notice, file.read()]).toEqual([unsaved, defaults])
    file.write({ priceFormat: 'decimal' })
    expect(file.read().priceFormat).toBe('decimal')
    expect(text()).toBe('{"priceFormat":"dec')
    expect(readdirSync(folder).toSorted()).toEqual(['settings.json', kept])
  })

  it('says once that nothing can be saved, not at each change again', () => {
    const folder = tempFolder()
    mkdirSync(join(folder, 'settings.json'))
    const file = openSettingsFile(folder, now)
    const reported: (string | undefined)[] = []
    file.onUnsaved(sentence => reported.push(sentence))
    expect(file.isUnsaved).toBe(true)
    expect(file.notice).toContain(unsaved)
    expect(file.notice).not.toContain('undefined')
    file.write({ priceFormat: 'decimal' })
    expect(reported).toEqual([])
  })

  it('removes a byte order mark at the beginning alone', () => {
    const content = JSON.stringify({ lastFolder: '/a\ufeffb' })
    expect(inFolder(content).open().read().lastFolder).toBe('/a\ufeffb')
    expect(inFolder(`\ufeff${content}`).open().read().lastFolder).toBe('/a\ufeffb')
  })
})

describe('settings of the time of one window', () => {
  const bounds = { x: 1, y: 2, width: 900, height: 600 }

  it.each([
    [{ windowBounds: bounds }, { bounds, isMaximized: false }],
    [{ isWindowMaximized: true }, { bounds: null, isMaximized: true }],
    [
      { windowBounds: bounds, isWindowMaximized: false },
      { bounds, isMaximized: false },
    ],
  ])('keep what they have of its place: %o', (old, place) => {
    const file = inFolder(JSON.stringify({ version: 1, ...old })).open()
    const main = { displayId: null, isOpen: true, ...place }
    expect([file.notice, file.read()]).toEqual([undefined, { ...defaults, windows: { main } }])
  })

  it('have no window where they had none', () => {
    expect(inFolder('{"version":1}').open().read().windows).toEqual({})
  })
})
