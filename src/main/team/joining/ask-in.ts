/** Asks a team's server to be let in, as an invitation allows it once. */
import { requestEntry } from '../schema/member-calls.ts'
import { assertSchema } from '../schema/migrate.ts'
import { connect, type TeamServer } from './set-up.ts'

/** `proof`: that the key is the invited desk's. Throws ServerProblem, and AppendRefused for an invitation without effect. */
export async function askIn(server: TeamServer, publicKey: string, proof: string): Promise<void> {
  const connection = await connect(server)
  try {
    await assertSchema(connection)
    await requestEntry(connection.query, publicKey, proof)
  } finally {
    connection.close()
  }
}
