/** The tokens' colors as the page resolves them now, for a script that computes with colors. */

/** Undefined where no styles are loaded, as in unit tests. `isDark`: the theme they are read in, so that a caller reads them again. */
export function readColors(
  isDark: boolean,
): Readonly<Record<'ground' | 'line' | 'edge' | 'text' | 'quiet' | 'accent' | 'down', string>> | undefined {
  const probe = document.createElement('i')
  probe.style.colorScheme = isDark ? 'dark' : 'light'
  document.body.append(probe)
  const read = (token: string): string => {
    probe.style.color = `var(--${token})`
    return getComputedStyle(probe).color
  }
  const colors = {
    ground: read('bg'),
    line: read('line'),
    edge: read('line-strong'),
    text: read('text'),
    quiet: read('text-3'),
    accent: read('accent'),
    down: read('down'),
  }
  probe.remove()
  return Object.values(colors).every(color => color.startsWith('rgb')) ? colors : undefined
}
