/** `parlay-desk books`: the IDs by which other commands name books. */
import type { Command } from 'commander'
import { contract } from '../../../shared/contract.ts'
import type { DeskOptions } from '../desk/connect.ts'
import { printRows, type Column } from '../output/table.ts'
import { asDeskCommand, withDesk, type CommandDeps } from './desk-command.ts'

interface BookLine {
  readonly bookId: string
}

const columns: readonly Column<BookLine>[] = [{ title: 'BOOK', text: ({ bookId }) => bookId }]

export function addBooksCommand(program: Command, deps: CommandDeps): void {
  asDeskCommand(program.command('books'), {
    summary: 'List the IDs of the books on the desk, for --book.',
    scope: 'read',
    examples: ['parlay-desk books'],
  }).action((options: DeskOptions) =>
    withDesk(deps, options, async desk => {
      // Each parlay has a cell for every book.
      const { rows } = await desk.call(contract.desk.snapshot, null)
      const books = (rows[0]?.cells ?? []).map(({ bookId }) => ({ bookId }))
      const empty = 'No parlay on the desk, so no books. Add one with “parlay add”.'
      printRows(deps.terminal, books, { json: options.json, columns, empty })
    }),
  )
}
