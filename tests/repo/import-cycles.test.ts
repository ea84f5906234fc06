import { globSync, readFileSync } from 'node:fs'
import { posix, resolve } from 'node:path'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

/** Files of ours that a file imports, its type-only imports included, which lint's rule for cycles would leave out. */
function findImports(file: string): string[] {
  const text = readFileSync(resolve(root, file), 'utf8')
  const script = file.endsWith('.vue') ? (/<script[^>]*>([^]*?)<\/script>/.exec(text)?.[1] ?? '') : text
  return ts
    .preProcessFile(script, true, true)
    .importedFiles.map(({ fileName }) => fileName)
    .filter(name => name.startsWith('.'))
    .map(name => posix.join(posix.dirname(file), name.replace(/\?.*$/, '')))
}

/** Cycles of a graph, each as the files along it. */
function findCycles(graph: ReadonlyMap<string, readonly string[]>): string[][] {
  const cycles: string[][] = []
  const done = new Set<string>()
  const path: string[] = []
  const visit = (file: string) => {
    if (path.includes(file)) cycles.push([...path.slice(path.indexOf(file)), file])
    if (path.includes(file) || done.has(file)) return
    path.push(file)
    for (const next of graph.get(file) ?? []) visit(next)
    path.pop()
    done.add(file)
  }
  for (const file of graph.keys()) visit(file)
  return cycles
}

describe('imports', () => {
  it('have no cycle, type-only ones included', () => {
    const files = globSync('{src,tests,bench,tools}/**/*.{ts,vue,js,mjs}', { cwd: root }).map(path =>
      path.replaceAll('\\', '/'),
    )
    const graph = new Map(files.map(file => [file, findImports(file)]))
    const imports = [...graph.values()].flat()
    expect(imports.length).toBeGreaterThan(files.length)
    expect(imports.filter(name => !/\.\w+$/.test(name))).toEqual([])
    expect(findCycles(graph)).toEqual([])
  })

  it('are found where they lead back to their start', () => {
    const graph = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a']],
    ])
    expect(findCycles(graph)).toEqual([['a', 'b', 'c', 'a']])
  })
})
