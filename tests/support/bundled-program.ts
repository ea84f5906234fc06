/** Programs that a test starts again and again, in one file: Node takes as long to read 200 modules as they then run. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { afterAll, beforeAll } from 'vitest'

/** Below node_modules, because Electron's package stays out of the bundle. */
const cache = join(import.meta.dirname, '../../node_modules/.cache/programs')

/** Bundles a program and all it imports before the tests of a file; removed after them. Returns the path of the bundle. */
export function bundleProgram(source: string): string {
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, 'program-'))
  const name = 'program.mjs'
  beforeAll(() =>
    build({
      configFile: false,
      logLevel: 'error',
      ssr: { noExternal: true, external: ['electron'] },
      build: { ssr: source, outDir, target: 'node24', rolldownOptions: { output: { entryFileNames: name } } },
    }),
  )
  afterAll(() => rmSync(outDir, { recursive: true, force: true }))
  return join(outDir, name)
}
