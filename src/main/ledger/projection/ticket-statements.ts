/** The statements by which the projector writes. */
import type { Database } from '../../storage/database.ts'

const fixed = ['id', 'uid', 'is_demo', 'profile_id']
const columnsOf = (database: Database, table: string): string[] =>
  database
    .prepare('SELECT name FROM pragma_table_info(?)')
    .all(table)
    .map(row => String(row['name']))

/** What `day_sums` counts, in the order of its columns. */
export const summed = [
  ...['tickets', 'open', 'open_own', 'open_potential', 'settled', 'won', 'lost', 'staked', 'profit'],
  ...['closed', 'clv_tickets', 'clv_ppm', 'expected', 'variance', 'review'],
] as const

export function ticketStatements(database: Database) {
  const columns = columnsOf(database, 'tickets')
  const changing = columns.filter(name => !fixed.includes(name))
  return {
    readSeq: database.prepare('SELECT seq FROM projected'),
    writeSeq: database.prepare('UPDATE projected SET seq = ?'),
    changed: database.prepare(
      'SELECT DISTINCT ticket_id FROM log WHERE seq > ? AND seq <= ? AND ticket_id IS NOT NULL ORDER BY ticket_id',
    ),
    old: database.prepare('SELECT day, placed_at, list_facets FROM tickets WHERE id = ?'),
    write: database.prepare(
      `INSERT INTO tickets (${columns.join(', ')}) VALUES (${columns.map(name => `:${name}`).join(', ')})
       ON CONFLICT (id) DO UPDATE SET ${changing.map(name => `${name} = excluded.${name}`).join(', ')}`,
    ),
    writeLeg: database.prepare(
      `INSERT INTO legs VALUES (:ticket_id, :place, :name, :market, :subject, :game, :league, :start_at, :grade,
         :result, :resulted_at, :game_key)
       ON CONFLICT DO UPDATE SET subject = excluded.subject, game = excluded.game, league = excluded.league,
         start_at = excluded.start_at, result = excluded.result, resulted_at = excluded.resulted_at,
         game_key = excluded.game_key`,
    ),
    /** After a correction; a leg that is already so is not touched. */
    renameLeg: database.prepare(
      `UPDATE legs SET name = :name, market = :market, grade = :grade
       WHERE ticket_id = :ticket_id AND place = :place AND (name, market, grade) IS NOT (:name, :market, :grade)`,
    ),
    dropLegs: database.prepare('DELETE FROM legs WHERE ticket_id = ? AND place >= ?'),
    list: database.prepare('INSERT INTO ticket_facets VALUES (?, ?, ?, ?)'),
    unlist: database.prepare(
      'DELETE FROM ticket_facets WHERE facet_id = ? AND day = ? AND placed_at = ? AND ticket_id = ?',
    ),
    /** Adds the ticket to the sums of its facets, or with -1 takes it out of them, as its row stands. */
    addSums: database.prepare(
      `INSERT INTO day_sums
       SELECT facet.value, s.currency, s.day, ${summed.map(name => `:sign * s.${name}`).join(', ')}
       FROM ticket_sums AS s JOIN tickets AS t ON t.id = s.id, json_each(t.sum_facets) AS facet
       WHERE s.id = :id
       ON CONFLICT DO UPDATE SET ${summed.map(name => `${name} = ${name} + excluded.${name}`).join(', ')}`,
    ),
  }
}
