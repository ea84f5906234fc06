/** The views that docs/data.md describes, with their columns. */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

export interface DescribedColumn {
  readonly name: string
  readonly unit: string
  readonly meaning: string
}

export const dataDocs = readFileSync(resolve(import.meta.dirname, '../../../docs/data.md'), 'utf8')

/** Columns by view, in the order of the docs. */
export const describedViews: ReadonlyMap<string, readonly DescribedColumn[]> = new Map(
  dataDocs
    .split(/^### /m)
    .slice(1)
    .map(part => [
      part.slice(0, part.indexOf('\n')),
      [...part.matchAll(/^\| `(\w+)` +\| ([^|]+?) +\| ([^|]+?) +\|$/gm)].map(
        ([, name = '', unit = '', meaning = '']) => ({ name, unit, meaning }),
      ),
    ]),
)
