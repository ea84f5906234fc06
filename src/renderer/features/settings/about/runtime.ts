/** The versions of Electron and Chromium, which the browser names in its user agent: “Electron 45.4.1, Chromium 156.0.8078.100”. */
export function readRuntime(userAgent: string): string | undefined {
  const parts = ['Electron', 'Chrome'].flatMap(name => {
    const version = new RegExp(`\\b(?:Headless)?${name}/([\\d.]+)`).exec(userAgent)?.[1]
    return version === undefined ? [] : [`${name === 'Chrome' ? 'Chromium' : name} ${version}`]
  })
  return parts.length === 0 ? undefined : parts.join(', ')
}
