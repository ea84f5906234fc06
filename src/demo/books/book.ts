/** The made-up sportsbooks, and how they differ. */

export interface Book {
  /** Place in `allBooks`; part of its tokens. */
  readonly index: number
  /** The book's part of the pricing host. */
  readonly id: string
  readonly name: string
  /** Margin on one leg, in log-odds; it grows with every further leg. */
  readonly margin: number
  /** Error of its estimates, in standard deviations. */
  readonly noise: number
  /** Strength of the correlation it assumes between legs of one game; 1 is the truth. */
  readonly correlation: number
  /** Share of player markets and alternate lines that it offers. */
  readonly coverage: number
  /** Shares of odds objects without an sgp token, and without a grade token. */
  readonly withoutSgp: number
  readonly withoutGrade: number
  /** True if its tokens are percent-encoded. */
  readonly encodes: boolean
  /** Share of parlays without a price. */
  readonly refuses: number
  /** Share of answers with links, and the kind of the mobile link: the book's app or a web page. */
  readonly links: number
  readonly mobile: 'app' | 'web'
  readonly limits: { readonly min: number; readonly max: number } | null
  /** Median time to an answer. */
  readonly latencyMs: number
}

const ordinary = {
  margin: 0.1,
  noise: 0.03,
  correlation: 1,
  coverage: 0.9,
  withoutSgp: 0,
  withoutGrade: 0,
  encodes: false,
  refuses: 0,
  links: 1,
  mobile: 'app',
  limits: null,
  latencyMs: 90,
} as const satisfies Partial<Book>

const rows: readonly (Partial<Book> & { readonly name: string })[] = [
  { name: 'Alpha Bet', margin: 0.08, coverage: 1, latencyMs: 55 },
  { name: 'Bravo', noise: 0.04, limits: { min: 1, max: 500 }, latencyMs: 70 },
  { name: 'Charlie Sports', encodes: true, coverage: 0.85, latencyMs: 120 },
  { name: 'Delta', margin: 0.12, withoutSgp: 0.04, mobile: 'web', latencyMs: 95 },
  { name: 'Echo 888', noise: 0.05, correlation: 0.9, links: 0.9, latencyMs: 140 },
  { name: 'Foxtrot', withoutGrade: 0.05, coverage: 0.8, links: 0, latencyMs: 80 },
  { name: 'Golf River', margin: 0.06, encodes: true, mobile: 'web', latencyMs: 45 },
  { name: 'Hotel Park', margin: 0.14, correlation: 1.08, limits: { min: 0.5, max: 250 }, latencyMs: 160 },
  { name: 'India Bet', coverage: 0.7, noise: 0.06, links: 0.9, latencyMs: 210 },
  { name: 'Juliet', withoutSgp: 0.08, coverage: 0.85, latencyMs: 110 },
  { name: 'Kilo Sports', refuses: 0.12, margin: 0.09, links: 0, latencyMs: 65 },
  { name: 'Lima Bet', margin: 0.11, encodes: true, coverage: 0.75, latencyMs: 245 },
]

export const allBooks: readonly Book[] = rows.map((row, index) => ({
  index,
  id: row.name.toLowerCase().replaceAll(' ', '_'),
  ...ordinary,
  ...row,
}))

/** The book with this id or name. */
export function findBook(idOrName: string): Book | undefined {
  return allBooks.find(book => book.id === idOrName || book.name === idOrName)
}
