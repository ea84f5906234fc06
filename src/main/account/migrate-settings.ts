/** Content of a settings file of an earlier version, in the form of today. Values are checked afterwards. */

/** `windowBounds` and `isWindowMaximized`: the place of the main window, from when there was no other. */
export function migrateSettings(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { windowBounds, isWindowMaximized, ...others } = content
  if (windowBounds === undefined && isWindowMaximized === undefined) return others
  const main = { bounds: windowBounds ?? null, isMaximized: isWindowMaximized ?? false, isOpen: true }
  return { windows: { main }, ...others }
}
