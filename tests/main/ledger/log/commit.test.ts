import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { LedgerLog } from '../../../../src/main/ledger/log/ledger-log.ts'
import { chainStart } from '../../../../src/main/ledger/log/parse-log.ts'
import { openDatabase } from '../../../../src/main/storage/database.ts'
import { ledgerMigrations } from '../../../../src/main/storage/migrations/ledger/ledger-migrations.ts'
import { readWitness, Witness } from '../../../../src/main/storage/witness.ts'
import { Refusal } from '../../../../src/shared/failure.ts'
import { makeTicket, startOfTests } from '../../../support/ledger/tickets.ts'
import { tempFolder } from '../../../support/storage/temp-folder.ts'

const ledgerId = '00000000-0000-4000-8000-000000000000'
const replaced = 'The file was replaced.'

function openLog() {
  const folder = tempFolder()
  const [file, witnessFile] = [join(folder, 'ledger.db'), join(folder, 'ledger.witness')]
  const database = openDatabase(file, ledgerMigrations)
  const witness = new Witness(witnessFile)
  onTestFinished(() => {
    database.close()
    witness.close()
  })
  const open = (of: Witness | undefined) =>
    new LedgerLog({ database, witness: of, tail: { ledgerId, ...chainStart }, lastTicketId: 0 })
  const log = open(witness)
  return { log, open, file, witness, witnessed: () => readWitness(witnessFile) }
}

/** Records a ticket; the user's own unless it is the demo's. */
function record(log: LedgerLog, isDemo = false): number {
  const id = log.nextTicketId()
  log.append(startOfTests, id, { kind: 'recorded', facts: makeTicket({ isDemo }) })
  return id
}

describe('LedgerLog.commit', () => {
  it('makes the records durable, and their end known to the witness', () => {
    const { log, witnessed } = openLog()
    const [first, second] = log.commit(() => [record(log), record(log)])
    expect([first, second, log.lastTicketId]).toEqual([1, 2, 2])
    expect(log.ofTicket(2)).toMatchObject([{ seq: 2, at: startOfTests, record: { kind: 'recorded' } }])
    expect(log.ofTicket(2, 1)).toEqual([])
    expect(witnessed()).toEqual(log.tail)
    expect(log).toMatchObject({ tail: { ledgerId, records: 2 }, isWitnessed: true, isCommitting: false })
  })

  it('makes a commit within another a part of it, and takes back all of them after a fault', () => {
    const { log, witnessed } = openLog()
    log.commit(() => record(log))
    const before = log.tail
    const broken = new Error('broken')
    expect(() =>
      log.commit(() => {
        log.commit(() => record(log))
        expect(log.isCommitting).toBe(true)
        throw broken
      }),
    ).toThrow(broken)
    expect(log).toMatchObject({ tail: before, lastTicketId: 1, isCommitting: false })
    expect(log.ofTicket(2)).toEqual([])
    expect(witnessed()).toEqual(before)
  })

  it('writes no witness without a record, unless the last write failed', () => {
    const { log, witness, witnessed } = openLog()
    expect(log.isWitnessed).toBe(true)
    const write = vi.spyOn(witness, 'write')
    log.commit(() => undefined)
    expect(write).not.toHaveBeenCalled()
    write.mockImplementationOnce(() => {
      throw new Error('full')
    })
    log.commit(() => record(log))
    expect(log.isWitnessed).toBe(false)
    expect(log.ofTicket(1)).toHaveLength(1)
    log.commit(() => undefined)
    expect(log.isWitnessed).toBe(true)
    expect(witnessed()).toEqual(log.tail)
  })

  it('records nothing once the witness was replaced, and says why', async () => {
    const { log, witness } = openLog()
    expect(log.writeProblem).toBeUndefined()
    const find = vi.spyOn(witness, 'findProblem').mockReturnValue(replaced)
    expect(log.writeProblem).toBe(replaced)
    const refusal: unknown = expect.objectContaining({ failure: { kind: 'storage', sentence: replaced } })
    expect(() => log.commit(() => record(log))).toThrow(refusal)
    await expect(log.commitInSlices([record].values())).rejects.toEqual(refusal)
    find.mockRestore()
    expect(log).toMatchObject({ tail: { records: 0 }, lastTicketId: 0 })
    expect(log.ofTicket(1)).toEqual([])
  })

  it('needs no witness', () => {
    const { open } = openLog()
    const log = open(undefined)
    log.commit(() => record(log))
    expect(log).toMatchObject({ tail: { records: 1 }, isWitnessed: true, writeProblem: undefined })
  })

  it('records nothing once the database is gone, and says so', () => {
    const { log, file } = openLog()
    rmSync(file)
    const sentence = log.writeProblem
    expect(sentence).toContain('ledger.db')
    expect(() => log.commit(() => record(log))).toThrow(Refusal)
    expect(log.tail.records).toBe(0)
  })
})

describe('LedgerLog.commitInSlices', () => {
  it('makes all steps one commit', async () => {
    const { log, witnessed } = openLog()
    function* steps() {
      yield record(log)
      yield record(log)
    }
    await log.commitInSlices(steps())
    expect(log.tail.records).toBe(2)
    expect(witnessed()).toEqual(log.tail)
  })

  it('takes all steps back after a fault', async () => {
    const { log, witnessed } = openLog()
    const broken = new Error('broken')
    function* steps() {
      yield record(log)
      throw broken
    }
    await expect(log.commitInSlices(steps())).rejects.toBe(broken)
    expect(log).toMatchObject({ tail: { records: 0 }, lastTicketId: 0 })
    expect(log.ofTicket(1)).toEqual([])
    expect(witnessed()).toBeUndefined()
  })
})

describe('LedgerLog.listTickets', () => {
  it('lists the tickets of the demo or the user’s own, a page at a time, up to a record', () => {
    const { log } = openLog()
    log.commit(() => {
      for (const isDemo of [false, true, false, false, false]) record(log, isDemo)
    })
    const list = (after: number, isDemo = false, upTo = 4) =>
      log.listTickets({ isDemo, after, upTo, limit: 2 })
    expect([list(0), list(3), list(0, true)]).toEqual([[1, 3], [4], [2]])
  })
})
