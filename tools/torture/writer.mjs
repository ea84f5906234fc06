/**
 * Records and settles tickets in a ledger for as long as it lives, and says on stdout what has been acknowledged: one
 * line per action, after it. Run by rounds.mjs, which kills it.
 */
import { randomUUID } from 'node:crypto'
import { writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { ledgerFilesIn } from '../../src/main/ledger/opening/ledger-file.ts'
import { Ledger } from '../../src/main/ledger/ledger.ts'
import { takenPrice } from '../../src/shared/model/ticket/ticket.ts'

const stdout = 1
const say = line => writeSync(stdout, `${line}\n`)
const ledger = new Ledger({ files: ledgerFilesIn(process.argv[2]), isDemo: () => false, log: console.error })
ledger.on('closed', () => {
  say(`closed ${JSON.stringify(ledger.snapshot().status)}`)
  process.exit(3)
})
ledger.open()
say('open')

const { price } = takenPrice({ text: '+512', format: 'american' })
const game = {
  id: 'g',
  title: 'River Town at Harbor City',
  short: 'RVT at HBR',
  league: 'UBL',
  startAt: null,
}

function legOf(place) {
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

function ticket() {
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
    legs: [0, 1, 2, 3, 4].map(legOf),
  }
}

function grading(result) {
  const unknown = { market: null, name: null, game: null, away: null, home: null, status: null, isLive: null }
  return { result, word: result, ...unknown, players: [] }
}

for (;;) {
  const facts = ticket()
  const { ticketId } = ledger.record(facts)
  say(`recorded ${facts.uid} ${ticketId}`)
  await turn()
  const last = ticketId % 3 === 0 ? 'lost' : 'won'
  ledger.grade(
    facts.legs.map(({ grade }, place) => ({
      ...{ ticketId, place, grade },
      grading: grading(place === 4 ? last : 'won'),
    })),
  )
  say(`settled ${facts.uid} ${last}`)
  if (ticketId % 5 === 0) {
    ledger.void(ticketId, 'torture')
    say(`voided ${facts.uid}`)
  }
  await turn()
}
