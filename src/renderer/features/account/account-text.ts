/** Texts of the banner and the status bar: key, calls, ledger. */
import type { AccountState, KeyStatus } from '../../../shared/model/settings/profile.ts'
import { assertNever } from '../../../shared/failure.ts'
import type { LedgerStatus } from '../../../shared/model/ticket/ledger-status.ts'
import { pluralize, countText } from '../../format/number-text.ts'
import { describeOpening } from '../ledger/ledger-store.ts'
import type { Meter } from '../../../shared/model/parlay/desk.ts'
import { clockTime, spanText } from '../../format/time-text.ts'

/** A message of the banner. */
export interface AccountMessage {
  readonly says: string
  readonly remedy?: string
  /** Name of the button that leads to the key. */
  readonly action?: string
  /** True when it stops all calls; such a message cannot be dismissed. */
  readonly isBlocking: boolean
}

/** Undefined while calls can be made with a key that will be there tomorrow. */
export function describeKeyProblem({ keyStatus, activeName }: AccountState): AccountMessage | undefined {
  switch (keyStatus.kind) {
    case 'refused':
      return {
        says: 'The odds service refused the key. No calls are made until you change it.',
        action: 'Change key',
        isBlocking: true,
      }
    case 'missing':
      return {
        says: `${activeName} has no API key. No calls are made until you enter it.`,
        action: 'Enter key',
        isBlocking: true,
      }
    case 'session':
      return {
        says: 'The key is kept for this session only.',
        remedy: `${keyStatus.reason} To keep the key, start or unlock the keychain, then save the key again.`,
        action: 'Save key again',
        isBlocking: false,
      }
    case 'keychain':
    case 'demo':
      return undefined
  }
}

export const keyStatusText: Readonly<Record<KeyStatus['kind'], string>> = {
  keychain: 'Key in system keychain',
  session: 'Key for this session only',
  missing: 'Key missing',
  refused: 'Key refused',
  demo: 'Demo key',
}

interface LedgerText {
  readonly says: string
  readonly hint: string
  readonly tone: '' | 'warn' | 'down'
}

export function describeLedger(status: LedgerStatus): LedgerText {
  switch (status.kind) {
    case 'opening':
      return { says: 'Ledger opening…', hint: describeOpening(status), tone: '' }
    case 'closed':
      return { says: 'Ledger not open', hint: status.sentence, tone: 'down' }
    case 'open':
      return describeOpenLedger(status)
    default:
      return assertNever(status)
  }
}

function describeOpenLedger({
  tickets,
  records,
  verified,
  behind,
  isWitnessed,
}: Extract<LedgerStatus, { kind: 'open' }>): LedgerText {
  const hint = `${countText(verified)} of ${pluralize(records, 'record')} held against the running hash.`
  if (!isWitnessed)
    return {
      says: 'Ledger saved, not witnessed',
      hint: 'The last record could not be witnessed: nothing would miss it.',
      tone: 'warn',
    }
  if (behind !== null)
    return {
      says: 'Ledger saved, not all of it shown',
      hint: `Lists and sums lack the newest records. ${behind}`,
      tone: 'warn',
    }
  const says =
    verified < records
      ? `${pluralize(tickets, 'ticket')}, verifying…`
      : `${pluralize(tickets, 'ticket')} verified`
  return { says: `Ledger saved · ${says}`, hint, tone: '' }
}

/** Wait until the next call may be sent: `0.4 s`, `12 s`; undefined while one may be sent now. */
export function nextSlot({ nextAt }: Meter, now: number): string | undefined {
  if (nextAt === null || nextAt <= now) return undefined
  const leftMs = nextAt - now
  return leftMs < 1_000 ? `${(Math.ceil(leftMs / 100) / 10).toFixed(1)} s` : spanText(leftMs)
}

/** Pauses of the service as a whole or of single hosts; `getBookName` gives a host's book. */
export function pauseTexts(meter: Meter, getBookName: (host: string) => string): string[] {
  if (meter.pausedUntil !== null)
    return [`The service asked for a pause until ${clockTime(meter.pausedUntil)}`]
  if (meter.pausedHosts.length > 2)
    return [`${pluralize(meter.pausedHosts.length, 'book')} not asked for now`]
  return meter.pausedHosts.map(({ host, untilAt, why }) =>
    why === 'limited'
      ? `${getBookName(host)} limited until ${clockTime(untilAt)}`
      : `${getBookName(host)} keeps failing, tried again at ${clockTime(untilAt)}`,
  )
}
