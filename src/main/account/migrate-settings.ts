/** Content of a settings file of an earlier version, in the form of today. Values are checked afterwards. */

/** Until version 1.1 there was one window, whose place was two fields of its own. */
export function migrateSettings(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { windowBounds, isWindowMaximized, ...others } = content
  if (windowBounds === undefined && isWindowMaximized === undefined) return others
  const main = { bounds: windowBounds ?? null, isMaximized: isWindowMaximized ?? false, isOpen: true }
  return { windows: { main }, ...others }
}
