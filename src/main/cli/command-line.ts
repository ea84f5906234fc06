/**
 * `parlay-desk COMMAND …`: commands that need no window. Each prints its result, or a sentence that says what went wrong
 * and what to do, and ends with an exit code by the kind of failure.
 */
import { Command, CommanderError } from 'commander'
import { addAlertsCommand } from './commands/alerts.ts'
import { addBooksCommand } from './commands/books.ts'
import { toExamples, type CommandDeps } from './commands/desk-command.ts'
import { addLegsCommand } from './commands/legs.ts'
import { addOddsCommands } from './commands/odds.ts'
import { addMcpCommand } from './commands/mcp.ts'
import { addParlayCommands } from './commands/parlays.ts'
import { addPriceCommand } from './commands/price.ts'
import { addRecordCommand } from './commands/record.ts'
import { addRulesCommands } from './commands/rules.ts'
import { addTeamCommands } from './commands/team.ts'
import { addExportCommand, addTicketsCommand } from './commands/tickets.ts'
import { addCompletionCommand } from './completion.ts'
import { exitCodeLines, exitCodes, explain, type ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** Runs the command of these arguments; returns the exit code. */
export async function runCommand(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  let exitCode: ExitCode = exitCodes.done
  const setExitCode = (code: ExitCode) => (exitCode = code)
  try {
    await createProgram({ terminal, setExitCode }).parseAsync([...args], { from: 'user' })
    return exitCode
  } catch (error) {
    // Printed already: help, or what is wrong with the arguments.
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.done : exitCodes.usage
    return explain(error, terminal)
  }
}

function createProgram(deps: CommandDeps): Command {
  const { terminal } = deps
  const print = (line: string) => terminal.print(line.trimEnd())
  const complain = (line: string) => terminal.complain(line.trimEnd())
  const program = new Command('parlay-desk')
    .exitOverride()
    .configureOutput({
      writeOut: print,
      writeErr: complain,
      getOutHelpWidth: () => terminal.columns() ?? 100,
    })
    .showHelpAfterError('Add --help to see how it is used.')
    .description('Parlay Desk from the terminal: odds in, prices and tickets out. It never places a bet.')
    .addHelpText('after', helpEnd)
  addOddsCommands(program, deps)
  addLegsCommand(program, deps)
  addParlayCommands(program, deps)
  addBooksCommand(program, deps)
  addPriceCommand(program, deps)
  addAlertsCommand(program, deps)
  addRulesCommands(program, deps)
  addTicketsCommand(program, deps)
  addRecordCommand(program, deps)
  addExportCommand(program, deps)
  addMcpCommand(program, deps)
  addTeamCommands(program, deps)
  addCompletionCommand(program, deps)
  return program
}

const helpEnd = [
  toExamples([
    'export PARLAY_DESK_TOKEN=pd_…                 (Settings › Scripts shows it once)',
    'parlay-desk odds add tonight.json',
    'parlay-desk legs flint o21.5 pts',
    'parlay-desk parlay add KEY1 KEY2 --fair +412',
    'parlay-desk price 1',
  ]),
  '',
  exitCodeLines,
  '',
  'Add --help to a command to see its options and examples.',
].join('\n')
