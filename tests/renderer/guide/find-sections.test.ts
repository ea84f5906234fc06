import { describe, expect, it } from 'vitest'
import { findSections } from '../../../src/renderer/guide/find-sections.ts'
import { isPageStart, type GuideBlock, type GuideSection } from '../../../src/renderer/guide/guide.ts'
import { loadGuide } from '../../../src/renderer/guide/load-guide.ts'

const text = (said: string): GuideBlock => ({ kind: 'text', line: [{ kind: 'plain', text: said }] })
const section = (title: string, ...blocks: readonly GuideBlock[]): GuideSection => ({
  id: title,
  title,
  page: title,
  blocks,
})
const price = section('Reading a price', text('Gold is the best one.'))
const rates = section('Call limits', {
  kind: 'table',
  head: [],
  rows: [[[{ kind: 'code', text: 'Rate limit' }], [{ kind: 'plain', text: 'Wait for the next price.' }]]],
})
const legs = section('Finding legs', {
  kind: 'list',
  isOrdered: false,
  items: [[{ kind: 'name', text: 'Próximo' }]],
})
const all = [rates, price, legs]
const titles = (query: string) => findSections(all, query).map(({ title }) => title)

describe('findSections', () => {
  it('finds words begun, in any order, in texts, tables and lists', () => {
    expect(titles('best go')).toEqual(['Reading a price'])
    expect(titles('rate wait')).toEqual(['Call limits'])
    expect(titles('proxi')).toEqual(['Finding legs'])
  })

  it('puts sections that are named so first', () => {
    expect(titles('price')).toEqual(['Reading a price', 'Call limits'])
  })

  it('finds nothing for nothing, for signs, and for words that are not there', () => {
    expect(['', ' ', '?', 'gold wait'].map(titles)).toEqual([[], [], [], []])
  })
})

describe('loadGuide', () => {
  it('gives the pages of docs/guide.md, with pictures of known size', async () => {
    const sections = await loadGuide()
    expect(sections.filter(isPageStart).map(({ title }) => title)).toContain('Reading a price')
    const [picture] = sections.flatMap(({ blocks }) => blocks.filter(block => block.kind === 'picture'))
    expect(picture?.url).toContain('desk')
    expect(picture?.width).toBeGreaterThan(100)
  })
})
