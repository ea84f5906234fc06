/** Texts of scripts: what a token allows, and what a script that waits for a yes would do. */
import type { Scope, ScriptToken, WaitingScript } from '../../shared/model/settings/automation.ts'
import { countText, pluralize } from './number-text.ts'

export const scopeNames: Readonly<Record<Scope, string>> = {
  read: 'Read',
  watch: 'Follow changes',
  desk: 'Change the desk',
  price: 'Get prices',
  record: 'Record tickets',
}

export const scopeHints: Readonly<Record<Scope, string>> = {
  read: 'legs, parlays, prices, tickets and accounts',
  watch: 'prices, alerts and results as they come',
  desk: 'add odds and parlays, set fair prices',
  price: 'spends calls; you say yes once each time Parlay Desk runs',
  record: 'adds tickets to your ledger; you say yes once each time Parlay Desk runs',
}

/** `Read, get prices (60 calls a minute)`. */
export function describeScopes({
  scopes,
  callsPerMinute,
}: Pick<ScriptToken, 'scopes' | 'callsPerMinute'>): string {
  const names = scopes.map((scope, place) => {
    const name = place === 0 ? scopeNames[scope] : scopeNames[scope].toLowerCase()
    return scope === 'price' && callsPerMinute !== null
      ? `${name} (${pluralize(callsPerMinute, 'call')} a minute)`
      : name
  })
  return names.join(', ')
}

/** The question about a script, and what a yes allows. */
export function describeQuestion(
  { name, scope }: WaitingScript,
  callsPerMinute: number | null,
): { readonly title: string; readonly text: string } {
  if (scope === 'record')
    return {
      title: `Let “${name}” record tickets?`,
      text: 'It may add tickets to your ledger until you quit. Each is marked with its name.',
    }
  const most = callsPerMinute === null ? '' : `, at most ${countText(callsPerMinute)} calls a minute`
  return {
    title: `Let “${name}” get prices?`,
    text: `It may spend your calls on prices until you quit${most}.`,
  }
}

/** First lines of a script for the shell. */
export const firstScript = (socket: string): string =>
  socket.startsWith('\\\\')
    ? ['set PARLAY_DESK_TOKEN=pd_…', 'parlay-desk tickets --json'].join('\n')
    : [
        'export PARLAY_DESK_TOKEN=pd_…',
        `curl --unix-socket '${socket}' \\`,
        '  -H "Authorization: Bearer $PARLAY_DESK_TOKEN" \\',
        '  http://desk/v1/desk/snapshot',
      ].join('\n')
