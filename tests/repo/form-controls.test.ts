/** Form controls come from `ui/`, so that all look and behave alike (docs/decisions/0012-controls.md). */
import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const renderer = resolve(import.meta.dirname, '../../src/renderer')
const withOwnControl = [
  // A combobox, of which there is one.
  'features/palette/CommandPalette.vue',
  // Not seen: it gives the keys of a slider to a chart.
  'features/ledger/reports/ChartFigure.vue',
]

it('form controls of the browser are used in ui/ only', () => {
  const paths = globSync('**/*.vue', { cwd: renderer }).map(path => path.replaceAll('\\', '/'))
  const found = paths.filter(
    path =>
      !path.startsWith('ui/') &&
      /<(?:input|select|textarea|datalist)\b/.test(readFileSync(resolve(renderer, path), 'utf8')),
  )
  expect(found.toSorted()).toEqual(withOwnControl.toSorted())
})
