/** Keeps the lines of a cell's value in their places while prices stream: a number that is missing now is a dash. */
import type { ValueLine } from './value-lines.ts'

/** Lines that come and go with the age of prices. The others change by what the user does. */
const streaming: ReadonlySet<ValueLine['name']> = new Set([
  'consensus',
  'ev',
  'kelly',
  'gap',
  'singles',
  'correlation',
])

/** `before`: the lines last shown for the same cell. */
export function keepLines(lines: readonly ValueLine[], before: readonly ValueLine[]): readonly ValueLine[] {
  const names = new Set(lines.map(({ name }) => name))
  const kept = [...lines]
  for (const [place, { name, label }] of before.entries()) {
    if (names.has(name) || !streaming.has(name)) continue
    const above = before.slice(0, place).map(line => line.name)
    const after = kept.findLastIndex(line => above.includes(line.name))
    kept.splice(after + 1, 0, { name, label, text: '—' })
  }
  return kept
}
