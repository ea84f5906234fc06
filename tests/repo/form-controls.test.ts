/** Form controls and buttons come from `ui/`, so that all look and behave alike (docs/decisions/0012-controls.md). */
import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { expect, it } from 'vitest'

const renderer = resolve(import.meta.dirname, '../../src/renderer')
const withOwnControl = [
  // A combobox, of which there is one.
  'features/palette/CommandPalette.vue',
  // Not seen: it gives the keys of a slider to a chart.
  'features/ledger/reports/ChartFigure.vue',
]

/** Buttons that are a part of a grid, or the field that records a key. */
const withOwnButton = [
  'features/ledger/grid/TicketHead.vue',
  'features/ledger/grid/TicketRow.vue',
  'features/settings/keys/KeyRow.vue',
]

/** Components outside of `ui/` that have one of these tags of the browser. */
const findComponents = (tags: RegExp): string[] =>
  globSync('**/*.vue', { cwd: renderer })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !path.startsWith('ui/') && tags.test(readFileSync(resolve(renderer, path), 'utf8')))
    .toSorted()

it('form controls of the browser are used in ui/ only', () => {
  expect(findComponents(/<(?:input|select|textarea|datalist)\b/)).toEqual(withOwnControl.toSorted())
})

it('buttons of the browser are used in ui/ only, but for those the decision names', () => {
  expect(findComponents(/<button\b/)).toEqual(withOwnButton.toSorted())
  const decision = readFileSync(resolve(import.meta.dirname, '../../docs/decisions/0012-controls.md'), 'utf8')
  for (const path of withOwnButton) expect(decision).toContain(basename(path))
})
