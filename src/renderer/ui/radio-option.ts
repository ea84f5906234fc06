/** One choice of a RadioField. */
export interface RadioOption<T> {
  readonly value: T
  readonly name: string
  /** Drawn after the name. */
  readonly hint?: string
}
