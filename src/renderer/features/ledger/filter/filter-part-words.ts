/** What a filter that a number was opened to is called. */
import { toClvBounds } from '../../../../shared/model/ticket/ledger-report.ts'
import type { Figure, FilterPart } from '../../../../shared/model/ticket/ledger-filter.ts'
import { dayAndTime } from '../../../format/clock-time.ts'
import { stepText } from '../reports/clv-chart.ts'

const figureNames: Readonly<Record<Figure, string>> = {
  'open-stake': 'In open stake',
  'open-payout': 'In open payout',
  settled: 'Settled',
  staked: 'In staked',
  clv: 'In mean CLV',
  'clv-kept-out': 'Kept out of CLV',
  'no-close': 'No closing price',
}

export function filterPartName(part: FilterPart): string {
  switch (part.kind) {
    case 'figure':
      return figureNames[part.value]
    case 'clv-step':
      return `CLV ${stepText(toClvBounds(part.value))}`
    case 'league':
    case 'market':
    case 'tag':
      return `Also ${part.value}`
    case 'settled-since':
      return `Settled since ${dayAndTime(part.at)}`
    case 'game':
    case 'player':
    case 'leg':
      return `Hangs on ${part.label}`
  }
}
