import { resolve } from 'node:path'
import vue from '@vitejs/plugin-vue'
import { defineConfig } from 'electron-vite'
import type { Plugin } from 'vite'
import { outline } from './src/shared/contract.ts'
import { guidePlugin } from './tools/guide/guide-plugin.ts'
import { BundledPackages, packagesPlugin } from './tools/packages/bundled-packages.ts'

// electron-vite builds main, preload and renderer in this order, so that the last knows what all of them hold.
const packages = new BundledPackages(import.meta.dirname)

/** Has the page fetch the font of all its text before its styles name it. */
const preloadFont: Plugin = {
  name: 'preload-font',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) =>
      Object.keys(bundle)
        .filter(file => file.includes('inter-latin-wght'))
        .map(file => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${file}` },
        })),
  },
}

export default defineConfig({
  main: {
    plugins: [packagesPlugin(packages, 'main')],
    build: {
      target: 'node24',
      minify: true,
      sourcemap: true,
      // Everything is bundled but the two that cannot be: the runtime and the native addon.
      externalizeDeps: false,
      rolldownOptions: {
        external: ['electron', 'keytar'],
        input: {
          index: 'src/main/index.ts',
          compose: 'src/main/compose.ts',
          cli: 'src/main/cli/run-in-terminal.ts',
          'board-worker': 'src/main/board/worker/worker.ts',
          'ledger-worker': 'src/main/ledger/reads/reports-worker.ts',
          'stakes-worker': 'src/main/ledger/stakes/stakes-worker.ts',
          'parquet-worker': 'src/main/files/parquet/parquet-worker.ts',
          'demo-worker': 'src/demo/worker.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
  preload: {
    plugins: [packagesPlugin(packages, 'preload')],
    // The preload needs the contract's names only: they are written in at build time, so no schema library comes along.
    define: { CONTRACT_OUTLINE: JSON.stringify(outline()) },
    build: {
      minify: true,
      externalizeDeps: false,
      rolldownOptions: {
        external: ['electron'],
        input: 'src/preload/index.ts',
        output: { format: 'cjs', entryFileNames: 'index.cjs' },
      },
    },
  },
  renderer: {
    root: 'src/renderer',
    plugins: [vue(), preloadFont, guidePlugin(), packagesPlugin(packages, 'renderer')],
    resolve: { alias: { zod: resolve(import.meta.dirname, 'src/renderer/no-schemas.ts') } },
    build: {
      target: 'chrome150',
      minify: true,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: 'src/renderer/index.html',
        // One file for all that the first paint needs: each more is another question to the main process.
        output: { codeSplitting: { groups: [{ name: 'desk', tags: ['$initial'] }] } },
      },
    },
  },
})
