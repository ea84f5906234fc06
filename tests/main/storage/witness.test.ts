import { fdatasyncSync, fsyncSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { readWitness, Witness, writeWitness, type LogEnd } from '../../../src/main/storage/witness.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

vi.mock(import('node:fs'), async load => {
  const fs = await load()
  return { ...fs, fsyncSync: vi.fn(fs.fsyncSync), fdatasyncSync: vi.fn(fs.fdatasyncSync) }
})
afterEach(() => {
  vi.clearAllMocks()
})

const ledgerId = '6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b11'
const makeEnd = (records: number): LogEnd => ({
  ledgerId,
  records,
  hash: records.toString(16).padStart(64, '0'),
})

function opened(file = join(tempFolder(), 'ledger.witness')) {
  const witness = new Witness(file)
  onTestFinished(() => witness.close())
  return { file, witness }
}

describe('Witness', () => {
  it('is empty before the first record', () => {
    const { file } = opened()
    expect(readWitness(file)).toBeUndefined()
    expect(readWitness(`${file}.none`)).toBeUndefined()
  })

  it('gives the newest record, also when it is opened again', () => {
    const { file, witness } = opened()
    for (const records of [1, 2, 3]) {
      witness.write(makeEnd(records))
      expect(readWitness(file)).toEqual(makeEnd(records))
    }
    const again = opened(file).witness
    again.write(makeEnd(4))
    expect(readWitness(file)).toEqual(makeEnd(4))
  })

  it('is synced at each record, and its folder when it is made', () => {
    const { file, witness } = opened()
    expect(fsyncSync).toHaveBeenCalledTimes(process.platform === 'win32' ? 1 : 2)
    for (const records of [1, 20]) {
      witness.write(makeEnd(records))
      expect(readWitness(file)).toEqual(makeEnd(records))
      expect(fdatasyncSync).toHaveBeenCalledTimes(records === 1 ? 1 : 2)
    }
  })

  it('opens no file but its own', () => {
    const { file, witness } = opened()
    witness.write(makeEnd(5))
    const line = readFileSync(file, 'latin1').slice(0, 256)
    for (const other of [`x${line}`, line.replace('\n', 'x\n'), line.replace('witness 1', 'witness 2'), '']) {
      writeFileSync(file, other.padEnd(512))
      expect(readWitness(file)).toBeUndefined()
    }
    writeFileSync(file, ' '.repeat(256) + line)
    expect(readWitness(file)).toEqual(makeEnd(5))
  })

  it('is made again when it was removed, and says so when another file replaced it', () => {
    const { file, witness } = opened()
    witness.write(makeEnd(1))
    rmSync(file)
    expect(witness.findProblem()).toBeUndefined()
    witness.write(makeEnd(2))
    expect([readWitness(file), witness.findProblem()]).toEqual([makeEnd(2), undefined])
    witness.write(makeEnd(3))
    expect(readWitness(file)).toEqual(makeEnd(3))
    writeFileSync(`${file}.new`, '')
    renameSync(`${file}.new`, file)
    expect(witness.findProblem()).toMatch(/^Another file replaced .*ledger\.witness/)
  })

  it('opened again, keeps its newest record while it writes the next', () => {
    for (const ends of [[1], [1, 2], [1, 2, 3]]) {
      const { file, witness } = opened()
      for (const records of ends) witness.write(makeEnd(records))
      const before = readFileSync(file)
      const last = ends.length
      opened(file).witness.write(makeEnd(last + 1))
      const after = readFileSync(file)
      expect(after).toHaveLength(512)
      for (const place of [0, 256]) {
        const torn = Buffer.from(after)
        if (!before.subarray(place, place + 256).equals(after.subarray(place, place + 256)))
          torn.fill(0, place, place + 99)
        writeFileSync(file, torn)
        expect(readWitness(file)?.records).toBeGreaterThanOrEqual(last)
      }
    }
  })

  it('of a copy replaces what was there', () => {
    const { file, witness } = opened()
    witness.write(makeEnd(9))
    writeWitness(file, makeEnd(4))
    expect(readWitness(file)).toEqual(makeEnd(4))
    expect(readFileSync(file, 'latin1')).toMatch(/\n {97,} {256}$/)
  })

  it('falls back on the record before when its newest place is torn at any byte', () => {
    const { file, witness } = opened()
    witness.write(makeEnd(7))
    const before = readFileSync(file)
    witness.write(makeEnd(8))
    const after = readFileSync(file)
    for (let cut = 256; cut < 512; cut++) {
      writeFileSync(file, Buffer.concat([after.subarray(0, cut), before.subarray(cut)]))
      expect([7, 8]).toContain(readWitness(file)?.records)
    }
  })

  it('never gives a record that was not written, whatever byte is changed', () => {
    const { file, witness } = opened()
    witness.write(makeEnd(7))
    witness.write(makeEnd(8))
    const whole = readFileSync(file)
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      writeFileSync(file, bytes)
      const found = readWitness(file)
      expect([makeEnd(7), makeEnd(8)]).toContainEqual(found)
    }
  })
})
