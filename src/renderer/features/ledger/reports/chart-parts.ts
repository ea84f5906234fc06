/** The parts of echarts that the ledger draws with, and the colours of the screen. */
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'

use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

export interface ChartColours {
  readonly up: string
  readonly down: string
  readonly accent: string
  readonly text: string
  readonly faint: string
  readonly line: string
  readonly panel: string
}

/** As the style sheet has them now. */
export function chartColours(): ChartColours {
  const style = getComputedStyle(document.documentElement)
  const of = (name: string) => style.getPropertyValue(`--${name}`).trim()
  return {
    up: of('up'),
    down: of('down'),
    accent: of('accent'),
    text: of('text-2'),
    faint: of('text-3'),
    line: of('line-soft'),
    panel: of('raised'),
  }
}

/** Axes and hints as every chart here has them. */
export const axisStyle = ({ text, line }: ChartColours) => ({
  axisLabel: { color: text, fontSize: 10 },
  axisLine: { lineStyle: { color: line } },
  axisTick: { show: false },
  splitLine: { lineStyle: { color: line } },
})

export const tooltipStyle = ({ panel, line, text }: ChartColours) => ({
  backgroundColor: panel,
  borderColor: line,
  textStyle: { color: text, fontSize: 11 },
  confine: true,
})

/** Which of a chart's places, given where each is on an axis, is nearest; -1 where there is none. */
export function nearestPlace(places: readonly { readonly x: number }[], x: number): number {
  const distances = places.map(place => Math.abs(place.x - x))
  return distances.indexOf(Math.min(...distances))
}
