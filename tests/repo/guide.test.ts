import { globSync, readFileSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commandIds, commandTable } from '../../src/renderer/commands/command-table.ts'
import { parseGuide } from '../../tools/guide/parse-guide.ts'
import { bannedWords, screenWords } from '../../tools/lint/vocabulary.js'

const root = resolve(import.meta.dirname, '../..')
const markdown = readFileSync(join(root, 'docs/guide.md'), 'utf8')
const sections = parseGuide(markdown)
const blocks = sections.flatMap(section => section.blocks)
const lines = blocks.flatMap(block => {
  switch (block.kind) {
    case 'text':
      return [block.line]
    case 'list':
      return block.items
    case 'table':
      return [...block.head, ...block.rows.flat()]
    case 'picture':
      return []
  }
})
const parts = lines.flat()

/** Texts of the program: its code without comments, with single spaces. */
const program = globSync('src/{renderer,shared}/**/*.{vue,ts}', { cwd: root })
  .map(file => readFileSync(join(root, file), 'utf8'))
  .join('\n')
  .replace(/\/\*[^]*?\*\/|<!--[^]*?-->|^\s*\/\/.*$/gm, '')
  .replace(/&gt;/g, '>')
  .replace(/\s+/g, ' ')

/** True if a text of the program begins with the name, behind a quote, a tag or a value. */
function isOnScreen(name: string): boolean {
  const text = name.replace(/…$/, '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`['"\`>}] ?${text}(?![\\p{L}\\d])`, 'u').test(program)
}

describe('the guide', () => {
  it('is parsed into pages with titles of their own', () => {
    const ids = sections.map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(sections.filter(({ id, page }) => id === page).length).toBeGreaterThan(10)
    for (const { title, blocks: own } of sections) expect(own, title).not.toEqual([])
  })

  it('names in bold what is on screen', () => {
    const names = parts.flatMap(part => (part.kind === 'name' ? [part.text] : []))
    expect(names.length).toBeGreaterThan(80)
    expect(names.filter(name => !isOnScreen(name))).toEqual([])
  })

  it('quotes what is on screen', () => {
    const quotes = parts
      .flatMap(({ text }) => [...text.matchAll(/“([^”]+)”/g)])
      .flatMap(([, quote = '']) => (/\d/.test(quote) ? [] : [quote]))
    expect(quotes.length).toBeGreaterThan(4)
    expect(quotes.filter(quote => !isOnScreen(quote))).toEqual([])
  })

  it('explains the words of cells as cells have them', () => {
    const tables = blocks.flatMap(block => (block.kind === 'table' ? block.rows : []))
    const words = tables
      .flatMap(([first = []]) => first)
      .flatMap(part => (part.kind === 'code' && !/\d/.test(part.text) ? [part.text] : []))
    expect(words.length).toBeGreaterThan(6)
    expect(words.filter(word => !isOnScreen(word))).toEqual([])
  })

  it('uses no word that a US bettor would not write', () => {
    const sentences = lines.map(line =>
      line.map(part => (part.kind === 'code' || part.kind === 'key' ? '' : part.text)).join(''),
    )
    const found = sentences.flatMap(sentence =>
      [...bannedWords, ...screenWords].flatMap(([pattern, better]) =>
        pattern.test(sentence) ? [`${sentence} (not ${pattern.source} but ${better})`] : [],
      ),
    )
    expect(found).toEqual([])
  })

  it('shows the first own key of each command that it names', () => {
    const keys = parts.flatMap(part => (part.kind === 'key' && part.command !== null ? [part] : []))
    expect(keys.length).toBeGreaterThan(30)
    const names = { Escape: 'Esc', ArrowLeft: '←', ArrowDown: '↓', ArrowUp: '↑', ArrowRight: '→' }
    const byKey = new Map(Object.entries(names))
    const toText = (chord: string) =>
      chord
        .split('+')
        .map(key => byKey.get(key) ?? key)
        .join('+')
    const wrong = keys.filter(({ command, text }) => {
      const id = commandIds.find(each => each === command)
      return id === undefined || toText(commandTable[id].keys?.[0] ?? '') !== text
    })
    expect(wrong).toEqual([])
  })

  it('links to sections that are there', () => {
    const links = parts.flatMap(part => (part.kind === 'link' ? [part.section] : []))
    expect(links.filter(link => !sections.some(({ id }) => id === link))).toEqual([])
  })

  it('shows pictures that are there, all of docs/images together under 2 MB', () => {
    const files = blocks.flatMap(block => (block.kind === 'picture' ? [block.file] : []))
    expect(files.length).toBeGreaterThan(2)
    for (const file of files) expect(statSync(join(root, 'docs', file)).size, file).toBeGreaterThan(0)
    const sizes = globSync('docs/images/*.png', { cwd: root }).map(file => statSync(join(root, file)).size)
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(2_000_000)
  })
})

describe('parseGuide', () => {
  it('takes keys with and without a command', () => {
    const [section] = parseGuide('## A\n\n<kbd data-command="price.open">O</kbd> or <kbd>Enter</kbd>.')
    expect(section?.blocks).toEqual([
      {
        kind: 'text',
        line: [
          { kind: 'key', text: 'O', command: 'price.open' },
          { kind: 'plain', text: ' or ' },
          { kind: 'key', text: 'Enter', command: null },
          { kind: 'plain', text: '.' },
        ],
      },
    ])
  })

  it.each([
    '> quoted',
    '    code',
    '## A\n\n<b>tag</b>',
    '## A\n\n[away](https://example.com)',
    '- one\n\n  two',
  ])('refuses what Help cannot show: %j', text => {
    expect(() => parseGuide(`## First\n\n${text}`)).toThrow(/guide|item of a list/)
  })
})
