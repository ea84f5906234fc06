/**
 * Every call and event between window and main process: area (a file of `contract/`), then verb. Channel names, types,
 * the handler record and `window.desk` are derived from this object.
 */
import type { z } from 'zod'
import { account, settings } from './contract/account.ts'
import { accounts } from './contract/accounts.ts'
import { alerts } from './contract/alerts.ts'
import { automation } from './contract/automation.ts'
import { board } from './contract/board.ts'
import { budget } from './contract/budget.ts'
import { crash } from './contract/crash.ts'
import { desk } from './contract/desk.ts'
import { drafts } from './contract/drafts.ts'
import type { Call, CallOfScript, CallOfWindow, Event, Script } from './contract/entry.ts'
import { fair } from './contract/fair.ts'
import { grid } from './contract/grid.ts'
import { keys } from './contract/keys.ts'
import { layouts } from './contract/layouts.ts'
import { backups, ledger, settlement, transfer } from './contract/ledger.ts'
import { links } from './contract/links.ts'
import { palette } from './contract/palette.ts'
import { phone } from './contract/phone.ts'
import { quotes } from './contract/quotes.ts'
import { rules } from './contract/rules.ts'
import { scanner } from './contract/scanner.ts'
import { scripts } from './contract/scripts.ts'
import { sounds } from './contract/sounds.ts'
import { stakes } from './contract/stakes.ts'
import { team } from './contract/team.ts'
import { trending } from './contract/trending.ts'
import { updates } from './contract/updates.ts'
import { view } from './contract/view.ts'
import { whatif } from './contract/whatif.ts'
import { windows } from './contract/windows.ts'
import type { Outcome } from './failure.ts'
import type { WindowName } from './model/settings/windows.ts'

export const contract = {
  account,
  settings,
  keys,
  view,
  windows,
  sounds,
  palette,
  drafts,
  board,
  desk,
  budget,
  grid,
  layouts,
  links,
  quotes,
  whatif,
  fair,
  scanner,
  alerts,
  rules,
  phone,
  trending,
  ledger,
  accounts,
  settlement,
  transfer,
  backups,
  stakes,
  team,
  updates,
  automation,
  scripts,
  crash,
} as const

type Contract = typeof contract
export type Area = keyof Contract

type RequestOf<C> = C extends Call<infer Q> ? z.output<Q> : never
type AnswerOf<C> = C extends Call<z.ZodType, infer A> ? z.output<A> : never
type PayloadOf<E> = E extends Event<infer P> ? z.output<P> : never

/** The function that serves a call. When the contract's answer is null, it may return anything. */
type Handler<C, R = [AnswerOf<C>] extends [null] ? unknown : AnswerOf<C>> = C extends CallOfWindow
  ? (request: RequestOf<C>, window: WindowName) => R | Promise<R>
  : C extends CallOfScript
    ? (request: RequestOf<C>, script: Script | null) => R | Promise<R>
    : (request: RequestOf<C>) => R | Promise<R>

/** One handler for each call; a missing one does not compile. */
export type Handlers = {
  readonly [A in Area]: {
    readonly [V in keyof Contract[A] as Contract[A][V] extends Call ? V : never]: Handler<Contract[A][V]>
  }
}

/** Sends an event to all windows. */
export type Announce = <A extends Area, V extends keyof Contract[A] & string>(
  area: A,
  verb: V,
  payload: PayloadOf<Contract[A][V]>,
) => void

type Ask<Q, R> = null extends Q ? () => Promise<Outcome<R>> : (request: Q) => Promise<Outcome<R>>

/**
 * The renderer's `window.desk`: calls resolve to an Outcome; events take a listener and return a function that removes
 * it.
 */
export type DeskApi = {
  readonly [A in Area]: {
    readonly [V in keyof Contract[A]]: Contract[A][V] extends Event<infer P>
      ? (listener: (payload: z.output<P>) => void) => () => void
      : Ask<RequestOf<Contract[A][V]>, AnswerOf<Contract[A][V]>>
  }
}

/** The contract without its types: area, verb, entry. */
type Entries = Readonly<Record<string, Readonly<Record<string, Call | Event>>>>
export const entries: Entries = contract

/** The contract's shape without its schemas, which is all that the preload needs: area, verb, kind. */
export function outline(): Record<string, Record<string, 'call' | 'event'>> {
  const toKinds = (verbs: Entries[string]) =>
    Object.fromEntries(Object.entries(verbs).map(([verb, { kind }]) => [verb, kind]))
  return Object.fromEntries(Object.entries(entries).map(([area, verbs]) => [area, toKinds(verbs)]))
}
