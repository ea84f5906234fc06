/**
 * Does an act again and again. The pause is counted from the end of one to the start of the next, so nothing runs
 * twice at once and nothing bursts after the machine slept.
 */
export interface Round {
  readonly firstInMs: number
  readonly everyMs: number
  /** Never rejects. */
  readonly act: () => Promise<unknown>
}

export class Repeat {
  #timer: NodeJS.Timeout | undefined
  #round: Round | undefined

  /** Ends what was repeated before. */
  start(round: Round): void {
    this.stop()
    this.#round = round
    this.#arm(round, round.firstInMs)
  }

  stop(): void {
    clearTimeout(this.#timer)
    this.#round = undefined
  }

  #arm(round: Round, inMs: number): void {
    this.#timer = setTimeout(() => {
      void round.act().then(() => {
        if (this.#round === round) this.#arm(round, round.everyMs)
      })
    }, inMs)
    this.#timer.unref()
  }
}
