import { globSync, readFileSync } from 'node:fs'
import { basename, resolve } from 'node:path'
import { parse } from 'vue/compiler-sfc'
import { describe, expect, it } from 'vitest'

const root = resolve(import.meta.dirname, '../..')

type Template = NonNullable<ReturnType<typeof parse>['descriptor']['template']>['ast']
type Nodes = NonNullable<Template>['children']

const read = (path: string) => parse(readFileSync(resolve(root, path), 'utf8')).descriptor
const components = new Map(
  globSync('src/renderer/**/*.vue', { cwd: root }).map(path => [basename(path, '.vue'), read(path)]),
)

function tagsIn(nodes: Nodes): string[] {
  return nodes.flatMap(node => ('tag' in node ? [node.tag, ...tagsIn(node.children)] : []))
}

const rootsOf = (name: string) =>
  (components.get(name)?.template?.ast?.children ?? []).flatMap(node => ('tag' in node ? [node.tag] : []))

/** Elements that a scoped style names without a class, and that are the root of a component in the template too. */
function findReached(name: string): string[] {
  const { styles, template } = components.get(name) ?? {}
  const css = (styles ?? []).filter(({ scoped }) => scoped === true).map(({ content }) => content)
  const bare = new Set(css.join('\n').match(/^[a-z][a-z0-9]*(?=[ ,:]*(?:\{|,$))/gm))
  return [...new Set(tagsIn(template?.ast?.children ?? []))].flatMap(child =>
    rootsOf(child)
      .filter(tag => bare.has(tag))
      .map(tag => `${name}: \`${tag}\` reaches the root of ${child}`),
  )
}

/** Meant so: rows and buttons that look or break otherwise where they are. */
const meant = [
  'GuideLineText: `button` reaches the root of TextButton',
  'KeysSection: `li` reaches the root of KeyRow',
  'RowFilter: `button` reaches the root of SignButton',
]

describe('a scoped style', () => {
  it('reaches no root of a component by the name of its element, unless it is meant so', () =>
    expect([...components.keys()].flatMap(findReached).sort()).toEqual(meant))

  it('names the parent of what is slotted by a class, as an element may be within the slot too', () => {
    const rules = [...components.values()]
      .flatMap(({ styles }) => styles.map(({ content }) => content))
      .flatMap(css => css.match(/^.*:slotted.*$/gm) ?? [])
    expect(rules.length).toBeGreaterThan(0)
    expect(rules.filter(rule => !rule.startsWith('.'))).toEqual([])
  })
})
