/** Texts by number, each kept once. Numbers count up from 0 and stay. */
export class TextTable {
  readonly list: string[] = []
  readonly #ids = new Map<string, number>()

  find(text: string): number | undefined {
    return this.#ids.get(text)
  }

  /** The text's number; a text not met before gets the next one and `added` is told. */
  idOf(text: string, added: (id: number) => void = () => {}): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    const id = this.list.push(text) - 1
    this.#ids.set(text, id)
    added(id)
    return id
  }
}
