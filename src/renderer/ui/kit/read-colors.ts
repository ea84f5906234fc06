/** The tokens' resolved colors, for scripts that compute with colors. */

/**
 * Undefined without styles, as in unit tests. `isDark`: the present theme; passing it makes computed callers read the
 * colors again.
 */
export function readColors(
  isDark: boolean,
): Readonly<Record<'ground' | 'line' | 'edge' | 'text' | 'quiet' | 'accent' | 'down', string>> | undefined {
  const probe = document.createElement('i')
  probe.style.colorScheme = isDark ? 'dark' : 'light'
  // Forced colors replace these by themselves; read while they are on, the system's would stay after they are off.
  probe.style.setProperty('forced-color-adjust', 'none')
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
