/** A program that works on a ledger until a test kills it: `node killed-program.ts FOLDER backup|import|restore`. */
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../src/main/ledger/ledger.ts'
import { commitImport } from '../../../src/main/ledger/transfer/ledger-tickets.ts'
import { Backups } from '../../../src/main/ledger/backups/backups.ts'
import { plainTicket } from './plain-ticket.ts'

const [folder = '', task = ''] = process.argv.slice(2)
const files = ledgerFilesIn(folder)
const log = (error: unknown) => {
  console.error(error)
  process.exit(1)
}
const ledger = new Ledger({ files, isDemo: () => false, log })
const clock = { now: Date.now() }
const backups = new Backups({ ledger, folder, files, log, now: () => clock.now })
ledger.open()
backups.start()
/** Ends at the latest when the test that kills it does. */
setTimeout(() => process.exit(2), 20_000).unref()

const report = (text: string) => process.stdout.write(`${text}\n`)

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  async backup() {
    const { ticketId } = ledger.record(plainTicket())
    report(`recorded ${ticketId}`)
    clock.now += 86_400_000
    await backups.makeIfDue()
  },
  async import() {
    report('begun')
    await commitImport(ledger, { policies: [], tickets: makeTickets(), reason: 'imported from x.csv' })
    report('imported')
  },
  async restore() {
    const { name = '' } = backups.list()[0] ?? {}
    await backups.restore(name)
    report('restored')
    await backups.startNew()
    report('begun')
  },
}

function* makeTickets() {
  for (let at = 0; at < 500; at++) yield { kind: 'new' as const, facts: plainTicket(), decision: null }
}

for (;;) await tasks[task]?.()
