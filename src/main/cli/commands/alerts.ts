/** `parlay-desk alerts`: what your alerts said, so far or from now on. */
import type { Command } from 'commander'
import { contract } from '../../../shared/contract.ts'
import type { FiredAlert } from '../../../shared/model/parlay/alert.ts'
import type { DeskOptions } from '../desk/connect.ts'
import type { DeskClient } from '../desk/desk-client.ts'
import { toSafeJson, toSafeText } from '../output/safe-text.ts'
import { printRows, type Column } from '../output/table.ts'
import { asDeskCommand, rights, withDesk, type CommandDeps } from './desk-command.ts'

interface AlertsOptions extends DeskOptions {
  readonly follow?: boolean
}

const columns: readonly Column<FiredAlert>[] = [
  { title: 'TIME', text: ({ at }) => new Date(at).toISOString() },
  { title: 'PARLAY', text: ({ parlayId }) => `#${parlayId}`, isNumber: true },
  { title: 'BOOK', text: ({ bookId }) => bookId ?? '' },
  { title: 'ALERT', text: ({ sentence }) => sentence, isFlexible: true },
]

export function addAlertsCommand(program: Command, deps: CommandDeps): void {
  asDeskCommand(program.command('alerts'), {
    summary: 'List alerts, newest first; with --follow, print new ones as they come.',
    scope: 'read',
    examples: [
      'parlay-desk alerts',
      `parlay-desk alerts --follow --json        (needs “${rights.watch}” too)`,
    ],
  })
    .option('--follow', 'wait for new alerts, until Ctrl+C')
    .action((options: AlertsOptions) =>
      withDesk(deps, options, async desk => {
        if (options.follow === true) await followAlerts(desk, options, deps)
        else {
          const { fired } = await desk.call(contract.alerts.snapshot, null)
          printRows(deps.terminal, fired, { json: options.json, columns, empty: 'No alerts so far.' })
        }
      }),
    )
}

async function followAlerts(
  desk: DeskClient,
  { json }: AlertsOptions,
  { terminal }: CommandDeps,
): Promise<void> {
  // The event has all alerts, so none is missed between this and its first one.
  let last = findLast((await desk.call(contract.alerts.snapshot, null)).fired)
  const onOpen = () => json !== true && terminal.complain('Waiting for alerts. Ctrl+C ends it.')
  for await (const { fired } of desk.follow(contract.alerts.changed, onOpen)) {
    for (const alert of fired.filter(({ id }) => id > last).reverse())
      terminal.print(json === true ? toSafeJson(alert) : toLine(alert))
    last = Math.max(last, findLast(fired))
  }
}

const findLast = (fired: readonly FiredAlert[]): number => Math.max(0, ...fired.map(({ id }) => id))

const toLine = ({ at, parlayId, sentence }: FiredAlert): string =>
  `${new Date(at).toISOString()}  #${parlayId}  ${toSafeText(sentence)}`
