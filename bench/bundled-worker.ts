/** The board's worker bundled as the app has it: run from its sources, each thread would strip types as it starts. */
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
