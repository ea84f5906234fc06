import { afterEach, expect, it, vi } from 'vitest'
import { readChartColors } from '../../../../../src/renderer/features/ledger/reports/chart-parts.ts'

afterEach(() => {
  vi.restoreAllMocks()
})

it('readChartColors takes the colors of a system that forces its own', () => {
  document.documentElement.style.setProperty('--up', 'green')
  expect(readChartColors().up).toBe('green')
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation(query => {
    const list = matchMedia.call(window, query)
    vi.spyOn(list, 'matches', 'get').mockReturnValue(query === '(forced-colors: active)')
    return list
  })
  const systemColors = new Set(['Canvas', 'CanvasText', 'GrayText', 'Highlight'])
  for (const color of Object.values(readChartColors())) expect(systemColors).toContain(color)
})
