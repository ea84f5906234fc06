/**
 * Sizes of the built program: of what it reads until its window shows the desk, which decides how fast it starts, and of
 * all of it. A figure that grows by more than 5% fails until budgets.json has the new one and says why.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const out = resolve(import.meta.dirname, '../../out')
const maxGrowth = 1.05
const Budgets = z.record(z.string(), z.object({ bytes: z.number(), because: z.string().min(10) }))
const budgets = Budgets.parse(JSON.parse(readFileSync(join(import.meta.dirname, 'budgets.json'), 'utf8')))

const sizeOf = (paths: Iterable<string>) =>
  [...paths].reduce((sum, path) => sum + statSync(join(out, path)).size, 0)
const filesIn = (pattern: string) => globSync(pattern, { cwd: out }).filter(path => !path.endsWith('.map'))

/** A module of the main process with all that it imports statically, once each. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path)) return found
  found.add(path)
  const code = readFileSync(join(out, path), 'utf8')
  for (const [, to = ''] of code.matchAll(/(?:from|import)\s*["'`](\.{1,2}\/[^"'`]+\.js)["'`]/g))
    withImports(join(dirname(path), to), found)
  return found
}

/** Files that the window's page names itself. */
const namedByPage = [
  ...readFileSync(join(out, 'renderer/index.html'), 'utf8').matchAll(/(?:src|href)="\.\/([^"]+)"/g),
].map(([, path]) => `renderer/${path}`)
const later = filesIn('renderer/assets/*.js').filter(path => !namedByPage.includes(path))

const figures: Readonly<Record<string, number>> = {
  'main process until the window opens': sizeOf(withImports('main/compose.js', withImports('main/index.js'))),
  'window until its first paint': sizeOf(['renderer/index.html', ...new Set(namedByPage)]),
  preload: sizeOf(['preload/index.cjs']),
  'largest part loaded later': Math.max(...later.map(path => sizeOf([path]))),
  'all files in the archive': sizeOf(filesIn('{main,preload,renderer}/**/*.*')),
}

describe('the size of the built program', () => {
  it('has a budget for each figure, and no other', () => {
    expect(Object.keys(budgets)).toEqual(Object.keys(figures))
    expect(namedByPage.length).toBeGreaterThan(2)
  })

  it.each(Object.entries(figures))('%s: %i bytes, within 5 percent of the budget', (name, bytes) => {
    const budget = budgets[name]?.bytes ?? 0
    const grown = (100 * (bytes / budget - 1)).toFixed(1)
    expect(
      bytes,
      `${name} grew by ${grown}% to ${bytes}: say why in tests/package/budgets.json`,
    ).toBeLessThanOrEqual(budget * maxGrowth)
  })
})
