import { describe, expect, it } from 'vitest'
import { splitIntoParts } from '../../../src/renderer/share/table-parts.ts'

describe('splitIntoParts', () => {
  it('keeps all rows, in order, in parts that fit one call each', () => {
    const rows = Array.from({ length: 300 }, (_, index) => [String(index), 'x'.repeat(1_000)])
    const parts = splitIntoParts(rows)
    expect(parts.flat()).toEqual(rows)
    expect(parts.length).toBeGreaterThan(1)
    for (const part of parts) expect(JSON.stringify(part).length).toBeLessThan(60_000)
  })
})
