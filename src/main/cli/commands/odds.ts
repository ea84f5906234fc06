/** `parlay-desk odds add FILE`: loads odds objects from a file or standard input. */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { Command } from 'commander'
import { contract } from '../../../shared/contract.ts'
import { invalidInput } from '../../../shared/failure.ts'
import type { LoadReport } from '../../../shared/model/game/source.ts'
import type { DeskOptions } from '../desk/connect.ts'
import type { DeskClient } from '../desk/desk-client.ts'
import { toSafeJson, toSafeText } from '../output/safe-text.ts'
import type { Terminal } from '../terminal.ts'
import { asDeskCommand, withDesk, type CommandDeps } from './desk-command.ts'

interface AddOptions extends DeskOptions {
  readonly name?: string
}

export function addOddsCommands(program: Command, deps: CommandDeps): void {
  const odds = program.command('odds').description('Load odds from a file or another program.')
  asDeskCommand(
    odds
      .command('add')
      .argument('<file>', 'JSON, one object a line, or CSV; also gzipped; - for standard input'),
    {
      summary: 'Add odds objects. A later file of the same name replaces the earlier one.',
      scope: 'desk',
      examples: ['parlay-desk odds add tonight.json', './my-model | parlay-desk odds add - --name model'],
    },
  )
    .option('--name <name>', 'name under Sources (default: the file’s name)')
    .action((file: string, options: AddOptions) =>
      withDesk(deps, options, async desk => {
        const text = await readOdds(file, deps.terminal)
        const name = options.name ?? (file === '-' ? 'Standard input' : basename(file))
        const report = await sendInParts(desk, name.slice(0, 100), text)
        if (options.json === true) deps.terminal.print(toSafeJson(report))
        else if (report !== null) printReport(report, deps.terminal)
      }),
    )
}

async function readOdds(file: string, terminal: Terminal): Promise<string> {
  const bytes = file === '-' ? await terminal.readInput() : readFile(file)
  const isZipped = bytes[0] === 0x1f && bytes[1] === 0x8b
  return (isZipped ? gunzipSync(bytes) : bytes).toString('utf8')
}

function readFile(file: string): Buffer {
  try {
    return readFileSync(file)
  } catch {
    throw invalidInput('file', `Can’t read ${file}.`)
  }
}

/** Length of a part, so that even text of escapes alone stays within the size of a request. */
const partLength = 40_000

async function sendInParts(desk: DeskClient, name: string, text: string): Promise<LoadReport | null> {
  if (text.length <= partLength) return desk.call(contract.scripts.addOdds, { name, text })
  const upload = randomUUID()
  let report: LoadReport | null = null
  for (const { part, isLast } of splitText(text))
    report = await desk.call(contract.scripts.addOdds, { name, text: part, upload, isLast })
  return report
}

/** Parts of a text; no letter of two code units is cut in half. */
function* splitText(text: string): Generator<{ part: string; isLast: boolean }> {
  let from = 0
  while (from < text.length) {
    const end = from + partLength
    const to = /[\ud800-\udbff]/.test(text[end - 1] ?? '') ? end - 1 : end
    yield { part: text.slice(from, to), isLast: to >= text.length }
    from = to
  }
}

function printReport({ source, taken, replaced, leftOut }: LoadReport, terminal: Terminal): void {
  terminal.print(`${toSafeText(source)}: ${taken} odds loaded, ${replaced} of them newer than before.`)
  for (const { reason, count, example } of leftOut)
    terminal.complain(`Skipped ${count}: ${toSafeText(reason)} (${toSafeText(example)})`)
}
