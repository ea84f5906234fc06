/** The two connections of a desk to its team's server: one listens and reads, the other writes and leases. */
import { EventEmitter } from 'node:events'
import { PostgresConnection, type ConnectionOptions } from '../postgres/connection.ts'
import type { ServerAddress } from '../postgres/server-address.ts'
import { ServerProblem } from '../postgres/server-problem.ts'
import { readFacts, type ServerFacts } from '../schema/log-calls.ts'
import { assertSchema } from '../schema/migrate.ts'

export const teamChannel = 'parlay_team'

/** `notice`: the text of a notice of the team's server. `closed`: a connection ended; the link is over. */
interface LinkEvents {
  notice: [text: string]
  closed: [ServerProblem | undefined]
}

export class TeamLink extends EventEmitter<LinkEvents> {
  readonly reader: PostgresConnection
  readonly writer: PostgresConnection
  #isClosed = false

  private constructor(reader: PostgresConnection, writer: PostgresConnection) {
    super()
    this.reader = reader
    this.writer = writer
    for (const connection of [reader, writer]) connection.on('closed', problem => this.#end(problem))
    reader.on('notice', (channel, text) => {
      if (channel === teamChannel) this.emit('notice', text)
    })
  }

  /** Throws ServerProblem, also for a schema of another version. */
  static async open(address: ServerAddress, options: ConnectionOptions): Promise<TeamLink> {
    const reader = await PostgresConnection.open(address, options)
    try {
      await assertSchema(reader)
      await listen(reader)
      return new TeamLink(reader, await PostgresConnection.open(address, options))
    } catch (error) {
      reader.close()
      throw error
    }
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** The server's facts, and this computer's clock less the server's, in ms. */
  async readFacts(now: () => number): Promise<ServerFacts & { readonly clockOffMs: number }> {
    const before = now()
    const facts = await readFacts(this.reader.query)
    return { ...facts, clockOffMs: Math.round((before + now()) / 2 - facts.clock.getTime()) }
  }

  close(): void {
    this.#end(undefined)
  }

  #end(problem: ServerProblem | undefined): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.reader.close()
    this.writer.close()
    this.emit('closed', problem)
  }
}

/** A server that only accepts reads sends no notices; what it has is asked for from time to time. */
async function listen(reader: PostgresConnection): Promise<void> {
  try {
    await reader.listen(teamChannel)
  } catch (error) {
    if (!(error instanceof ServerProblem && error.kind === 'read-only')) throw error
  }
}
