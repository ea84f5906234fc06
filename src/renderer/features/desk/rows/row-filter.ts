/** What is typed to choose rows: words to be found, and limits such as `ev>5`, `gap >= 3`, `age<60` or `start<2h`. */

/** Expected value and gap in per cent, the others in ms. */
export type Measure = 'ev' | 'gap' | 'age' | 'start'

interface Limit {
  readonly of: Measure
  readonly isOver: boolean
  /** The number itself is within. */
  readonly isIncluded: boolean
  readonly than: number
}

export interface RowFilter {
  readonly words: readonly string[]
  readonly limits: readonly Limit[]
}

const limitForm = /^(ev|gap|age|start)([<>])(=?)(-?\d*\.?\d*)([a-z%]*)$/
/** A sign may stand apart from what it compares: the spaces before it, and those behind. */
const apart = /(?<=\b(?:ev|gap|age|start))\s+(?=[<>])|(?<=[<>]=?)\s+(?=-?[\d.])/g
/** By unit; without one, per cent, seconds of age and minutes to a start. */
const units: Readonly<Record<Measure, Readonly<Record<string, number>>>> = {
  ev: { '': 1, '%': 1 },
  gap: { '': 1, '%': 1 },
  age: { '': 1_000, s: 1_000, m: 60_000, min: 60_000, h: 3_600_000 },
  start: { '': 60_000, m: 60_000, min: 60_000, h: 3_600_000 },
}

/** A limit whose number is still to be typed says nothing yet. */
export function readFilter(text: string): RowFilter {
  const parts = text.toLowerCase().replaceAll(apart, '').trim().split(/\s+/)
  const read = parts.map(part => ({ part, limit: readLimit(part) }))
  return {
    words: read.flatMap(({ part, limit }) => (limit === undefined ? [part] : [])),
    limits: read.flatMap(({ limit }) => (limit === undefined || Number.isNaN(limit.than) ? [] : [limit])),
  }
}

function readLimit(part: string): Limit | undefined {
  const [, name, sign, equal, number = '', unit = ''] = limitForm.exec(part) ?? []
  const of = measures.find(measure => measure === name)
  const scale = of && units[of][unit]
  if (of === undefined || scale === undefined) return undefined
  return { of, isOver: sign === '>', isIncluded: equal === '=', than: Number.parseFloat(number) * scale }
}

const measures: readonly Measure[] = ['ev', 'gap', 'age', 'start']

/** Whether a row keeps within the limits; one without the value that a limit is about does not. */
export function isWithin(
  limits: readonly Limit[],
  valueOf: (measure: Measure) => number | undefined,
): boolean {
  return limits.every(({ of, isOver, isIncluded, than }) => {
    const value = valueOf(of)
    if (value === than) return isIncluded
    return value !== undefined && (isOver ? value > than : value < than)
  })
}
