/** Problems of a team's server, each in a plain sentence. No sentence contains a password. */
import { describeConnectionError } from '../../../shared/connection-error.ts'

export type ServerProblemKind =
  | 'wrong-password'
  | 'no-login'
  | 'no-database'
  | 'certificate'
  | 'no-tls'
  | 'unreachable'
  | 'timed-out'
  | 'full'
  | 'read-only'
  | 'busy'
  | 'shut-down'
  | 'not-permitted'
  | 'unsuitable'
  | 'other'

/** The server cannot be used now. `sentence` and `remedy` are for the screen. */
export class ServerProblem extends Error {
  override readonly name = 'ServerProblem'
  readonly kind: ServerProblemKind
  readonly sentence: string
  readonly remedy: string
  constructor(
    kind: ServerProblemKind,
    { sentence, remedy }: { readonly sentence: string; readonly remedy: string },
    options?: ErrorOptions,
  ) {
    super(`${kind}: ${sentence}`, options)
    this.kind = kind
    this.sentence = sentence
    this.remedy = remedy
  }
}

type Texts = readonly [kind: ServerProblemKind, sentence: string, remedy: string]

const shutDown: Texts = [
  'shut-down',
  'The team’s server is shutting down or starting.',
  'Your records stay here and are shared when it’s back.',
]
const staysHere = 'Your records stay here and are shared when it accepts them.'

/** By SQLSTATE (https://www.postgresql.org/docs/current/errcodes-appendix.html). */
const byState: Readonly<Record<string, Texts>> = {
  '28P01': [
    'wrong-password',
    'The team’s server didn’t accept this desk’s password.',
    'Ask the owner for a new invitation.',
  ],
  '28000': [
    'no-login',
    'The team’s server doesn’t let this desk in. The owner may have removed it.',
    'Ask the owner. Your records stay here.',
  ],
  '3D000': ['no-database', 'The team’s server doesn’t have this database.', 'Check the address.'],
  '53100': ['full', 'The disk of the team’s server is full.', staysHere],
  '53200': ['full', 'The team’s server is out of memory.', staysHere],
  '53300': ['busy', 'The team’s server has no connection left.', 'Retrying in a moment.'],
  '25006': ['read-only', 'The team’s server only accepts reads now.', staysHere],
  '57014': ['timed-out', 'The team’s server took too long.', 'Retrying in a moment.'],
  '57P01': shutDown,
  '57P02': shutDown,
  '57P03': shutDown,
  '42501': ['not-permitted', 'This desk’s role doesn’t allow that.', 'Ask an owner of the team.'],
}

const certificateCode =
  /^(?:CERT_\w+|ERR_TLS_CERT\w+|DEPTH_ZERO_\w+|SELF_SIGNED_\w+|UNABLE_TO_\w+|HOSTNAME_MISMATCH)$/
const certificateReasons: Readonly<Record<string, string>> = {
  ERR_TLS_CERT_ALTNAME_INVALID: 'it’s for another name',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it isn’t valid yet. Check this computer’s clock',
}

/** True for a refusal with a text of its own. */
export const isKnownState = (error: unknown): boolean => Object.hasOwn(byState, readCode(error))

/** Converts any error of the connection to one server. */
export function toServerProblem(error: unknown, host: string): ServerProblem {
  if (error instanceof ServerProblem) return error
  const [kind, sentence, remedy] = explain(error, host)
  return new ServerProblem(kind, { sentence, remedy }, { cause: error })
}

function explain(error: unknown, host: string): Texts {
  const code = readCode(error)
  const message = error instanceof Error ? error.message : ''
  const known = byState[code]
  if (known !== undefined) return known
  if (certificateCode.test(code)) {
    const reason = certificateReasons[code] ?? 'no authority that this computer knows signed it'
    const remedy = 'Nothing was sent. Ask the owner for an invitation with the server’s certificate.'
    return ['certificate', `The certificate of ${host} isn’t trusted: ${reason}.`, remedy]
  }
  if (/does not support SSL/.test(message))
    return ['no-tls', `${host} doesn’t encrypt connections.`, 'Turn on TLS there. Nothing was sent.']
  if (/timeout|ETIMEDOUT/i.test(`${code} ${message}`))
    return ['timed-out', `${host} doesn’t respond.`, 'Working alone until it does.']
  if (/^E[A-Z_]+$/.test(code) || /terminated|closed/i.test(message)) {
    const reason = describeConnectionError(code === '' ? 'ECONNRESET' : code)
    return ['unreachable', `Can’t reach ${host}: ${reason}.`, 'Working alone until it’s back.']
  }
  return ['other', `The team’s server had an error${code === '' ? '' : ` (${code})`}.`, 'See the log.']
}

/** SQLSTATE, or the code of Node; empty for none. */
export function readCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
