/** Parts of echarts that the ledger uses, colors and styles of its charts. */
import { useMediaQuery, usePreferredDark } from '@vueuse/core'
import { BarChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent } from 'echarts/components'
import { use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { computed, type ComputedRef } from 'vue'

use([BarChart, LineChart, GridComponent, TooltipComponent, SVGRenderer])

const systemColors = {
  up: 'CanvasText',
  down: 'CanvasText',
  accent: 'Highlight',
  text: 'CanvasText',
  faint: 'CanvasText',
  line: 'GrayText',
  panel: 'Canvas',
}

export type ChartColors = Readonly<ReturnType<typeof readColors>>

/** Colors of the current theme, also after it changes. System colors in forced-colors mode, which charts do not apply themselves. */
export function useChartColors(): ComputedRef<ChartColors> {
  const isForced = useMediaQuery('(forced-colors: active)')
  const isDark = usePreferredDark()
  return computed(() => (isForced.value ? systemColors : readColors(isDark.value ? 'dark' : 'light')))
}

/**
 * The tokens are pairs of both themes, of which a chart gets one as text: a color that the chart cannot read is drawn, but
 * is none once the pointer highlights its line. The built style sheet has no space after the comma.
 */
function readColors(theme: 'light' | 'dark') {
  const style = getComputedStyle(document.documentElement)
  const read = (name: string) => {
    const token = style.getPropertyValue(`--${name}`).trim()
    const [, light = token, dark = token] = /^light-dark\((.+),\s*(.+)\)$/.exec(token) ?? []
    return theme === 'dark' ? dark : light
  }
  return {
    up: read('up'),
    down: read('down'),
    accent: read('accent'),
    text: read('text-2'),
    faint: read('text-3'),
    line: read('line-soft'),
    panel: read('raised'),
  }
}

/** Axes of every chart here; sizes follow the window's scale. */
export const axisStyle = ({ text, line }: ChartColors, scale: number) => ({
  axisLabel: { color: text, fontSize: 10 * scale },
  axisLine: { lineStyle: { color: line } },
  axisTick: { show: false },
  splitLine: { lineStyle: { color: line } },
})

export const tooltipStyle = ({ panel, line, text }: ChartColors, scale: number) => ({
  backgroundColor: panel,
  borderColor: line,
  textStyle: { color: text, fontSize: 11 * scale },
  confine: true,
})

/** Index of the place nearest to a position on the axis; -1 if there are no places. */
export function findNearestPlace(places: readonly { readonly x: number }[], x: number): number {
  const distances = places.map(place => Math.abs(place.x - x))
  return distances.indexOf(Math.min(...distances))
}
