import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')
const find = (pattern: string) => globSync(pattern, { cwd: root }).map(path => path.replaceAll('\\', '/'))

describe('file names', () => {
  const code = find('{src,tests,bench,tools}/**/*.{ts,mjs}').map(path => path.split('.')[0] ?? path)

  it('are kebab-case, but for composables', () => {
    const other = code
      .map(path => basename(path))
      .filter(name => !/^([a-z0-9]+(-[a-z0-9]+)*|use[A-Z]\w+)$/.test(name))
    expect(other).toEqual([])
  })

  it('name the noun, not a drawer for anything', () => {
    expect(code.filter(path => /\/(utils?|helpers?|common|managers?|types)(\/|$)/.test(path))).toEqual([])
  })

  it('of components are two words or more, in PascalCase', () => {
    const components = find('src/renderer/**/*.vue').map(path => basename(path, '.vue'))
    expect(components.filter(name => name !== 'App' && !/^([A-Z][a-z0-9]*){2,}$/.test(name))).toEqual([])
  })
})

describe('the screen', () => {
  it('takes every color from tokens.css, but for a QR code, which is black on white', () => {
    const parts = find('src/renderer/**/*.{vue,css,ts}').filter(
      path => !path.startsWith('src/renderer/theme/'),
    )
    const stray = parts.filter(path =>
      /#[0-9a-f]{3,8}\b|rgba?\(/i.test(readFileSync(resolve(root, path), 'utf8')),
    )
    expect(stray.map(path => basename(path))).toEqual(['PhoneDialog.vue'])
  })
})

describe('the workflows', () => {
  const workflows = find('.github/workflows/*.yml').map(path => readFileSync(resolve(root, path), 'utf8'))

  it('pin every action by its full commit hash, with the version beside it', () => {
    const uses = workflows.flatMap(text => text.match(/uses: .*/g) ?? [])
    expect(uses.length).toBeGreaterThan(0)
    expect(uses.filter(line => !/^uses: [\w./-]+@[0-9a-f]{40} # v[\d.]+$/.test(line))).toEqual([])
  })

  it('may only read the repository', () => {
    for (const text of workflows) expect(text).toMatch(/^permissions:\n {2}contents: read\n\n/m)
  })
})
