import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const source = (file: string) => readFileSync(`${import.meta.dirname}/../../src/${file}`, 'utf8')
const tokens = source('renderer/theme/tokens.css')

/** Colors of a theme by token: those with two values of six digits. */
function colorsOf(theme: 'light' | 'dark'): ReadonlyMap<string, string> {
  const pairs = tokens.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)
  return new Map(
    [...pairs].map(([, name = '', light = '', dark = '']) => [name, theme === 'light' ? light : dark]),
  )
}

/** Relative luminance of WCAG 2. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

const grounds = [
  ...['bg', 'panel', 'raised', 'hover', 'selected-bg', 'row-selected-bg'],
  ...['best-bg', 'warn-bg', 'down-bg'],
]
const texts = ['text', 'text-2', 'text-3', 'accent', 'best', 'up', 'down', 'warn', 'info']

describe.each(['light', 'dark'] as const)('the %s theme', theme => {
  const colors = colorsOf(theme)
  const color = (name: string) => colors.get(name) ?? expect.unreachable(`no color --${name}`)

  it('has all text on all grounds at a contrast of 4.5 or more', () => {
    const pairs = [
      ...grounds.flatMap(ground => texts.map(text => [text, ground] as const)),
      ['accent-text', 'accent-bg'] as const,
    ]
    const low = pairs
      .map(([text, ground]) => ({ text, ground, ratio: contrast(color(text), color(ground)) }))
      .filter(({ ratio }) => ratio < 4.5)
    expect(low).toEqual([])
  })

  it('has focus and edges of controls at a contrast of 3 or more where they carry meaning', () => {
    for (const ground of grounds) expect(contrast(color('accent'), color(ground))).toBeGreaterThanOrEqual(3)
  })
})

describe('the background', () => {
  it('is the same before the page, in the page before its styles, and in its styles', () => {
    const [light, dark] = [colorsOf('light').get('bg'), colorsOf('dark').get('bg')]
    expect(source('renderer/index.html')).toContain(`background: light-dark(${light}, ${dark})`)
    expect(source('main/window/appearance.ts')).toContain(`'${dark}' : '${light}'`)
  })
})
