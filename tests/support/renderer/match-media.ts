import { vi } from 'vitest'

/** Makes the window meet one media query alone. */
export function matchOnly(media: string): void {
  const { matchMedia } = window
  vi.spyOn(window, 'matchMedia').mockImplementation(query =>
    Object.defineProperty(matchMedia.call(window, query), 'matches', { value: query === media }),
  )
}
