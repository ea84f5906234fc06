/** The path of Electron's program; undefined when its npm package has none. */
export function electronBinary(): string | undefined
