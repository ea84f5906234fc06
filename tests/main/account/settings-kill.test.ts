/** The program is killed while it writes its settings: the old or the new file is left, never half of one. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openSettingsFile } from '../../../src/main/account/settings-file.ts'
import { bundleProgram } from '../../support/bundled-program.ts'
import { defaults, filled } from '../../support/account/settings-content.ts'
import { findUnsafeRenames, killAtEachChange } from '../../support/storage/lives.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const script = bundleProgram(join(import.meta.dirname, '../../support/account/killed-settings.ts'))
const timeout = 60_000
const saved = ['saved 1', 'saved 2', 'saved 3']

const bounds = { x: 1, y: 2, width: 900, height: 600 }
const main = { bounds, displayId: null, isMaximized: true, isOpen: true }

/** Content of a file, what the program calls it, and the settings that it holds. */
const files = [
  { of: 'this version', content: JSON.stringify(filled), opened: 'opened', settings: filled },
  {
    of: 'an older version',
    content: JSON.stringify({ version: 1, windowBounds: bounds, isWindowMaximized: true }),
    opened: 'opened',
    settings: { ...defaults, windows: { main } },
  },
  {
    of: 'a file with a damaged value',
    content: JSON.stringify({ ...filled, zoom: 'x' }),
    opened: 'repaired',
    settings: { ...filled, zoom: 1 },
  },
  { of: 'a damaged file', content: '{"version":1,', opened: 'repaired', settings: defaults },
]

describe.each(files)('Settings of $of', ({ content, opened, settings }) => {
  it('are those before or after a change, whichever change of a file a kill meets', { timeout }, async () => {
    const prepared = tempFolder()
    writeFileSync(join(prepared, 'settings.json'), content)
    const change = (to: number) => ({ ...settings, pins: { demo: [`pin of ${to}`] } })
    const whole = await killAtEachChange({ script, prepared }, ({ folder, lines }) => {
      if (opened === 'repaired')
        expect(readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))).toContain(content)
      const next = openSettingsFile(folder, Date.now())
      if (opened === 'opened' || lines.length > 0) expect(next.notice).toBeUndefined()
      const acknowledged = lines.filter(line => saved.includes(line)).length
      const before = acknowledged === 0 ? settings : change(acknowledged)
      expect([before, change(acknowledged + 1)]).toContainEqual(next.read())
    })
    expect(whole.lines).toEqual([opened, ...saved])
    const isSettings = (file: string) => file.endsWith('settings.json')
    expect(findUnsafeRenames(whole).files.filter(isSettings)).toEqual([])
  })
})
