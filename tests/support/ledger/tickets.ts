/** Tickets for tests, and a ledger of their own file. */
import { randomUUID } from 'node:crypto'
import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { backupsForOpening } from '../../../src/main/ledger/backups/backup-files.ts'
import { ledgerFilesIn } from '../../../src/main/ledger/opening/ledger-file.ts'
import type { GradedLeg } from '../../../src/main/ledger/tickets/gradings.ts'
import { Ledger } from '../../../src/main/ledger/ledger.ts'
import { Refusal } from '../../../src/shared/failure.ts'
import {
  parseTakenPrice,
  type PriceText,
  type TicketFacts,
  type TicketLeg,
} from '../../../src/shared/model/ticket/ticket.ts'
import type { Grading, LegResult } from '../../../src/shared/model/ticket/settlement.ts'
import { allTickets } from '../../../src/shared/model/ticket/ledger-filter.ts'
import { tempFolder } from '../storage/temp-folder.ts'

export const startOfTests = Date.UTC(2026, 10, 20, 12)

export function makeLeg(name: string, given: Partial<TicketLeg> = {}): TicketLeg {
  return {
    selectionKey: `ubl:rvt:hbr:2026-11-20#Player Points#${name}`,
    oddsId: `Bravo#ubl:rvt:hbr:2026-11-20#Player Points#${name}`,
    grade: `grade-of-${name}`,
    name,
    market: 'Player Points',
    game: {
      id: 'ubl:rvt:hbr:2026-11-20',
      title: 'River Town at Harbor City',
      short: 'RVT at HBR',
      league: 'UBL',
      startAt: startOfTests + 3_600_000,
    },
    price: { text: '-110', format: 'american' },
    ...given,
  }
}

interface Given extends Partial<Omit<TicketFacts, 'price'>> {
  readonly priced?: PriceText
}

export function makeTicket({
  priced = { text: '+512', format: 'american' },
  ...given
}: Given = {}): TicketFacts {
  const taken = parseTakenPrice(priced)
  if (!taken.ok) throw new Error(taken.sentence)
  return {
    uid: randomUUID(),
    profileId: 'own',
    isDemo: false,
    parlayId: null,
    quoteId: null,
    book: { id: 'bravo', name: 'Bravo' },
    placedAt: startOfTests,
    day: '2026-11-20',
    stakeMinor: 4_000,
    currency: 'USD',
    price: taken.price,
    kind: 'normal',
    isLive: false,
    tags: [],
    note: '',
    legs: [makeLeg('Ada North Over 27.5'), makeLeg('Harbor City', { market: 'Moneyline' })],
    ...given,
  }
}

export function makeGrading(result: LegResult, given: Partial<Grading> = {}): Grading {
  const word = result === 'unknown' ? 'Halved' : result.charAt(0).toUpperCase() + result.slice(1)
  return {
    result,
    word,
    market: 'Player Points',
    name: null,
    game: null,
    away: null,
    home: null,
    status: 'Final',
    isLive: false,
    players: [],
    ...given,
  }
}

export interface TestLedger {
  readonly ledger: Ledger
  readonly folder: string
  readonly faults: unknown[]
}

/** An open ledger in a folder, closed at the end of the test. Its clock does not move. */
export function openTestLedger(folder = tempFolder(), isDemo = () => false): TestLedger {
  const faults: unknown[] = []
  const ledger = new Ledger({
    files: ledgerFilesIn(folder),
    isDemo,
    log: error => faults.push(error),
    now: () => startOfTests,
    ...backupsForOpening(folder),
  })
  ledger.open()
  onTestFinished(() => ledger.close())
  return { ledger, folder, faults }
}

/** A copy of the folder as if the program had been stopped now. */
export function copyAsStopped(folder: string): string {
  const copy = tempFolder()
  cpSync(folder, copy, { recursive: true })
  rmSync(join(copy, 'ledger.db-shm'), { force: true })
  return copy
}

export const databaseIn = (folder: string) => join(folder, 'ledger.db')

/** A grading of a leg by its present token. */
export function makeGradedLeg(ledger: Ledger, ticketId: number, place: number, grading: Grading): GradedLeg {
  return { ticketId, place, grade: findToken(ledger, ticketId, place), grading }
}

/** Grades all legs of a ticket in order. */
export function gradeLegs(ledger: Ledger, ticketId: number, results: readonly LegResult[]): void {
  ledger.grade(results.map((result, place) => makeGradedLeg(ledger, ticketId, place, makeGrading(result))))
}

function findToken(ledger: Ledger, ticketId: number, place: number): string {
  try {
    return ledger.facts(ticketId).legs[place]?.grade ?? ''
  } catch (error) {
    if (error instanceof Refusal) return ''
    throw error
  }
}

export const readLine = (ledger: Ledger, id: number) => ledger.reads.ticket(id).line
export const readTotals = (ledger: Ledger) => ledger.reads.sums.totals(allTickets)
export const readKinds = (ledger: Ledger, id: number) =>
  ledger.reads.ticket(id).history.map(({ kind }) => kind)
export const readEntries = (ledger: Ledger, id: number) =>
  ledger.reads.ticket(id).history.flatMap(item => (item.kind === 'entry' ? [item] : []))
