/**
 * Records and settles tickets of an account, and the account's own records, in a ledger until it is killed, and prints a
 * line for each action once it is acknowledged or refused. Run by rounds.mjs, which harms its files and kills it.
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

const book = { id: 'bravo', name: 'Bravo' }
const day = '2026-11-20'

function makeTicket(accountId) {
  return {
    accountId,
    uid: randomUUID(),
    profileId: 'own',
    isDemo: false,
    parlayId: null,
    quoteId: null,
    book,
    placedAt: Date.now(),
    day,
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

/** Adds a record to an account; returns its number in the log, undefined when it was refused. */
function addToAccount(accountId, record, open = () => {}) {
  let seq
  const write = ({ accounts }, at) => {
    open(accounts, at)
    return accounts.write(at, accountId, record)
  }
  if (!isDone(() => (seq = ledger.writeAccounts(write)))) return undefined
  print(`entry ${accountId} ${seq} ${JSON.stringify(record)}`)
  return seq
}

const makeMoney = (kind, amountMinor) => ({ kind, amountMinor, holder: 'Main', day, note: randomUUID() })

/** Opens an account with a first deposit, as the form does; returns its id, null when it was refused. */
function openAccount() {
  const accountId = randomUUID()
  const opening = { holder: accountId, book, currency: 'USD', note: '' }
  const deposit = makeMoney('account-deposit', 50_000)
  const seq = addToAccount(accountId, deposit, (accounts, at) => accounts.open(at, accountId, opening))
  return seq === undefined ? null : accountId
}

/** A deposit that is undone, then a withdrawal that is paid or canceled. */
function moveMoney(accountId, turn) {
  const note = randomUUID()
  const deposit = addToAccount(accountId, makeMoney('account-deposit', turn))
  if (deposit !== undefined) addToAccount(accountId, { kind: 'account-undone', of: deposit, note })
  const of = addToAccount(accountId, makeMoney('account-withdrawal', turn))
  const kind = turn % 2 === 0 ? 'account-paid' : 'account-canceled'
  if (of !== undefined) addToAccount(accountId, { kind, of, day, note })
}

let accountId = null
for (let turn = 1; ; turn++) {
  accountId ??= openAccount()
  if (accountId !== null) moveMoney(accountId, turn)
  await nextTurn()
  const facts = makeTicket(accountId)
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
