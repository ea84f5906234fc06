import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, it, onTestFinished } from 'vitest'
import { CsvExport, toCsv } from '../../../src/main/files/csv-writer.ts'
import { Refusal } from '../../../src/shared/failure.ts'

const writeCell = (text: string) => Papa.parse<string[]>(toCsv([[text]])).data[0]?.[0]?.replace('\uFEFF', '')

describe('toCsv', () => {
  it.each([
    '=1+1',
    '+1+1',
    '-2+3',
    '@SUM(A1)',
    '\t=1',
    '\tSUM',
    '\r=1',
    '\rSUM',
    ' =1',
    '+512|x',
    '-110\n=1',
    '+',
    '-Ada',
    '+1.',
  ])('puts a quote before %j, which a spreadsheet could run', text => {
    expect(writeCell(text)).toBe(`'${text}`)
  })

  it.each(['+512', '-110', '-1.5', '6.12', '11/10', '52.38%', '−110', 'Bravo', "O'Neill", 'a,"b"\nc', ''])(
    'leaves %j as it is',
    text => {
      expect(writeCell(text)).toBe(text)
    },
  )

  it('quotes a cell that it put a quote before', () => {
    expect(toCsv([['=1', '-110'], ["'=1"]])).toBe(`\uFEFF"'=1",-110\r\n"''=1"\r\n`)
  })

  it('starts with the byte order mark and ends each line with CR LF', () => {
    expect(toCsv([['é', '2'], ['b']])).toBe('\uFEFFé,2\r\nb\r\n')
  })
})

describe('CsvExport', () => {
  const now = Date.UTC(2026, 0, 10, 12)

  function inFolder(choose: (folder: string, name: string) => string | undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'csv-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const proposed: string[] = []
    const exported = new CsvExport(name => {
      proposed.push(name)
      return Promise.resolve(choose(folder, name))
    })
    return { exported, folder, proposed }
  }
  const whole = { rows: [['a']], isFirst: true, isLast: true }

  it('writes the file where the user says once the last part has come', async () => {
    const { exported, folder, proposed } = inFolder(join)
    expect(await exported.add({ ...whole, isLast: false }, now)).toBeNull()
    const { file } = (await exported.add({ rows: [['b']], isFirst: false, isLast: true }, now)) ?? {}
    expect(proposed).toEqual([expect.stringMatching(/^prices 2026-01-1\d \d\d\.\d\d\.csv$/)])
    expect(readdirSync(folder)).toEqual([file])
    expect(readFileSync(join(folder, file ?? ''), 'utf8')).toBe('\uFEFFa\r\nb\r\n')
  })

  it('starts again with a first part, whatever was left of another', async () => {
    const { exported, folder } = inFolder(join)
    await exported.add({ ...whole, rows: [['left']], isLast: false }, now)
    const { file } = (await exported.add(whole, now)) ?? {}
    expect(readFileSync(join(folder, file ?? ''), 'utf8')).toBe('\uFEFFa\r\n')
  })

  it('writes nothing when the user chooses no place', async () => {
    const { exported, folder } = inFolder(() => undefined)
    expect(await exported.add(whole, now)).toEqual({ file: null })
    expect(readdirSync(folder)).toEqual([])
  })

  it('says what to do when it cannot be written, and leaves nothing behind', async () => {
    const { exported, folder } = inFolder(at => join(at, 'no such folder', 'prices.csv'))
    await expect(exported.add(whole, now)).rejects.toSatisfy(
      error =>
        error instanceof Refusal &&
        error.failure.kind === 'storage' &&
        error.failure.sentence.startsWith('prices.csv couldn’t be saved. Choose another folder'),
    )
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses a table that no spreadsheet would open', async () => {
    const { exported } = inFolder(join)
    const rows = Array.from({ length: 50_001 }, () => ['x'])
    await exported.add({ rows, isFirst: true, isLast: false }, now)
    await expect(exported.add({ rows, isFirst: false, isLast: true }, now)).rejects.toBeInstanceOf(Refusal)
  })
})
