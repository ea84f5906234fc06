/** Converts the content of an older settings file to the current format. Values are checked afterwards. */

/** `windowBounds` and `isWindowMaximized` held the place of the only window. */
export function migrateSettings(content: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { windowBounds, isWindowMaximized, ...others } = content
  if (windowBounds === undefined && isWindowMaximized === undefined) return others
  const main = { bounds: windowBounds ?? null, isMaximized: isWindowMaximized ?? false, isOpen: true }
  return { windows: { main }, ...others }
}
