/** Bundles the board's worker as the app does, because from its sources each thread would strip types at its start. */
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'vite'

export async function bundledWorker(outDir: string): Promise<URL> {
  const output = { entryFileNames: 'worker.mjs', chunkFileNames: '[name]-[hash].mjs' }
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: resolve(import.meta.dirname, '../src/main/board/worker/worker.ts'),
      outDir,
      target: 'node24',
      minify: true,
      rolldownOptions: { output },
    },
  })
  return pathToFileURL(join(outDir, 'worker.mjs'))
}
