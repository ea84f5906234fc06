/** Texts by number, each kept once. Numbers count up from 0 and never change. */
export class TextTable {
  readonly list: string[] = []
  readonly #ids = new Map<string, number>()

  find(text: string): number | undefined {
    return this.#ids.get(text)
  }

  /** Returns the text's number; a new text gets the next one and calls `onAdded`. */
  add(text: string, onAdded: (id: number) => void = () => {}): number {
    const known = this.#ids.get(text)
    if (known !== undefined) return known
    const id = this.list.push(text) - 1
    this.#ids.set(text, id)
    onAdded(id)
    return id
  }
}
