/** Adds up what a run of settling comes to, batch by batch. */
import type { SettleReport } from '../../../shared/model/ticket/settlement.ts'
import type { TicketLine } from '../../../shared/model/ticket/ticket-line.ts'

const mostStrays = 5

export class Tally {
  /** Those that opened again among them. */
  readonly settled: TicketLine[] = []
  readonly #strays: string[] = []
  #answered = 0

  answered(legs: number, strays: readonly string[]): void {
    this.#answered += legs
    this.#strays.push(...strays)
  }

  report(run: Pick<SettleReport, 'at' | 'asked' | 'failure'>): SettleReport {
    const strays = this.#strays.slice(0, mostStrays)
    const settled = this.settled.filter(({ result }) => result !== 'pending').length
    const strayCount = this.#strays.length
    return { ...run, answered: this.#answered, settled, strays, strayCount }
  }
}
