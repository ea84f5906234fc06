/**
 * Default answers of an idle program to every call of the contract: the simplest value that the call's schema accepts,
 * or an entry of the tables here when that is not enough. A call with neither throws at its first use.
 */
import { z } from 'zod'
import { entries, type Area, type Handlers } from '../../../src/shared/contract.ts'
import { plainLedgerLayout, plainPanes } from '../../../src/shared/model/settings/view.ts'
import { defaultSounds } from '../../../src/shared/model/settings/sounds.ts'
import { quietScanner } from '../../../src/shared/model/price/scan.ts'
import { quietBudget } from '../../../src/shared/model/settings/budget.ts'
import { plainLayout, defaultKeepLimits } from '../../../src/shared/model/settings/settings.ts'
import { noAutomation } from '../../../src/shared/model/settings/automation.ts'
import { noTeam } from '../../../src/shared/model/team/team-state.ts'
import { quietMeter } from '../../../src/shared/model/parlay/desk.ts'
import { quietSettlement } from '../../../src/shared/model/ticket/settlement.ts'
import { plainSettings } from '../shared/desk-rows.ts'
import {
  emptyLedger,
  noBankroll,
  noClv,
  noExposure,
  noProof,
  noTax,
  nothingSettled,
  noTotals,
  quietReport,
  ticketDetail,
} from '../shared/ledger-answers.ts'
import { offUpdates } from '../shared/update-answers.ts'
import { quietTrending, submission } from '../shared/trending-answers.ts'

type SnapshotArea = { [A in Area]: Handlers[A] extends { snapshot: unknown } ? A : never }[Area]
type SnapshotAnswer<A extends Area> = Handlers[A] extends { snapshot: (request: null) => infer S }
  ? Awaited<S>
  : never
/** State of the main process by area, as in its snapshot. */
export type MainState = { readonly [A in SnapshotArea]: SnapshotAnswer<A> }

export const quietState: MainState = {
  account: {
    profiles: [],
    activeId: 'demo',
    activeName: 'Demo',
    isDemo: true,
    keyStatus: { kind: 'demo' },
    notices: [],
  },
  settings: plainSettings,
  board: {
    selections: 0,
    offers: 0,
    books: 0,
    games: 0,
    loading: { kind: 'idle' },
    lastLoad: null,
    sources: [],
    leagues: [],
    finalGames: 0,
    asOf: null,
  },
  desk: { seq: 0, rows: [], meter: quietMeter },
  budget: quietBudget,
  keys: [],
  view: { zoom: 1, panes: plainPanes, ledger: plainLedgerLayout, tour: 'finished' },
  windows: { open: [] },
  grid: plainLayout,
  layouts: [],
  alerts: { alerts: [], fired: [] },
  rules: { rules: [], decisions: [] },
  sounds: defaultSounds,
  scanner: quietScanner,
  palette: [],
  phone: { targets: [], deliveries: [] },
  trending: quietTrending,
  ledger: emptyLedger,
  backups: { newestAt: null, failure: null },
  settlement: quietSettlement,
  team: noTeam,
  updates: offUpdates,
  automation: noAutomation,
  crash: null,
}

type Answers = { readonly [A in Area]?: Partial<Handlers[A]> }

const report = { source: 'fake', at: 0, taken: 0, replaced: 0, leftOut: [] }
const price = { text: '+100', format: 'american', decimal: 2 } as const
const keeping = { limits: defaultKeepLimits, bytes: 0, quotes: 0, sinceAt: null }
const host = { host: 'bets.example' }
const replaced = { status: emptyLedger.status, keptAs: 'ledger-old' }

const priceNow = () => ({
  at: Date.now(),
  outcome: { kind: 'priced' as const, price, links: null, limits: null },
})

const answers: Answers = {
  board: { add: ({ isLast }) => (isLast ? report : null), load: () => report },
  desk: {
    addParlay: () => ({ parlayId: 1, wasThere: false }),
    price: () => ({ calls: 1 }),
    recheck: () => ({ kind: 'same', quoteId: 2, now: price }),
  },
  budget: { refreshDue: () => ({ kind: 'asked' }) },
  grid: { exportCsv: ({ isLast }) => (isLast ? { file: 'prices.csv' } : null) },
  links: { open: () => host, copy: () => host, phone: () => ({ link: 'bravo://slip?s=1' }) },
  whatif: { priceRest: priceNow, priceStep: priceNow },
  quotes: { keeping: () => keeping, setKeepLimits: () => keeping },
  trending: {
    send: ({ parlays }) => ({
      sent: parlays.map(({ bookId, title }, place) => ({
        submission: submission(place + 1, { bookId, title }),
        wasThere: false,
      })),
    }),
    history: ({ id }) => ({ submission: submission(id), ids: [], steps: [], older: 0 }),
  },
  ledger: {
    record: () => ({ ticketId: 1, wasThere: false }),
    correct: () => ticketDetail,
    decide: () => ticketDetail,
    decideLeg: () => ticketDetail,
    undo: () => ticketDetail,
    changeMany: ({ ticketIds }) => ({ changes: ticketIds.map(ticketId => ({ ticketId, seq: 9 })) }),
    ticket: () => ticketDetail,
    findSpelling: () => ({ text: null }),
    totals: () => noTotals,
    settledSince: () => nothingSettled,
    profitBy: ({ by }) => ({ currency: 'USD', by, rows: [] }),
    bankroll: () => noBankroll,
    clv: () => noClv,
    proof: () => noProof,
    largestStakes: () => ({ currency: 'USD', books: [] }),
    exposure: () => noExposure,
  },
  stakes: {
    plan: () => ({ kind: 'none', sentence: 'No price yet.' }),
    hedge: () => ({ kind: 'none', sentence: 'This ticket waits for 5 legs; a hedge takes at most 4.' }),
  },
  accounts: { tax: () => noTax },
  automation: { createToken: () => ({ token: 'pd_test', state: noAutomation }) },
  scripts: { addOdds: () => report, record: () => ({ ticketId: 1, wasThere: false, isOtherBook: false }) },
  settlement: { checkLeg: () => ({ report: quietReport, ticket: ticketDetail }) },
  transfer: { save: () => ({ name: null, tickets: 0 }), saveParquet: () => ({ name: null, rows: 0 }) },
  backups: {
    restore: () => replaced,
    adopt: () => replaced,
    startNew: () => replaced,
    retry: () => emptyLedger.status,
  },
}

/** The simplest value of a schema; it may still miss a rule of the schema. */
function simplest(schema: z.core.$ZodType): unknown {
  if (schema instanceof z.ZodObject) {
    const fields = Object.entries<z.core.$ZodType>(schema.shape).filter(
      ([, field]) => !(field instanceof z.ZodOptional),
    )
    return Object.fromEntries(fields.map(([name, field]) => [name, simplest(field)]))
  }
  if (schema instanceof z.ZodUnion && schema.options[0] !== undefined) return simplest(schema.options[0])
  if (schema instanceof z.ZodLiteral) return [...schema.values][0]
  if (schema instanceof z.ZodEnum) return schema.options[0]
  if (schema instanceof z.ZodArray) return []
  if (schema instanceof z.ZodString) return ''
  if (schema instanceof z.ZodNumber) return 0
  if (schema instanceof z.ZodBoolean) return false
  return null
}

const answersByName: Readonly<Record<string, Readonly<Record<string, unknown>>>> = answers

/** Answers one call; `state` is the answer of calls that answer the state of their area. */
export function answerByDefault(area: string, verb: string, request: unknown, state: MainState): unknown {
  const entry = entries[area]?.[verb]
  if (entry?.kind !== 'call') throw new Error(`${area}.${verb} is no call of the contract`)
  const snapshot = entries[area]?.['snapshot']
  const states: Readonly<Record<string, unknown>> = state
  const own = answersByName[area]?.[verb]
  const isState = snapshot?.kind === 'call' && snapshot.answer === entry.answer
  const plain = isState ? states[area] : simplest(entry.answer)
  const answer = isFunction(own) ? own(request) : plain
  checkValue(entry.answer, answer, `the default answer of ${area}.${verb}`)
  return answer
}

export const isFunction = (value: unknown): value is (...args: unknown[]) => unknown =>
  typeof value === 'function'

/** Throws if a value of the bridge does not fit its schema. */
export function checkValue(schema: z.ZodType, value: unknown, name: string): void {
  const { error } = schema.safeParse(value)
  if (error !== undefined) throw new Error(`${name} does not fit the contract: ${z.prettifyError(error)}`)
}
