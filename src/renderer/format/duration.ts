/** Ages and waits, short enough for a cell of the grid. Milliseconds in. */

/** How long ago: `31 s`, `4 min`, `3 h`, `2 d`. A time still to come counts as now. */
export function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h` : `${Math.floor(hours / 24)} d`
}

/** How long until: `0:09`, `12:30`, rounded up, never below `0:00`. */
export function countdownText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** How long something takes: `36 s`, `1 min 36 s`, `2 h 5 min`, rounded up. */
export function spanText(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  const parts: readonly [number, string][] =
    seconds < 3600
      ? [
          [Math.floor(seconds / 60), 'min'],
          [seconds % 60, 's'],
        ]
      : [
          [Math.floor(seconds / 3600), 'h'],
          [Math.floor((seconds % 3600) / 60), 'min'],
        ]
  const said = parts.filter(([count]) => count > 0)
  return said.length === 0 ? '0 s' : said.map(([count, unit]) => `${count} ${unit}`).join(' ')
}
