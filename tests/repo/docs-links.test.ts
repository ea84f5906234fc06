/** The documents' links lead to files that are there, and decisions are numbered without a gap. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

it('links between documents lead to files that are there', () => {
  const documents = globSync(['*.md', 'docs/**/*.md', '{tools,bench,tests}/**/README.md'], { cwd: root })
  const broken = documents.flatMap(document => {
    const text = readFileSync(join(root, document), 'utf8')
    const targets = [...text.matchAll(/\]\(([\w./-]+)(?:#[\w-]*)?\)/g)].map(([, target = '']) => target)
    return targets
      .filter(target => !existsSync(join(root, dirname(document), target)))
      .map(target => `${document}: ${target}`)
  })
  expect(broken).toEqual([])
})

it('decisions are numbered without a gap, and begin with their number', () => {
  const files = globSync('*.md', { cwd: join(root, 'docs/decisions') }).toSorted()
  const numbers = files.map((_, at) => String(at + 1).padStart(4, '0'))
  expect(files.map(file => file.slice(0, 4))).toEqual(numbers)
  for (const [at, file] of files.entries())
    expect(readFileSync(join(root, 'docs/decisions', file), 'utf8')).toMatch(new RegExp(`^# ${numbers[at]} `))
})
