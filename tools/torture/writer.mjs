/**
 * Records and settles tickets in a ledger until it is killed, and prints a line for each action once it is acknowledged
 * or refused. Run by rounds.mjs, which harms its files and kills it.
 */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { ledgerFilesIn } from '../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../src/main/ledger/ledger.ts'
import { Refusal } from '../../src/shared/failure.ts'
import { parseTakenPrice } from '../../src/shared/model/ticket/ticket.ts'

const stdout = 1
const print = line => writeSync(stdout, `${line}\n`)
/** Refusals are printed where they are caught. */
const report = error => error instanceof Refusal || console.error(error)
const ledger = new Ledger({ files: ledgerFilesIn(process.argv[2]), isDemo: () => false, log: report })
ledger.on('closed', () => {
  print(`closed ${JSON.stringify(ledger.snapshot().status)}`)
  process.exit(3)
})
ledger.open()
print('open')

const { price } = parseTakenPrice({ text: '+512', format: 'american' })
const game = {
  id: 'g',
  title: 'River Town at Harbor City',
  short: 'RVT at HBR',
  league: 'UBL',
  startAt: null,
}

function makeLeg(place) {
  const name = `Ada North Over ${place}.5`
  return {
    selectionKey: null,
    oddsId: null,
    grade: `token-${place}`,
    name,
    market: 'Points',
    game,
    price: null,
  }
}

function makeTicket() {
  return {
    uid: randomUUID(),
    profileId: 'own',
    isDemo: false,
    parlayId: null,
    quoteId: null,
    book: { id: 'bravo', name: 'Bravo' },
    placedAt: Date.now(),
    day: '2026-11-20',
    stakeMinor: 4_000,
    currency: 'USD',
    price,
    kind: 'normal',
    isLive: false,
    tags: [],
    note: '',
    legs: [0, 1, 2, 3, 4].map(makeLeg),
  }
}

function makeGrading(result) {
  const unknown = { market: null, name: null, game: null, away: null, home: null, status: null, isLive: null }
  return { result, word: result, ...unknown, players: [] }
}

/** Returns false when the ledger rejected the action, as on a full disk. */
function isDone(action) {
  try {
    action()
    return true
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    print('refused')
    return false
  }
}

function settle(ticketId, facts, last) {
  const gradings = facts.legs.map(({ grade }, place) => ({
    ...{ ticketId, place, grade },
    grading: makeGrading(place === 4 ? last : 'won'),
  }))
  return isDone(() => ledger.grade(gradings))
}

for (;;) {
  const facts = makeTicket()
  let ticketId = 0
  const isRecorded = isDone(() => ({ ticketId } = ledger.record(facts)))
  if (isRecorded) print(`recorded ${facts.uid} ${ticketId}`)
  await nextTurn()
  if (!isRecorded) continue
  const last = ticketId % 3 === 0 ? 'lost' : 'won'
  if (settle(ticketId, facts, last)) print(`settled ${facts.uid} ${last}`)
  if (ticketId % 5 === 0 && isDone(() => ledger.void(ticketId, 'torture'))) print(`voided ${facts.uid}`)
  await nextTurn()
}
