import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readWitness, Witness, type LogEnd } from '../../../src/main/storage/witness.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const ledgerId = '6f0c1c9e-3a57-4d6e-9a55-0d8c1c7f4b11'
const testimony = (records: number): LogEnd => ({
  ledgerId,
  records,
  hash: records.toString(16).padStart(64, '0'),
})

function opened(file = join(tempFolder(), 'ledger.witness')) {
  const witness = new Witness(file)
  onTestFinished(() => witness.close())
  return { file, witness }
}

describe('a witness', () => {
  it('has nothing to say before the first record', () => {
    const { file } = opened()
    expect(readWitness(file)).toBeUndefined()
    expect(readWitness(`${file}.none`)).toBeUndefined()
  })

  it('says the newest, and goes on where it was', () => {
    const { file, witness } = opened()
    for (const records of [1, 2, 3]) {
      witness.write(testimony(records))
      expect(readWitness(file)).toEqual(testimony(records))
    }
    const again = opened(file).witness
    again.write(testimony(4))
    expect(readWitness(file)).toEqual(testimony(4))
  })

  it('falls back to the record before when its newest place is torn at any byte', () => {
    const { file, witness } = opened()
    witness.write(testimony(7))
    const before = readFileSync(file)
    witness.write(testimony(8))
    const after = readFileSync(file)
    for (let cut = 256; cut < 512; cut++) {
      writeFileSync(file, Buffer.concat([after.subarray(0, cut), before.subarray(cut)]))
      expect([7, 8]).toContain(readWitness(file)?.records)
    }
  })

  it('never says anything that was not written, whatever byte is changed', () => {
    const { file, witness } = opened()
    witness.write(testimony(7))
    witness.write(testimony(8))
    const whole = readFileSync(file)
    for (let at = 0; at < whole.length; at++) {
      const bytes = Buffer.from(whole)
      bytes[at] = (bytes[at] ?? 0) ^ 1
      writeFileSync(file, bytes)
      const found = readWitness(file)
      expect([testimony(7), testimony(8)]).toContainEqual(found)
    }
  })
})
