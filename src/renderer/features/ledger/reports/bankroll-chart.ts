/** Chart of profit by day, and of the profit predicted by the closing prices of the same tickets. */
import type { BankrollCurve } from '../../../../shared/model/ticket/ledger-report.ts'
import { pluralize } from '../../../format/number-text.ts'
import { dayText, localDay, shortDay, startOfDay } from '../../../format/time-text.ts'
import { signedMoney } from '../../../../shared/model/ticket/money-text.ts'
import { shortMoney } from '../../../format/money.ts'
import { axisStyle, tooltipStyle, type ChartColors } from './chart-parts.ts'

const dayMs = 86_400_000

type Point = BankrollCurve['points'][number]

/** The chart in one sentence. */
export function describeBankroll({ points, currency, settled, withClose }: BankrollCurve): string {
  const last = points.at(-1)
  if (last === undefined) return 'No settled tickets.'
  const profit = `${signedMoney(last.profitMinor, currency)} by ${dayText(last.day)}`
  return withClose === 0
    ? `${profit} from ${pluralize(settled, 'settled ticket')}; no closing odds yet.`
    : `${profit} from ${pluralize(withClose, 'ticket')} with closing odds, which expected ${signedMoney(last.expectedMinor, currency)}.`
}

export function toBankrollOption(curve: BankrollCurve, colors: ChartColors, scale: number) {
  const { currency, withClose } = curve
  const points = startAtZero(curve.points)
  const axis = axisStyle(colors, scale)
  const isAhead = (points.at(-1)?.profitMinor ?? 0) >= 0
  const color = isAhead ? colors.up : colors.down
  const money = (minor: number) => shortMoney(minor, currency)
  return {
    animation: false,
    grid: { left: 8, right: 14, top: 12, bottom: 6, containLabel: true },
    xAxis: {
      type: 'time' as const,
      ...axis,
      axisLabel: { ...axis.axisLabel, formatter: nameDaysFrom(curve.points), hideOverlap: true },
      splitLine: { show: false },
      minInterval: dayMs,
    },
    yAxis: {
      type: 'value' as const,
      splitNumber: 3,
      ...axis,
      axisLabel: { ...axis.axisLabel, formatter: money },
    },
    tooltip: {
      ...tooltipStyle(colors, scale),
      trigger: 'axis' as const,
      // The first point is the zero that the line starts at, which is no day of a ticket.
      formatter: (at: unknown) => describePoint(curve.points[getPointIndex(at) - 1], { currency, withClose }),
    },
    series: [
      ...(withClose > 0 ? expectedLines(points, colors) : []),
      toLineSeries(points, 'Profit', ({ profitMinor }) => profitMinor, {
        lineStyle: { width: 2, color: color },
        itemStyle: { color },
      }),
    ],
  }
}

/** Adds a zero on the day before the first: one day alone is a line too. */
function startAtZero(points: readonly Point[]): Point[] {
  const [first] = points
  if (first === undefined) return []
  const nothing = { profitMinor: 0, expectedMinor: 0, lowMinor: 0, highMinor: 0 }
  return [{ day: localDay(startOfDay(first.day), 1), ...nothing }, ...points]
}

/** Labels of the axis: none before the first day, where no ticket is. */
function nameDaysFrom([first]: readonly Point[]) {
  const firstAt = first === undefined ? 0 : startOfDay(first.day)
  return (at: number): string => (at < firstAt ? '' : shortDay(at))
}

/** The band is a stack: an invisible line at its bottom, and its height on top. */
function expectedLines(points: readonly Point[], { accent, faint }: ChartColors) {
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
    toLineSeries(points, 'Low', ({ lowMinor }) => lowMinor, band),
    toLineSeries(points, 'Band', ({ lowMinor, highMinor }) => highMinor - lowMinor, inside),
    toLineSeries(points, 'Expected', ({ expectedMinor }) => expectedMinor, dashed),
  ]
}

const toLineSeries = (
  points: readonly Point[],
  name: string,
  getValue: (point: Point) => number,
  style: object,
) => ({
  name,
  type: 'line' as const,
  showSymbol: false,
  // A lighter color cannot be made of a system color: the line under the pointer would have none.
  emphasis: { disabled: true },
  data: points.map(point => [point.day, getValue(point)]),
  ...style,
})

/** Index of the point of an axis tooltip, which comes as a list with one part per series. */
function getPointIndex(at: unknown): number {
  const first: unknown = Array.isArray(at) ? at[0] : undefined
  if (typeof first !== 'object' || first === null || !('dataIndex' in first)) return -1
  return typeof first.dataIndex === 'number' ? first.dataIndex : -1
}

function describePoint(
  point: Point | undefined,
  { currency, withClose }: Pick<BankrollCurve, 'currency' | 'withClose'>,
): string {
  if (point === undefined) return ''
  const money = (minor: number) => signedMoney(minor, currency)
  const profit = [dayText(point.day), `Profit ${money(point.profitMinor)}`]
  if (withClose === 0) return profit.join('<br>')
  return [
    ...profit,
    `Expected ${money(point.expectedMinor)}`,
    `±1 SD ${money(point.lowMinor)} to ${money(point.highMinor)}`,
  ].join('<br>')
}
