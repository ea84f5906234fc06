/** Tickets by what they are, not by what they show: for writing. */
import { z } from 'zod'
import type { Database } from '../../storage/database.ts'

const Id = z.object({ id: z.number() })
const Ids = z.array(Id)

const statementsOf = (database: Database) => ({
  byUid: database.prepare('SELECT id FROM tickets WHERE uid = ?'),
  openAt: database.prepare(
    `SELECT t.id FROM facets AS f JOIN ticket_facets AS d ON d.facet_id = f.id JOIN tickets AS t ON t.id = d.ticket_id
     WHERE f.kind = 'result' AND f.value IN ('pending', 'review') AND t.book_id = ? ORDER BY t.id`,
  ),
})

export class TicketFinder {
  readonly #run: ReturnType<typeof statementsOf>

  constructor(database: Database) {
    this.#run = statementsOf(database)
  }

  byUid(uid: string): number | undefined {
    return Id.optional().parse(this.#run.byUid.get(uid))?.id
  }

  /** Tickets at a book that are open or wait for review. */
  openAt(bookId: string): number[] {
    return Ids.parse(this.#run.openAt.all(bookId)).map(({ id }) => id)
  }
}
