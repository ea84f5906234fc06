/**
 * The parts of odds ids met in one text, each cleaned (NFC, trimmed) and kept once. An entry is a number that says
 * which text it is and whether cleaning left it as it came.
 */
export class Texts {
  /** By id; 0 is the empty text. */
  readonly list: string[] = ['']
  readonly #entries = new Map<string, number>([['', 1]])

  static idOf(entry: number): number {
    return entry >>> 1
  }
  static isVerbatim(entry: number): boolean {
    return (entry & 1) === 1
  }
  static isEmpty(entry: number): boolean {
    return entry < 2
  }

  textOf(id: number): string {
    return this.list[id] ?? ''
  }

  entryOf(raw: string): number {
    return this.#entries.get(raw) ?? this.#add(raw)
  }

  #add(raw: string): number {
    const clean = raw.normalize('NFC').trim()
    const entry = clean === raw ? this.list.push(raw) * 2 - 1 : this.entryOf(clean) & ~1
    this.#entries.set(raw, entry)
    return entry
  }
}
