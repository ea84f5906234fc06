/** How far the loads under way are, counted in bytes, and which one failed last. */
import type { BoardStatus } from '../../shared/model/board.ts'

export class LoadProgress {
  #underWay = 0
  #done = 0
  #of = 0
  #source = ''
  #failed: { readonly source: string; readonly sentence: string } | undefined

  begin(source: string, bytes: number): void {
    if (this.#underWay++ === 0) {
      this.#done = 0
      this.#of = 0
      this.forget()
    }
    this.#of += bytes
    this.#source = source
  }

  end(bytes: number): void {
    this.#underWay--
    this.#done += bytes
  }

  fail(source: string, sentence: string): void {
    this.#failed = { source, sentence }
  }

  /** The failure shown concerns nothing that is here. */
  forget(): void {
    this.#failed = undefined
  }

  /** A failure shows once all is done, until the next load begins. */
  state(): BoardStatus['loading'] {
    if (this.#underWay > 0) return { kind: 'loading', source: this.#source, done: this.#done, of: this.#of }
    return this.#failed === undefined ? { kind: 'idle' } : { kind: 'failed', ...this.#failed }
  }
}
