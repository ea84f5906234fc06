/** Rows of the grid: one per ticket, and under an opened one a row per leg and a foot with its actions. */
import type { Outcome } from '../../../../shared/failure.ts'
import type { LegDetail, TicketDetail } from '../../../../shared/model/ticket/ticket-detail.ts'
import type { TicketLine } from '../../../../shared/model/ticket/ticket-line.ts'
import { joinParts, regradedText, scoreText } from '../ledger-text.ts'
import { explainFailure } from '../../../ui/failure-text.ts'

export type GridRow =
  | { readonly kind: 'ticket'; readonly key: string; readonly line: TicketLine; readonly isOpen: boolean }
  | { readonly kind: 'leg'; readonly key: string; readonly leg: LegDetail; readonly note: string }
  | { readonly kind: 'foot'; readonly key: string; readonly ticketId: number; readonly text: string }

/** Score of a leg, and how it was graded again. */
export const legStanding = ({ leg, note }: { readonly leg: LegDetail; readonly note: string }): string =>
  joinParts([scoreText(leg), note])

/** In CSS pixels, for a window of this scale. */
export const getRowHeight = (row: GridRow, scale: number): number => (row.kind === 'ticket' ? 30 : 24) * scale

/** Details by ticket; undefined until they are read. */
export type OpenTickets = ReadonlyMap<number, Outcome<TicketDetail> | undefined>

export const toGridRows = (lines: readonly TicketLine[], opened: OpenTickets): GridRow[] =>
  lines.flatMap(line => {
    const isOpen = opened.has(line.id)
    const row: GridRow = { kind: 'ticket', key: `t${line.id}`, line, isOpen }
    return isOpen ? [row, ...toDetailRows(line.id, opened.get(line.id))] : [row]
  })

function toDetailRows(ticketId: number, detail: Outcome<TicketDetail> | undefined): GridRow[] {
  const { legs, history } = detail?.ok === true ? detail.value : { legs: [], history: [] }
  const text = detail === undefined ? 'Loading…' : detail.ok ? '' : explainFailure(detail.failure).headline
  return [
    ...legs.map((leg): GridRow => {
      const note = regradedText(history, leg.place)
      return { kind: 'leg', key: `l${ticketId}:${leg.place}`, leg, note }
    }),
    { kind: 'foot', key: `f${ticketId}`, ticketId, text },
  ]
}

/** Ticket whose row has the target of an event. */
export function findTicketId(target: EventTarget | null): number | undefined {
  const id = target instanceof Element ? target.closest('[data-ticket]')?.getAttribute('data-ticket') : null
  return id == null ? undefined : Number(id)
}
