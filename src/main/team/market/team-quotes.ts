/**
 * Prices that a team's desks share: what one desk paid for is on every grid, and a desk asks the service only for what no
 * other has fresh or is asking for. Away from the server, a desk asks for itself.
 */
import type { CellAddress } from '../../../shared/model/price/cell.ts'
import type { QuoteOutcome } from '../../../shared/model/price/quote.ts'
import { Coalescer } from '../../async/coalescer.ts'
import { Repeater } from '../../async/timer.ts'
import type { SigningKey } from '../log/signing.ts'
import type { PostgresConnection } from '../postgres/connection.ts'
import {
  claimCells,
  putQuote,
  readQuotes,
  releaseCells,
  type Claim,
  type ServedQuote,
} from '../schema/quote-calls.ts'
import { toCellName, type NamedCell } from './cell-name.ts'
import { isShared, readOutcome, signQuote } from './quote-body.ts'

export interface CellOnGrid extends NamedCell {
  readonly cell: CellAddress
}

/** Another desk's answer. */
export interface TeamQuote {
  readonly outcome: QuoteOutcome
  /** Epoch ms by this desk's clock, from the age by the server's. */
  readonly at: number
  /** By this desk's clock. */
  readonly arrivedAt: number
  readonly author: string
}

/** `answered`: another desk's answer was recorded. `yours`: this desk may ask; `release` says that no answer came. */
export type CellClaim =
  { readonly kind: 'answered' } | { readonly kind: 'yours'; readonly release: () => void }

interface ClaimRequest extends NamedCell {
  /** Age up to which another desk's answer will do. */
  readonly freshMs: number
  /** Longest wait for a desk that is asking. */
  readonly maxWaitMs: number
  readonly signal: AbortSignal
}

type Connection = Pick<PostgresConnection, 'query' | 'isClosed'>

export interface QuoteLink {
  readonly reader: Connection
  readonly writer: Connection
}

export interface TeamQuotesDeps {
  readonly team: string
  readonly member: string
  readonly key: SigningKey
  readonly publicKeyOf: (member: string) => string | undefined
  /** Name of the calls of the profile's key; undefined without a key. */
  readonly window: () => string | undefined
  readonly cells: () => readonly CellOnGrid[]
  readonly onQuote: (cell: CellAddress, quote: TeamQuote) => void
  readonly onProblem: (error: unknown) => void
  readonly now?: () => number
}

interface WaitingClaim {
  readonly cell: string
  readonly freshMs: number
  readonly resolve: (claim: Claim) => void
}

const alone: CellClaim = { kind: 'yours', release: () => {} }
const mine: Claim = { kind: 'yours' }
/** Half the time of a claim. */
const renewMs = 10_000

export class TeamQuotes {
  readonly #deps: TeamQuotesDeps
  readonly #now: () => number
  #link: QuoteLink | undefined
  /** Claims of the same moment go to the server together. */
  #claiming: WaitingClaim[] = []
  readonly #claimSoon = new Coalescer(() => void this.#claimAll(), 'microtask')
  #arrived: number[] = []
  readonly #readSoon = new Coalescer(() => void this.#readAll())
  /** Cells that another desk asks for, with those who wait for its answer. */
  readonly #waiters = new Map<string, Set<() => void>>()
  /** Last quote of each cell that was recorded. */
  readonly #recorded = new Map<string, number>()
  /** Claims of this desk whose calls wait or are under way. */
  readonly #held = new Set<string>()
  readonly #renewing = new Repeater()
  /** Answers on their way to the server. */
  readonly #sending = new Set<string>()
  #grid: { readonly window: string; readonly cells: ReadonlyMap<string, CellAddress[]> } | undefined

  constructor(deps: TeamQuotesDeps) {
    this.#deps = deps
    this.#now = deps.now ?? Date.now
  }

  /** Undefined without the server. */
  get link(): QuoteLink | undefined {
    return this.#link
  }

  connect(link: QuoteLink): void {
    this.#link = link
    this.#renewing.start({ firstInMs: renewMs, everyMs: renewMs, run: () => this.#renew() })
  }

  disconnect(): void {
    this.#link = undefined
    this.#renewing.stop()
    this.#held.clear()
    // A server that crashed may give the last numbers of quotes again.
    this.#recorded.clear()
    for (const cell of [...this.#waiters.keys()]) this.#wake(cell)
  }

  /** Parlays, books or the key have changed. */
  cellsChanged(): void {
    this.#grid = undefined
  }

  /** Called for each notice of the team's server. */
  onNotice(text: string): void {
    const [kind, ...rest] = text.split(' ')
    const cell = rest.at(-1) ?? ''
    if (kind === 'free') this.#wake(cell)
    if (kind !== 'quote') return
    const isWanted = this.#waiters.has(cell) || this.#findCells(cell).length > 0
    // Its own answers are on this desk's grid already.
    if (!isWanted || this.#sending.has(cell)) return
    this.#arrived.push(Number(rest[0]))
    this.#readSoon.request()
  }

  /** Waits until another desk's answer is recorded, or this desk may ask. Never rejects. */
  async claim({ freshMs, maxWaitMs, signal, ...named }: ClaimRequest): Promise<CellClaim> {
    const endAt = performance.now() + maxWaitMs
    for (;;) {
      const cell = this.#toName(named)
      const leftMs = endAt - performance.now()
      if (cell === undefined || this.#link === undefined || signal.aborted || leftMs <= 0) return alone
      const claim = await this.#request(cell, freshMs)
      if (claim.kind === 'taken') await this.#waitFor(cell, Math.min(claim.forMs, leftMs), signal)
      else if (claim.kind === 'yours') return this.#hold(cell)
      else if (this.#record(claim.quote)) return { kind: 'answered' }
      else return alone
    }
  }

  /** Gives an answer of the service to all, and ends this desk's claim. */
  put(named: NamedCell, outcome: QuoteOutcome): void {
    const cell = this.#toName(named)
    if (cell === undefined || this.#link === undefined || !isShared(outcome)) return
    void this.#send(cell, outcome, this.#link.writer)
  }

  async #send(cell: string, outcome: QuoteOutcome, { query }: Connection): Promise<void> {
    try {
      this.#held.delete(cell)
      this.#sending.add(cell)
      await putQuote(query, signQuote(this.#deps, cell, outcome))
    } catch (error) {
      this.#deps.onProblem(error)
    } finally {
      this.#sending.delete(cell)
    }
  }

  #hold(cell: string): CellClaim {
    this.#held.add(cell)
    const release = () => {
      const connection = this.#link?.writer
      if (!this.#held.delete(cell) || connection === undefined) return
      releaseCells(connection.query, [cell]).catch(this.#deps.onProblem)
    }
    return { kind: 'yours', release }
  }

  /** A call may wait in the desk's queue for longer than its claim lasts. */
  async #renew(): Promise<void> {
    await Promise.all([...this.#held].map(cell => this.#request(cell, 0)))
  }

  #request(cell: string, freshMs: number): Promise<Claim> {
    return new Promise(resolve => {
      this.#claiming.push({ cell, freshMs, resolve })
      this.#claimSoon.request()
    })
  }

  async #claimAll(): Promise<void> {
    const claiming = this.#claiming.splice(0)
    const answer = (claims: ReadonlyMap<string, Claim>) => {
      for (const { cell, resolve } of claiming) resolve(claims.get(cell) ?? mine)
    }
    try {
      answer(this.#link === undefined ? new Map() : await claimCells(this.#link.writer.query, claiming))
    } catch (error) {
      this.#deps.onProblem(error)
      answer(new Map())
    }
  }

  /** Until the cell's answer has come, its claim was given up or has ended, or no one wants it here. */
  #waitFor(cell: string, forMs: number, signal: AbortSignal): Promise<void> {
    // Either may have come while the server was asked.
    if (signal.aborted || this.#link === undefined) return Promise.resolve()
    return new Promise(resolve => {
      const waiters = this.#waiters.get(cell) ?? new Set()
      this.#waiters.set(cell, waiters)
      const end = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', end)
        waiters.delete(end)
        if (waiters.size === 0) this.#waiters.delete(cell)
        resolve()
      }
      const timer = setTimeout(end, forMs).unref()
      waiters.add(end)
      signal.addEventListener('abort', end)
    })
  }

  #wake(cell: string): void {
    for (const end of this.#waiters.get(cell) ?? []) end()
  }

  async #readAll(): Promise<void> {
    const ids = this.#arrived.splice(0)
    try {
      if (this.#link === undefined) return
      const quotes = await readQuotes(this.#link.reader.query, ids)
      for (const quote of quotes) {
        this.#record(quote)
        this.#wake(quote.cell)
      }
    } catch (error) {
      this.#deps.onProblem(error)
    }
  }

  /** Returns false for a quote that is not what it says. */
  #record(quote: ServedQuote): boolean {
    const { team, member, publicKeyOf, onQuote } = this.#deps
    if (quote.id <= (this.#recorded.get(quote.cell) ?? 0)) return true
    const outcome = readOutcome(quote, { team, publicKey: publicKeyOf(quote.member) })
    if (outcome === undefined) return false
    this.#recorded.set(quote.cell, quote.id)
    if (quote.member === member) return true
    const arrivedAt = this.#now()
    const answer = { outcome, at: arrivedAt - quote.ageMs, arrivedAt, author: quote.member }
    for (const cell of this.#findCells(quote.cell)) onQuote(cell, answer)
    return true
  }

  #toName(named: NamedCell): string | undefined {
    const window = this.#deps.window()
    return window === undefined ? undefined : toCellName(window, named)
  }

  #findCells(name: string): readonly CellAddress[] {
    const window = this.#deps.window()
    if (window === undefined) return []
    if (this.#grid?.window !== window) {
      const cells = Map.groupBy(this.#deps.cells(), named => toCellName(window, named))
      this.#grid = {
        window,
        cells: new Map([...cells].map(([cell, all]) => [cell, all.map(each => each.cell)])),
      }
    }
    return this.#grid.cells.get(name) ?? []
  }
}
