/** What fired, as desktop notifications: one each, or one for all where many fire in one go. */
import type { Notify } from '../../notices/desktop-notice.ts'
import type { Row } from '../../../shared/model/parlay/desk.ts'
import type { Firing } from './alerts.ts'

export interface AlertNotices {
  readonly notify: Notify
  /** The user answered a notice: show the parlay and, where it was about one, the book. */
  readonly onAnswered: (parlayId: number, bookId: string | null) => void
}

const mostAtOnce = 3

/** The window sounds, so that it can be heard where the system shows no notices: these are silent. */
export function notifyOf(firings: readonly Firing[], { notify, onAnswered }: AlertNotices): void {
  const noticed = firings.filter(({ alert }) => alert.hasNotice)
  const [first] = noticed
  if (first === undefined) return
  const told = noticed.length > mostAtOnce ? [first] : noticed
  for (const { row, seen } of told) {
    const others = noticed.length - told.length
    const more = others === 0 ? '' : ` And ${others} more alerts fired.`
    notify({ title: titleOf(row), body: `${seen.sentence}${more}`, isSilent: true }, () =>
      onAnswered(row.id, seen.bookId),
    )
  }
}

const titleOf = ({ note, legs }: Row) =>
  note.name === '' ? legs.map(({ name }) => name).join(' · ') : note.name
