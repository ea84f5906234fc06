import { describe, expect, it } from 'vitest'
import { TableCopy, toCopiedTable, type CopiedTable } from '../../../src/main/files/copied-table.ts'

const copyCell = (cell: string) => toCopiedTable([[cell]]).text

describe('toCopiedTable', () => {
  it('makes text with tabs and an HTML table of the same cells', () => {
    expect(
      toCopiedTable([
        ['Parlay', 'Bravo'],
        ['North & <South>', '+512'],
      ]),
    ).toEqual({
      text: 'Parlay\tBravo\nNorth & <South>\t+512',
      html:
        '<meta charset="utf-8"><table><tr><th>Parlay</th><th>Bravo</th></tr>' +
        '<tr><td>North &amp; &lt;South&gt;</td><td>+512</td></tr></table>',
    })
  })

  it.each([
    ['−110', '-110'],
    ['+7.2%', '+7.2%'],
    ['−1,250', '-1,250'],
    ['−.85', '-.85'],
    ['16.3%', '16.3%'],
    ['—', '—'],
    ['2\tlegs\n missing ', '2 legs missing'],
  ])('reads %j as %j', (shown, copied) => {
    expect(copyCell(shown)).toBe(copied)
  })

  it.each(['=1+1', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '-Ada', '+512|x', '-', '−1+cmd', '+%'])(
    'keeps a spreadsheet from running %j, as text and as HTML',
    cell => {
      const { text, html } = toCopiedTable([[cell]])
      expect(text).toMatch(/^'/)
      expect(html).toContain(`<th>'`)
    },
  )
})

describe('TableCopy', () => {
  function start() {
    const copied: CopiedTable[] = []
    const copy = new TableCopy(table => Promise.resolve(void copied.push(table)))
    return { copied, copy }
  }

  it('copies a table in parts once, with the last part', async () => {
    const { copied, copy } = start()
    await copy.add({ rows: [['a']], isFirst: true, isLast: false })
    await copy.add({ rows: [['b']], isFirst: false, isLast: true })
    expect(copied.map(({ text }) => text)).toEqual(['a\nb'])
  })

  it('drops a table that was not finished when another begins', async () => {
    const { copied, copy } = start()
    await copy.add({ rows: [['a']], isFirst: true, isLast: false })
    await copy.add({ rows: [['b']], isFirst: true, isLast: true })
    expect(copied.map(({ text }) => text)).toEqual(['b'])
  })

  it('refuses a table of more than 10,000 rows', async () => {
    const { copied, copy } = start()
    const rows = Array.from({ length: 10_001 }, () => [''])
    await expect(copy.add({ rows, isFirst: true, isLast: true })).rejects.toThrow()
    expect(copied).toEqual([])
  })
})
