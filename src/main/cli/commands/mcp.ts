/** `parlay-desk mcp`: the desk for an assistant. Its code is loaded only for this command. */
import type { Command } from 'commander'
import type { DeskOptions } from '../desk/connect.ts'
import { rights, toExamples, withDesk, type CommandDeps } from './desk-command.ts'

interface McpOptions extends DeskOptions {
  readonly price?: boolean
}

const config = `{"mcpServers":{"parlay-desk":{"command":"parlay-desk","args":["mcp"],"env":{"PARLAY_DESK_TOKEN":"pd_…"}}}}`

export function addMcpCommand(program: Command, deps: CommandDeps): void {
  program
    .command('mcp')
    .description('Let an assistant read the desk and the ledger, over standard input and output (MCP).')
    .option('--price', 'also let it get prices, within the share of the token')
    .option('--token-file <file>', 'file with the token (default: PARLAY_DESK_TOKEN)')
    .option('--start', 'start Parlay Desk without its window, if it isn’t running')
    .addHelpText(
      'after',
      toExamples(
        ['parlay-desk mcp', config],
        `Needs a token with “${rights.read}”, and with “${rights.price}” for --price (Settings › Scripts).`,
      ),
    )
    .action((options: McpOptions) =>
      withDesk(deps, options, async desk => {
        const { createMcpServer, serveOnStdio } = await import('../mcp/mcp-server.ts')
        await serveOnStdio(
          createMcpServer(desk, { hasPrices: options.price === true }),
          deps.terminal.stopped,
        )
      }),
    )
}
