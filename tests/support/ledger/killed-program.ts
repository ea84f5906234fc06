/**
 * A program that works on a ledger, for tests that kill it: `node killed-program.ts FOLDER TASK [TIMES]`. Without a
 * number it works until it is killed.
 */
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../../src/main/ledger/ledger.ts'
import { commitImport } from '../../../src/main/ledger/transfer/ledger-tickets.ts'
import { backupsForOpening } from '../../../src/main/ledger/backups/backup-files.ts'
import { Backups } from '../../../src/main/ledger/backups/backups.ts'
import { plainTicket } from './plain-ticket.ts'

const [folder = '', task = '', times = 'Infinity'] = process.argv.slice(2)
const files = ledgerFilesIn(folder)
const log = (error: unknown) => {
  console.error(error)
  process.exit(1)
}
const ledger = new Ledger({ files, isDemo: () => false, log, ...backupsForOpening(folder) })
const clock = { now: Date.now() }
const backups = new Backups({ ledger, folder, files, log, now: () => clock.now })
ledger.open()
backups.start()
/** Ends at the latest when the test that kills it does. */
setTimeout(() => process.exit(2), 20_000).unref()

const report = (text: string) => process.stdout.write(`${text}\n`)

const tasks: Readonly<Record<string, () => Promise<void> | void>> = {
  /** Opens the ledger and brings its tables to the present, which is done for the other tasks too. */
  open() {
    report(`opened with ${ledger.core.log.lastTicketId}`)
  },
  async backup() {
    const { ticketId } = ledger.record(plainTicket())
    report(`recorded ${ticketId}`)
    clock.now += 86_400_000
    await backups.makeIfDue()
    report('backed up')
  },
  async import() {
    await importTickets(500)
  },
  'import of three': () => importTickets(3),
  async restore() {
    const { name = '' } = backups.list()[0] ?? {}
    await backups.restore(name)
    report('restored')
  },
  async 'start new'() {
    await backups.startNew()
    report('started new')
  },
}

async function importTickets(count: number): Promise<void> {
  report('begun')
  await commitImport(ledger, { policies: [], tickets: makeTickets(count), reason: 'imported from x.csv' })
  report('imported')
}

function* makeTickets(count: number) {
  for (let at = 0; at < count; at++) yield { kind: 'new' as const, facts: plainTicket(), decision: null }
}

for (let done = 0; done < Number(times); done++) await tasks[task]?.()
backups.stop()
ledger.close()
