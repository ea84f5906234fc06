/** The profit of settled tickets day by day, and what their closing prices expected. */
import type { BankrollCurve } from '../../../../shared/model/ticket/ledger-report.ts'
import { pluralize } from '../../../format/number-text.ts'
import { localDay, shortDay, startOfDay } from '../../../format/time-text.ts'
import { shortMoney, signedMoney } from '../../../format/money.ts'
import { axisStyle, tooltipStyle, type ChartColours } from './chart-parts.ts'

const dayMs = 86_400_000

type Point = BankrollCurve['points'][number]

/** The chart in one sentence. */
export function bankrollSentence({ points, currency, settled, withClose }: BankrollCurve): string {
  const last = points.at(-1)
  if (last === undefined) return 'None of these tickets is settled.'
  const profit = signedMoney(last.profitMinor, currency)
  const expected = `closing prices of ${pluralize(withClose, 'ticket')} expected ${signedMoney(last.expectedMinor, currency)}`
  return `${profit} of ${pluralize(settled, 'settled ticket')} by ${last.day}; ${withClose === 0 ? 'no closing prices yet' : expected}.`
}

export function bankrollOption(curve: BankrollCurve, colours: ChartColours) {
  const { currency, withClose } = curve
  const points = fromNothing(curve.points)
  const axis = axisStyle(colours)
  const isAhead = (points.at(-1)?.profitMinor ?? 0) >= 0
  const colour = isAhead ? colours.up : colours.down
  const money = (minor: number) => shortMoney(minor, currency)
  return {
    animation: false,
    grid: { left: 8, right: 14, top: 12, bottom: 6, containLabel: true },
    xAxis: {
      type: 'time' as const,
      ...axis,
      axisLabel: { ...axis.axisLabel, formatter: shortDay, hideOverlap: true },
      splitLine: { show: false },
      minInterval: dayMs,
    },
    yAxis: { type: 'value' as const, ...axis, axisLabel: { ...axis.axisLabel, formatter: money } },
    tooltip: {
      ...tooltipStyle(colours),
      trigger: 'axis' as const,
      formatter: (at: unknown) => hintAt(points[indexOf(at)], currency),
    },
    series: [
      ...(withClose > 0 ? expectedLines(points, colours) : []),
      lineOf(points, 'Profit', ({ profitMinor }) => profitMinor, {
        lineStyle: { width: 2, color: colour },
        itemStyle: { color: colour },
      }),
    ],
  }
}

/** A curve begins at nothing, the day before its first: one day alone is a line too. */
function fromNothing(points: readonly Point[]): Point[] {
  const [first] = points
  if (first === undefined) return []
  const nothing = { profitMinor: 0, expectedMinor: 0, lowMinor: 0, highMinor: 0 }
  return [{ day: localDay(startOfDay(first.day), 1), ...nothing }, ...points]
}

/** The band is drawn as what lies under it, and its height on top of that. */
function expectedLines(points: readonly Point[], { accent, faint }: ChartColours) {
  const band = {
    stack: 'band',
    stackStrategy: 'all' as const,
    silent: true,
    symbol: 'none',
    lineStyle: { opacity: 0 },
  }
  const inside = { ...band, areaStyle: { color: accent, opacity: 0.16 } }
  const dashed = { lineStyle: { type: 'dashed', width: 1.4, color: faint }, itemStyle: { color: faint } }
  return [
    lineOf(points, 'Low', ({ lowMinor }) => lowMinor, band),
    lineOf(points, 'Band', ({ lowMinor, highMinor }) => highMinor - lowMinor, inside),
    lineOf(points, 'Expected', ({ expectedMinor }) => expectedMinor, dashed),
  ]
}

const lineOf = (points: readonly Point[], name: string, of: (point: Point) => number, style: object) => ({
  name,
  type: 'line' as const,
  showSymbol: false,
  data: points.map(point => [point.day, of(point)]),
  ...style,
})

/** Which point a hint of an axis is about: it comes as a list, one part for each series. */
function indexOf(at: unknown): number {
  const first: unknown = Array.isArray(at) ? at[0] : undefined
  if (typeof first !== 'object' || first === null || !('dataIndex' in first)) return -1
  return typeof first.dataIndex === 'number' ? first.dataIndex : -1
}

function hintAt(point: Point | undefined, currency: string): string {
  if (point === undefined) return ''
  const money = (minor: number) => signedMoney(minor, currency)
  return [
    point.day,
    `Profit ${money(point.profitMinor)}`,
    `Expected ${money(point.expectedMinor)}`,
    `1 sd ${money(point.lowMinor)} to ${money(point.highMinor)}`,
  ].join('<br>')
}
