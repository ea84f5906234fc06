/** How far tickets beat their closing prices: how many in each step of CLV. */
import type { ClvDistribution } from '../../../../shared/model/ticket/ledger-report.ts'
import { pluralize, percentText, signedPercent } from '../../../format/number-text.ts'
import { axisStyle, tooltipStyle, type ChartColours } from './chart-parts.ts'

type Bucket = ClvDistribution['buckets'][number]

/** `−2% to 0%`, `over +20%`. */
export function stepText({ from, to }: Pick<Bucket, 'from' | 'to'>): string {
  const text = (share: number) => signedPercent(share).replace(/\.0%$/, '%')
  if (from === null) return to === null ? 'any' : `under ${text(to)}`
  return to === null ? `over ${text(from)}` : `${text(from)} to ${text(to)}`
}

/** The chart in one sentence. */
export function clvSentence({ tickets, mean, beat, keptOut, withoutClose }: ClvDistribution): string {
  const left = `${pluralize(keptOut, 'ticket')} refunded, boosted or in play left out, ${pluralize(withoutClose, 'ticket')} without a closing price.`
  if (tickets === 0 || mean === null || beat === null) return `No ticket with a closing price yet; ${left}`
  return `Mean CLV ${signedPercent(mean)} of ${pluralize(tickets, 'ticket')}; ${percentText(beat, 0)} beat the close; ${left}`
}

export function clvOption({ buckets }: ClvDistribution, colours: ChartColours) {
  return {
    animation: false,
    grid: { left: 8, right: 8, top: 10, bottom: 4, containLabel: true },
    xAxis: {
      type: 'category' as const,
      data: buckets.map(stepText),
      ...axisStyle(colours),
      axisLabel: { color: colours.text, fontSize: 9, hideOverlap: true },
    },
    yAxis: { type: 'value' as const, minInterval: 1, ...axisStyle(colours) },
    tooltip: { ...tooltipStyle(colours), trigger: 'axis' as const },
    series: [
      {
        type: 'bar' as const,
        name: 'Tickets',
        barCategoryGap: '12%',
        data: buckets.map(bucket => ({
          value: bucket.tickets,
          itemStyle: { color: isBelow(bucket) ? colours.down : colours.up, opacity: 0.75 },
        })),
      },
    ],
  }
}

const isBelow = ({ to }: Bucket): boolean => to !== null && to <= 0
