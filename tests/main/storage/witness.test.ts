import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readWitness, Witness, type LogEnd } from '../../../src/main/storage/witness.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

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
