/** Sentences of the banner and the status bar: on the key, the calls to the service, and the ledger's file. */
import { isLongPause, type Meter } from '../../../shared/model/parlay/desk.ts'
import type { AccountState, KeyStatus } from '../../../shared/model/settings/profile.ts'
import type { MainView } from '../../../shared/model/settings/windows.ts'
import type { LedgerProblem, LedgerStatus } from '../../../shared/model/ticket/ledger-status.ts'
import { countText, pluralize } from '../../format/number-text.ts'
import { secondsAndDay, spanText } from '../../format/time-text.ts'
import { problemTitles } from '../ledger/ledger-store.ts'

/** A message of the banner. */
export interface Message {
  readonly says: string
  readonly reason?: string
  /** Button that leads to where the problem is solved. */
  readonly action?: { readonly title: string; readonly view: MainView }
  /** True when it stops all calls, or the recording of tickets. */
  readonly isBlocking: boolean
}

/** Undefined while calls can be made with a stored key. */
export function describeKeyProblem({ keyStatus }: AccountState): Message | undefined {
  switch (keyStatus.kind) {
    case 'refused':
      return {
        says: 'Your API key was rejected. Pricing is paused until you update it.',
        action: { title: 'Update key', view: 'settings' },
        isBlocking: true,
      }
    case 'missing':
      return {
        says: 'Add your API key to start pricing.',
        action: { title: 'Add key', view: 'settings' },
        isBlocking: true,
      }
    case 'unreadable':
      return {
        says: 'Your saved API key can’t be read. Unlock your keychain, then try again.',
        reason: keyStatus.reason,
        action: { title: 'Open settings', view: 'settings' },
        isBlocking: true,
      }
    case 'session':
      return {
        says: 'Your key will be forgotten when you quit. Unlock your keychain, then save the key again.',
        reason: keyStatus.reason,
        action: { title: 'Save key again', view: 'settings' },
        isBlocking: false,
      }
    case 'reading':
    case 'keychain':
    case 'demo':
      return undefined
  }
}

const ledgerRemedies: Readonly<Record<LedgerProblem, string>> = {
  behind: 'Restore a backup of the ledger, or continue without them.',
  missing: 'Restore a backup, or start a new ledger.',
  unwitnessed: 'Continue with it, or restore a backup.',
  damaged: 'Restore a backup to record and settle tickets.',
  newer: 'Update Parlay Desk to use it.',
  unusable: 'Open it to see why and to try again.',
}

/** Undefined while tickets can be recorded. */
export function describeLedgerProblem(status: LedgerStatus): Message | undefined {
  const action = { title: 'Open ledger', view: 'ledger' } as const
  if (status.kind === 'closed') {
    const { problem } = status
    const says = `${problemTitles[problem]}.`
    return { says, reason: ledgerRemedies[problem], action, isBlocking: true }
  }
  if (status.kind !== 'open' || status.readOnly === null) return undefined
  return { says: 'Tickets can’t be recorded or settled.', reason: status.readOnly, action, isBlocking: true }
}

/** Undefined for the demo, which needs no key. */
export const keyTexts: Readonly<Record<KeyStatus['kind'], string | undefined>> = {
  keychain: 'Key saved',
  session: 'Key not saved',
  missing: 'No API key',
  unreadable: 'Key not readable',
  reading: 'Reading keychain…',
  refused: 'Key rejected',
  demo: undefined,
}

/**
 * Wait until the next call may be sent: `0.4s`, `12s`; undefined while one may be sent now. Main pushes the meter twice a
 * second while calls of the last minute count.
 */
export function describeNextCall({ nextAt }: Meter, now: number): string | undefined {
  const leftMs = (nextAt ?? 0) - now
  if (leftMs <= 0) return undefined
  return leftMs < 1_000 ? `${(Math.ceil(leftMs / 100) / 10).toFixed(1)}s` : spanText(leftMs)
}

/** Describes pauses of the whole service, or of single books; not of books that are down while the desk says it of all. */
export function describePauses(
  { pausedUntil, pausedHosts }: Meter,
  { bookOf, isOutageSaid }: { bookOf: (host: string) => string; isOutageSaid: boolean },
  now: number,
): readonly string[] {
  if (pausedUntil !== null) return [`Rate limited until ${secondsAndDay(pausedUntil, now)}`]
  const paused = pausedHosts.filter(({ why }) => !isOutageSaid || why === 'limited')
  if (paused.length > 2) return [`${pluralize(paused.length, 'book')} paused`]
  return paused.map(({ host, untilAt, why }) => {
    const until = secondsAndDay(untilAt, now)
    return why === 'limited'
      ? `${bookOf(host)} rate-limited until ${until}`
      : `${bookOf(host)} is down, retrying at ${until}`
  })
}

/** True when the service asked for a pause of more than a day, which may be a mistake. */
export function hasLongPause({ pausedUntil, pausedHosts }: Meter, now: number): boolean {
  const asked = pausedHosts.filter(({ why }) => why === 'limited')
  return [...asked, { untilAt: pausedUntil ?? 0 }].some(pause => isLongPause(pause, now))
}

/** Describes the ledger's file. `opening`: text for a ledger that is being opened. */
export function describeLedger(status: LedgerStatus, opening: string) {
  if (status.kind === 'opening') return { says: 'Opening ledger…', hint: opening, tone: '' }
  if (status.kind === 'closed') return { says: 'Ledger not open', hint: status.sentence, tone: 'down' }
  const { tickets, records, verified, behind } = status
  if (status.readOnly !== null) return { says: 'Ledger read-only', hint: status.readOnly, tone: 'down' }
  if (!status.isWitnessed) {
    const hint = 'If the last record were lost, we couldn’t know.'
    return { says: 'Ledger saved, check file not updated', hint, tone: 'warn' }
  }
  if (behind !== null) {
    const hint = `Totals don’t include the newest records yet. ${behind}`
    return { says: 'Ledger saved, lists are catching up', hint, tone: 'warn' }
  }
  const checked = `${countText(verified)} of ${pluralize(records, 'record')} verified against the hash chain.`
  const hint = `${checked} Tickets of all profiles, the demo’s and deleted ones too.`
  const says =
    verified < records
      ? `Checking ledger · ${pluralize(tickets, 'ticket')}…`
      : `Ledger OK · ${pluralize(tickets, 'ticket')}`
  return { says, hint, tone: '' }
}
