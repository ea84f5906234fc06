/**
 * The bridge without a main process, derived from the contract. Every call is a vitest mock with a default answer; a
 * test scripts the calls that it needs (`api.desk.recheck.mockResolvedValueOnce(...)`) and sends events with `emit`. A
 * request, answer or event that does not fit its schema fails the test.
 */
import { vi, type Mock } from 'vitest'
import { entries, type Area, type DeskApi, type Handlers } from '../../../src/shared/contract.ts'
import type { Failure, Outcome } from '../../../src/shared/failure.ts'
import { answerByDefault, checkValue, isFunction, quietState, type MainState } from './default-answers.ts'

type Procedure = (...args: never[]) => unknown
type Calls<A extends Area> = {
  readonly [V in keyof Handlers[A] & keyof DeskApi[A]]: DeskApi[A][V] extends Procedure
    ? Mock<DeskApi[A][V]>
    : never
}
type Events<A extends Area> = Omit<DeskApi[A], keyof Handlers[A]>
type PayloadOf<E> = E extends (listener: (payload: infer P) => void) => unknown ? P : never

export interface StubDesk {
  readonly api: { readonly [A in Area]: Calls<A> & Events<A> }
  /** Sends an event: `emit.board.changed(status)`. */
  readonly emit: {
    readonly [A in Area]: { readonly [E in keyof Events<A>]: (payload: PayloadOf<Events<A>[E]>) => void }
  }
}

export const ok = <T>(value: T): Outcome<T> => ({ ok: true, value })
export const failed = (failure: Failure): Outcome<never> => ({ ok: false, failure })

type Changes = {
  readonly [A in keyof MainState]?: {
    readonly [V in keyof Handlers[A]]?: Handlers[A][V] extends (
      request: infer R,
      ...others: never[]
    ) => unknown
      ? (state: MainState[A], request: R) => MainState[A]
      : never
  }
}

/** Calls that change the state they answer, so that a later snapshot agrees. */
const changes: Changes = {
  settings: {
    setTheme: (settings, { theme }) => ({ ...settings, theme }),
    setPriceFormat: (settings, { format }) => ({ ...settings, priceFormat: format }),
    setStaleAfter: (settings, { ms }) => ({ ...settings, staleAfterMs: ms }),
    setValue: (settings, value) => ({ ...settings, value }),
    saveBook: (settings, book) => ({
      ...settings,
      books: settings.books.map(each => (each.id === book.id ? book : each)),
    }),
    orderBooks: (settings, { ids }) => ({
      ...settings,
      books: settings.books.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id)),
    }),
  },
  palette: { remember: (names, { command }) => [command, ...names.filter(other => other !== command)] },
  sounds: { save: (_, sounds) => sounds },
  keys: { save: (_, { keys }) => keys },
  view: {
    savePanes: (view, panes) => ({ ...view, panes }),
    saveLedger: (view, ledger) => ({ ...view, ledger }),
    saveTour: (view, { tour }) => ({ ...view, tour }),
  },
  budget: {
    setLimits: (budget, limits) => ({ ...budget, limits }),
    setAuto: ({ auto, ...budget }, { parlayId, everySeconds }) => {
      if (parlayId === null) return { ...budget, auto: { ...auto, everySeconds } }
      const others = auto.rows.filter(row => row.parlayId !== parlayId)
      const rows = everySeconds === null ? others : [...others, { parlayId, everySeconds }]
      return { ...budget, auto: { ...auto, rows } }
    },
    setAutoWhileHidden: ({ auto, ...budget }, { isOn }) => ({
      ...budget,
      auto: { ...auto, isOnWhileHidden: isOn },
    }),
    setAutoShare: ({ auto, ...budget }, { share }) => ({ ...budget, auto: { ...auto, share } }),
    endLongPauses: budget => budget,
  },
  layouts: { save: (_, { layouts }) => layouts },
  grid: { saveLayout: (layout, part) => ({ ...layout, ...part }) },
}
const changesByName: Readonly<Record<string, Readonly<Record<string, unknown>>>> = changes

/** Installs a stub as `window.desk`. `given`: state of the main process that differs from an idle program's. */
export function stubDesk(given?: Partial<MainState>): StubDesk
export function stubDesk(given: Partial<MainState> = {}): unknown {
  let state: MainState = { ...quietState, ...given }

  function answer(area: string, verb: string, request: unknown): unknown {
    const change = changesByName[area]?.[verb]
    const states: Readonly<Record<string, unknown>> = state
    if (isFunction(change)) state = { ...state, [area]: change(states[area], request) }
    return answerByDefault(area, verb, request, state)
  }

  const members = mapEntries((area, verb) => stubMember(area, verb, request => answer(area, verb, request)))
  Object.assign(globalThis, { desk: pick(members, 'exposed') })
  return { api: pick(members, 'mock'), emit: pick(members, 'emit') }
}

type Table<T> = Record<string, Record<string, T>>

const mapEntries = <T>(map: (area: string, verb: string) => T): Table<T> =>
  Object.fromEntries(
    Object.entries(entries).map(([area, verbs]) => [
      area,
      Object.fromEntries(Object.keys(verbs).map(verb => [verb, map(area, verb)])),
    ]),
  )

const pick = <T, K extends keyof T>(members: Table<T>, key: K): Table<T[K]> =>
  Object.fromEntries(
    Object.entries(members).map(([area, verbs]) => [
      area,
      Object.fromEntries(Object.entries(verbs).map(([verb, member]) => [verb, member[key]])),
    ]),
  )

function stubMember(area: string, verb: string, answer: (request: unknown) => unknown) {
  const entry = entries[area]?.[verb]
  const name = `${area}.${verb}`
  if (entry?.kind === 'event') {
    const listeners = new Set<(text: string) => void>()
    const on = (listener: (text: string) => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    }
    const emit = (payload: unknown) => {
      checkValue(entry.payload, payload, `the event ${name}`)
      for (const listener of listeners) listener(JSON.stringify(payload))
    }
    return { mock: on, exposed: on, emit }
  }
  const mock = vi.fn((request?: unknown) => Promise.resolve(ok(answer(request))))
  const exposed = (...args: [] | [unknown]) => {
    if (entry !== undefined) checkValue(entry.request, args[0] ?? null, `the request ${name}`)
    return Promise.resolve(mock(...args)).then(outcome => {
      if (outcome.ok && entry?.kind === 'call')
        checkValue(entry.answer, outcome.value, `the answer of ${name}`)
      return JSON.stringify(outcome)
    })
  }
  return { mock, exposed, emit: undefined }
}
