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

  it('takes a word that begins none in the guide for those spelled almost like it', () => {
    const kelly = section('Kelly stake', text('It grows fastest; correlation counts.'))
    const keys = section('Keys', text('Press a key.'))
    const find = (query: string) => findSections([...all, keys, kelly], query).map(({ title }) => title)
    expect(find('kely')).toEqual(['Kelly stake'])
    expect(find('corelation')).toEqual(['Kelly stake'])
    expect(find('stkae')).toEqual(['Kelly stake'])
    expect(find('Proxmio')).toEqual(['Finding legs'])
    expect(find('kely wait')).toEqual([])
    expect(find('kely fastst')).toEqual(['Kelly stake'])
    expect(find('ke')).toEqual(['Keys', 'Kelly stake'])
    expect(find('keyz')).toEqual(['Keys'])
    expect(find('zzzz')).toEqual([])
  })

  it('finds nothing for nothing, for signs, and for words that are not there', () => {
    expect(['', ' ', '?', 'gold wait'].map(titles)).toEqual([[], [], [], []])
  })
})

describe('loadGuide', () => {
  it('gives pages that are found despite a typing error', async () => {
    const sections = await loadGuide()
    const ids = (query: string) => findSections(sections, query).map(({ id }) => id)
    expect(ids('kelly').length).toBeGreaterThan(0)
    expect(ids('kely')).toEqual(ids('kelly'))
    expect(ids('hegde tickt')).toEqual(ids('hedge ticket'))
  })

  it('gives the pages of docs/guide.md, with pictures of known size', async () => {
    const sections = await loadGuide()
    expect(sections.filter(isPageStart).map(({ title }) => title)).toContain('Reading a price')
    const [picture] = sections.flatMap(({ blocks }) => blocks.filter(block => block.kind === 'picture'))
    expect(picture?.url).toContain('desk')
    expect(picture?.width).toBeGreaterThan(100)
  })
})
