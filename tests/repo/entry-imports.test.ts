import { existsSync, readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { expect, test } from 'vitest'

const statement = /^\s*(?:import|export)\s(?!type\b)[^'"]*?from\s*'([^']+)'|^\s*import\s*'([^']+)'/gm

/** Files of the renderer that the entry imports statically, and the packages named by them. */
function followImports(entry: string): { files: Set<string>; packages: Set<string> } {
  const files = new Set<string>()
  const packages = new Set<string>()
  const waiting = [resolve(entry)]
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (files.has(file)) continue
    files.add(file)
    if (!/\.(?:ts|vue)$/.test(file)) continue
    for (const [, from, alone] of readFileSync(file, 'utf8').matchAll(statement)) {
      const name = from ?? alone ?? ''
      if (name.startsWith('.')) waiting.push(resolve(dirname(file), name))
      else packages.add(name)
    }
  }
  return { files, packages }
}

test('the entry of the window does not import naive-ui, which loads after the first paint', () => {
  const { files, packages } = followImports('src/renderer/main.ts')
  expect([...files].filter(file => !existsSync(file))).toEqual([])
  expect(files.size).toBeGreaterThan(100)
  expect(packages).toContain('vue')
  expect([...packages].filter(name => name.startsWith('naive-ui'))).toEqual([])
})
