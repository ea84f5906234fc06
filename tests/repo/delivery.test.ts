import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(resolve(root, path), 'utf8')

/** Last cell of every row: what shows the thing that the row names. */
const shownBy = [...read('docs/delivery.md').matchAll(/^\|.*\| ([^|]+) \|$/gm)].map(([, cell]) => cell ?? '')

/** Files that a name in the table can mean. */
const filesOf = (name: string) => [
  `tests/${name}.test.ts`,
  `tests/${name}.e2e.ts`,
  `tools/${name}.test.mjs`,
  `${name}.test.mjs`,
  name,
]

/** Rows of every table, without the line below its head. */
const rows = read('docs/delivery.md')
  .split('\n')
  .filter(line => line.startsWith('|') && !line.startsWith('| ---'))
  .map(line => line.slice(1, -1).split('|'))

describe('docs/delivery.md', () => {
  it('has no empty cell, and says of everything where it was shown, or that it was nowhere', () => {
    const faults = rows.filter(cells => cells.some(cell => !/\w/.test(cell)))
    expect(faults).toEqual([])
    const shown = rows.filter(cells => cells.length === 3)
    const place =
      /\b(?:where|unit|host|stand-ins?|step|lint|CI|nowhere|not compared anywhere|shown by|the same|what differs between)\b/
    expect(shown.length).toBeGreaterThan(100)
    expect(shown.filter(cells => !place.test(`${cells[1]} ${cells[2]}`))).toEqual([])
  })

  it('names tests and lists that exist', () => {
    const names = shownBy.flatMap(cell =>
      [...cell.matchAll(/`([\w-]+(?:\/[\w.-]+)+)`/g)].map(([, name]) => name ?? ''),
    )
    expect(names.length).toBeGreaterThan(40)
    expect(names.filter(name => !filesOf(name).some(file => existsSync(resolve(root, file))))).toEqual([])
  })

  it('names steps that the workflow has', () => {
    const steps = shownBy.flatMap(cell => [...cell.matchAll(/step "([^"]+)"/g)].map(([, name]) => name ?? ''))
    expect(steps.length).toBeGreaterThan(3)
    const workflow = read('.github/workflows/ci.yml')
    expect(steps.filter(name => !workflow.includes(`- name: ${name}\n`))).toEqual([])
  })
})
