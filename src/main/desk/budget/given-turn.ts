/** A turn that was given, and its place in line for further attempts. */
import type { Turn, TurnEnd } from '../../odds-service/permits.ts'

export type EndTurn = (how: TurnEnd) => void

export class GivenTurn implements Turn {
  #end: EndTurn | undefined
  readonly #takeAgain: (withinMs: number) => Promise<EndTurn | undefined>

  constructor(end: EndTurn, takeAgain: (withinMs: number) => Promise<EndTurn | undefined>) {
    this.#end = end
    this.#takeAgain = takeAgain
  }

  end(how: TurnEnd): void {
    const end = this.#end
    this.#end = undefined
    end?.(how)
  }

  async again(withinMs: number): Promise<boolean> {
    this.end({ kind: 'unsent' })
    this.#end = await this.#takeAgain(withinMs)
    return this.#end !== undefined
  }
}
