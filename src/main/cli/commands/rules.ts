/** `parlay-desk rules …`: the user's rules, and what one would have decided on the stored prices. */
import type { Command } from 'commander'
import { contract } from '../../../shared/contract.ts'
import { invalidInput } from '../../../shared/failure.ts'
import type { ExplainedDecision, Rule, RuleDraft, RuleReplay } from '../../../shared/model/rules/rule.ts'
import type { DeskOptions } from '../desk/connect.ts'
import { toSafeJson } from '../output/safe-text.ts'
import { printRows, type Column } from '../output/table.ts'
import type { Terminal } from '../terminal.ts'
import { asDeskCommand, toNumber, withDesk, type CommandDeps } from './desk-command.ts'
import { toTime } from './time-argument.ts'

interface ReplayOptions extends DeskOptions {
  readonly ev?: number
  readonly from?: string
  readonly to?: string
}

const ruleColumns: readonly Column<Rule>[] = [
  { title: 'ID', text: ({ id }) => String(id), isNumber: true },
  { title: 'RULE', text: ({ name }) => name, isFlexible: true },
  { title: 'EV OVER', text: ({ ev }) => `${(100 * ev).toFixed(1)}%`, isNumber: true },
  { title: 'CALLS/MIN', text: ({ callsPerMinute }) => String(callsPerMinute), isNumber: true },
  { title: 'ON', text: ({ isOn }) => (isOn ? 'yes' : 'no') },
]

const decisionColumns: readonly Column<ExplainedDecision>[] = [
  { title: 'TIME', text: ({ at }) => new Date(at).toISOString() },
  { title: 'PARLAY', text: ({ parlayId }) => `#${parlayId}`, isNumber: true },
  { title: 'BOOK', text: ({ bookId }) => bookId },
  { title: 'OUTCOME', text: ({ outcome }) => outcome },
  { title: 'WHY', text: ({ sentence }) => sentence, isFlexible: true },
]

export function addRulesCommands(program: Command, deps: CommandDeps): void {
  const rules = program.command('rules').description('List your rules, and try one on the stored prices.')
  asDeskCommand(rules.command('list'), {
    summary: 'List your rules.',
    scope: 'read',
    examples: ['parlay-desk rules list'],
  }).action((options: DeskOptions) =>
    withDesk(deps, options, async desk => {
      const state = await desk.call(contract.rules.snapshot, null)
      const empty = 'No rules yet. Add one in Parlay Desk.'
      printRows(deps.terminal, state.rules, { json: options.json, columns: ruleColumns, empty })
    }),
  )
  asDeskCommand(rules.command('replay').argument('[id]', 'number of the rule, from “rules list”', toNumber), {
    summary: 'Run a rule over the stored prices. Makes no call, and the same prices give the same decisions.',
    scope: 'read',
    examples: ['parlay-desk rules replay 2 --from 2026-11-20', 'parlay-desk rules replay --ev 5 --json'],
  })
    .option('--ev <percent>', 'without a number: a rule for any price worth more than this', toNumber)
    .option('--from <day>', 'first day, as 2026-11-20, or a time (default: all that is stored)')
    .option('--to <day>', 'last day, or a time (default: now)')
    .action((id: number | undefined, options: ReplayOptions) =>
      withDesk(deps, options, async desk => {
        const rule = toRule(id, options.ev)
        const from = options.from === undefined ? 0 : toTime(options.from)
        const to = options.to === undefined ? Date.now() : toTime(options.to, dayMs - 1)
        printReplay(await desk.call(contract.rules.replay, { rule, from, to }), options, deps.terminal)
      }),
    )
}

function toRule(id: number | undefined, ev: number | undefined): number | RuleDraft {
  if (id !== undefined && ev === undefined) return id
  if (id === undefined && ev !== undefined) return { ...anyPrice, ev: ev / 100 }
  throw invalidInput('rule', 'Give the number of a rule, or --ev: one of both.')
}

const anyPrice: RuleDraft = {
  name: 'Any price',
  parlayId: null,
  bookIds: [],
  ev: 0,
  maxAgeMs: null,
  minStake: null,
  actions: ['notify'],
  callsPerMinute: 1,
  isOn: true,
}

const dayMs = 86_400_000

function printReplay(
  { decisions, quotes, fired, asked, more }: RuleReplay,
  { json }: DeskOptions,
  terminal: Terminal,
): void {
  if (json === true) {
    for (const decision of decisions) terminal.print(toSafeJson(decision))
    return
  }
  printRows(terminal, decisions, { columns: decisionColumns, empty: 'It would have decided nothing.' })
  terminal.complain(
    `${count(quotes, 'price')} read. It would have alerted you ${count(fired, 'time')}, and used ${count(asked, 'call')}.`,
  )
  if (more === 1) terminal.complain('1 more decision isn’t listed. Choose a shorter time.')
  if (more > 1) terminal.complain(`${more} more decisions aren’t listed. Choose a shorter time.`)
}

const count = (number: number, one: string): string => `${number} ${one}${number === 1 ? '' : 's'}`
