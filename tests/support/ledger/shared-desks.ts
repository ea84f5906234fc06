/** Desks of a team with real ledgers, and a server that orders what they send, without any network. */
import { expect, onTestFinished } from 'vitest'
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../src/main/ledger/ledger.ts'
import type { PlacedChange } from '../../../src/main/ledger/log/shared-ledger.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import { makeTicket, startOfTests } from './tickets.ts'

export class SharedDesk {
  readonly ledger: Ledger
  readonly folder: string
  readonly member: string
  readonly faults: unknown[] = []
  readonly clock = { now: startOfTests }
  readonly #log: PlacedChange[]
  #sent = new Set<string>()

  constructor(member: string, log: PlacedChange[], folder = tempFolder()) {
    this.member = member
    this.folder = folder
    this.#log = log
    this.ledger = new Ledger({
      files: ledgerFilesIn(folder),
      isDemo: () => false,
      log: error => this.faults.push(error),
      now: () => this.clock.now,
      member: () => member,
      toOwnProfile: id => (id === 'own' ? id : 'mine'),
    })
    this.ledger.open()
    onTestFinished(() => this.ledger.close())
  }

  /** Sends what the server does not have, at most some changes. */
  send(limit = 1_000): void {
    for (const { uid, body } of this.ledger.shared.unshared(limit)) {
      if (this.#sent.has(uid)) continue
      this.#sent.add(uid)
      // A body that JSON cannot hold would be another one on the server.
      expect(JSON.parse(JSON.stringify(body))).toEqual(body)
      const place = this.#log.length + 1
      this.#log.push({ uid, body, place, member: this.member, at: this.clock.now })
    }
  }

  /** Reads the next changes of the server. */
  read(limit = 1_000): void {
    const { shared } = this.ledger
    const last = shared.lastPlace()
    const next = this.#log.filter(({ place }) => place > last).slice(0, limit)
    if (next.length > 0) shared.place(next)
  }
}

/** Members `…01`, `…02` … of one team. */
export function openDesks(count: number) {
  const log: PlacedChange[] = []
  const desks = Array.from(
    { length: count },
    (_, at) => new SharedDesk(String(at + 1).padStart(16, '0'), log),
  )
  return {
    log,
    desks,
    /** Sends and reads everything. */
    settle(): void {
      do {
        for (const desk of desks) desk.send()
        for (const desk of desks) desk.read()
      } while (desks.some(({ ledger }) => ledger.shared.unsharedCount() > 0))
    },
  }
}

/** Two desks that share a ticket, number 1 on both. */
export function openPair(given: Parameters<typeof makeTicket>[0] = {}) {
  const { log, desks, settle } = openDesks(2)
  const [first, second] = desks
  if (first === undefined || second === undefined) throw new Error('no desks')
  first.ledger.record(makeTicket(given))
  settle()
  return { log, first, second, settle }
}

/** Uids of changes with a standing, in the order of the team's log. */
export function listChanges({ ledger }: SharedDesk, standing: string): string[] {
  const rows = ledger.core.database
    .prepare('SELECT uid FROM changes WHERE standing = ? ORDER BY place IS NULL, place, first_seq')
    .all(standing)
  return rows.map(({ uid }) => String(uid))
}
