/** Faults of the team's log: the closed list of what a server can do to it, each with its sentence for the screen. */

const texts = {
  gap: 'is missing: the server gave a later one instead.',
  digest: 'isn’t the one its digest names: it was changed on the server.',
  chain: 'doesn’t follow the one before it: records were changed or reordered on the server.',
  'not-founded': 'should found the team, and doesn’t.',
  'other-founding': 'founds another team than the one your invitation names.',
  'second-founding': 'founds the team a second time.',
  'unknown-member': 'is from a desk that no owner let in.',
  'removed-member': 'is from a desk that an owner had removed before.',
  forged: 'isn’t signed by the desk it names.',
  'no-right': 'is of a kind that its desk may not write.',
  replayed: 'is a copy of an earlier one.',
  skipped: 'comes before an earlier record of the same desk.',
  severed: 'names another record of its desk before it than the server shows.',
  'too-large': 'is larger than any desk can write.',
  'other-team': 'was written for another team.',
  reordered: 'was written after a later one: records were reordered on the server.',
  forked: 'was written by a desk that saw other records here: the server shows desks different logs.',
} as const

export type LogFaultKind = keyof typeof texts | HeadFaultKind

const headTexts = {
  'went-back': ({ served, known }: HeadPlaces) =>
    `The server has ${served} records, and this desk has seen ${known}. It may be an old backup.`,
  'changed-head': ({ known }: HeadPlaces) =>
    `Record ${known} on the server isn’t the one this desk saw: the log was rewritten.`,
  truncated: ({ served, known, by }: HeadPlaces) =>
    `The server shows ${served} records, and ${by} says it has seen ${known}. Either the server holds the newest ones back, or what ${by} says is wrong.`,
  'forked-head': ({ known, by }: HeadPlaces) =>
    `${by} says it has seen another record ${known} than this desk. Either the server shows desks different logs, or what ${by} says is wrong.`,
} as const
type HeadFaultKind = keyof typeof headTexts

/** A desk whose statement about the log does not fit what this one sees. */
export interface Attester {
  readonly member: string
  readonly name: string
}

interface HeadPlaces {
  readonly served: number
  readonly known: number
  /** Name of the desk that attests it. */
  readonly by: string
}

/** The team's log is not what it must be. Sharing stops; the desk's copy stays. `sentence` is for the screen. */
export class LogFault extends Error {
  override readonly name = 'LogFault'
  readonly kind: LogFaultKind
  readonly sentence: string
  /** The desk that says so; undefined for a fault that this desk sees itself. */
  readonly attester: Attester | undefined
  private constructor(kind: LogFaultKind, sentence: string, attester?: Attester) {
    super(`${kind}: ${sentence}`)
    this.kind = kind
    this.sentence = sentence
    this.attester = attester
  }

  /** Fault of one record. */
  static atPlace(kind: keyof typeof texts, place: number, author?: string): LogFault {
    const of = author === undefined ? '' : ` by ${author}`
    return new LogFault(kind, `Record ${place}${of} ${texts[kind]}`)
  }

  /** Fault of the end of the log. */
  static ofHead(
    kind: HeadFaultKind,
    { by, ...places }: Omit<HeadPlaces, 'by'> & { readonly by?: Attester },
  ): LogFault {
    const sentence = headTexts[kind]({ ...places, by: by?.name ?? 'Another desk' })
    return new LogFault(kind, sentence, by && { member: by.member, name: by.name })
  }
}
