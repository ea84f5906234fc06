/** What settling came to, in plain words. */
import type { SettleReport, SettlementStatus } from '../../../shared/model/ticket/settlement.ts'
import { clockTime } from '../../format/clock-time.ts'
import { countOf } from '../../format/count.ts'
import type { SettleNotice } from './settlement-store.ts'

export function reportText(report: SettleReport): SettleNotice {
  const { asked, answered, settled, strays, strayCount, failure } = report
  if (failure !== null && answered === 0) return { kind: 'failed', failure }
  if (asked === 0)
    return { kind: 'said', text: 'Nothing to settle: no leg waits that the service can be asked about.' }
  const left = asked - answered
  const parts = [
    `Asked about ${countOf(asked, 'leg')}: ${countOf(settled, 'ticket')} settled.`,
    left > 0 ? `The service said nothing of ${countOf(left, 'leg')}; they stay as they were.` : '',
    ...strays,
    strayCount > strays.length ? `And ${countOf(strayCount - strays.length, 'more such answer')}.` : '',
  ]
  const text = parts.filter(part => part !== '').join(' ')
  return failure === null ? { kind: 'said', text } : { kind: 'failed', failure, text }
}

/** The grader's state for the status bar; empty while nothing waits. */
export function graderText({ isRunning, pendingLegs, nextAt }: SettlementStatus): string {
  if (isRunning) return 'Grader is asked…'
  if (pendingLegs === 0) return ''
  const next = nextAt === null ? 'no check planned' : `next check ${clockTime(nextAt)}`
  return `Grader ${next} · ${countOf(pendingLegs, 'leg')} pending`
}
