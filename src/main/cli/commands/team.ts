/** `parlay-desk team …`: the team's server. Its code is loaded only for these commands. */
import { readFileSync } from 'node:fs'
import type { Command } from 'commander'
import { invalidInput } from '../../../shared/failure.ts'
import { exitCodes } from '../exit-codes.ts'
import type { ServerCommand } from '../team-commands.ts'
import { toExamples, type CommandDeps } from './desk-command.ts'

interface ServerOptions {
  readonly certificate?: string
}

const addressHelp = [
  '',
  'ADDRESS is postgres://LOGIN@HOST:PORT/DATABASE, without a password.',
  'Type the password when prompted, or pass it on standard input.',
].join('\n')

export function addTeamCommands(program: Command, deps: CommandDeps): void {
  const team = program.command('team').description('Set up and check the PostgreSQL server of a team.')
  addCommand(team, deps, {
    name: 'init',
    summary: 'Create or update a team’s tables. You can run it again; nothing is lost.',
    load: async () => (await import('../team-commands.ts')).initTeamServer,
  })
  addCommand(team, deps, {
    name: 'check',
    summary: 'List what is missing there. Nothing is changed.',
    load: async () => (await import('../team-commands.ts')).checkTeamServer,
  })
}

function addCommand(
  team: Command,
  { terminal, setExitCode }: CommandDeps,
  { name, summary, load }: { name: string; summary: string; load: () => Promise<ServerCommand> },
): void {
  team
    .command(name)
    .argument('<ADDRESS>', 'address of the server')
    .description(summary)
    .option('--certificate <file>', 'its certificate authority (PEM), if it isn’t a public one')
    .addHelpText(
      'after',
      `${addressHelp}\n${toExamples([`parlay-desk team ${name} postgres://admin@db.example:5432/team`])}`,
    )
    .action(async (address: string, options: ServerOptions) => {
      const certificate = options.certificate === undefined ? null : readCertificate(options.certificate)
      const run = await load()
      if (!(await run({ address, certificate }, terminal))) setExitCode(exitCodes.schema)
    })
}

function readCertificate(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    throw invalidInput('certificate', `Can’t read the certificate ${file}.`)
  }
}
