/** Distribution of CLV: tickets in each step. */
import type { ClvDistribution } from '../../../../shared/model/ticket/ledger-report.ts'
import { pluralize, percentText, signedPercent } from '../../../format/number-text.ts'
import { clvStepText } from '../ledger-text.ts'
import { axisStyle, tooltipStyle, type ChartColors } from './chart-parts.ts'

/** The chart in one sentence. */
export function describeClv({ tickets, mean, beat, keptOut, withoutClose }: ClvDistribution): string {
  const leftOut = `${pluralize(keptOut, 'void, boost, bonus or live bet')} skipped, ${pluralize(withoutClose, 'ticket')} without closing odds.`
  if (tickets === 0 || mean === null || beat === null) return `No closing odds yet; ${leftOut}`
  return `Avg CLV ${signedPercent(mean)} of ${pluralize(tickets, 'ticket')}; ${percentText(beat, 0)} beat the close; ${leftOut}`
}

/** Label of a bar, which has no room for a whole step: `−2%` for −2% to 0%, `<−20%`, `>+20%`. The tooltip has it. */
export const shortStep = (step: string): string =>
  step
    .replace(/^under /, '<')
    .replace(/^over /, '>')
    .replace(/ to .*$/, '')

export function toClvOption({ buckets }: ClvDistribution, colors: ChartColors, scale: number) {
  const axis = axisStyle(colors, scale)
  return {
    animation: false,
    grid: { left: 8, right: 8, top: 10, bottom: 4, containLabel: true },
    xAxis: {
      type: 'category' as const,
      data: buckets.map(clvStepText),
      ...axis,
      axisLabel: { ...axis.axisLabel, fontSize: 9 * scale, hideOverlap: true, formatter: shortStep },
    },
    yAxis: { type: 'value' as const, minInterval: 1, ...axis },
    tooltip: { ...tooltipStyle(colors, scale), trigger: 'axis' as const },
    series: [
      {
        type: 'bar' as const,
        name: 'Tickets',
        barCategoryGap: '12%',
        // A lighter color cannot be made of a system color: the bar under the pointer would have none.
        emphasis: { disabled: true },
        data: buckets.map(bucket => ({
          value: bucket.tickets,
          // The book's margin is in the close, so no side of it claims an edge.
          itemStyle: { color: colors.accent, opacity: 0.75 },
        })),
      },
    ],
  }
}
