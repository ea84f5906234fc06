// The scripts that the host puts into each new document: the text of the modules in page/, without their import and export words,
// so that one source serves Node and both worlds of the page.
import { readFileSync } from 'node:fs'
import { standInHosts } from './scheme-origin.mjs'

/** The world, the function that carries text from it to the host, and the name under which the host calls it. */
export const WORLD = 'chromium-host preload'
export const BINDING = 'chromiumHostPost'
export const RECEIVER = 'chromiumHostReceive'

const PAGE_FILES = [
  'page/bridge-values.mjs',
  'page/bridge.mjs',
  'page/page-limits.mjs',
  'page/page-world.mjs',
]
const PRELOAD_FILES = [
  'strict.mjs',
  'page/wire.mjs',
  ...PAGE_FILES,
  'page/page-events.mjs',
  'page/preload-world.mjs',
]

/** For the page's own world. */
export function pageWorldScript() {
  return `(${program(PAGE_FILES, 'startPageWorld')})()`
}

/** For the isolated world. `preload` is { path, source } or undefined; a preload that does not parse is reported by the engine. */
export function preloadWorldScript(preload, { inSubFrames, additionalArguments }) {
  const settings = {
    binding: BINDING,
    receiver: RECEIVER,
    preloadPath: preload?.path,
    inSubFrames,
    standIns: standInHosts(),
    process: {
      type: 'renderer',
      platform: process.platform,
      arch: process.arch,
      versions: process.versions,
      argv: [process.execPath, ...additionalArguments],
      env: {},
      sandboxed: true,
      contextIsolated: true,
    },
  }
  const run = preload ? `function (require, module, exports, process) {\n${preload.source}\n}` : 'undefined'
  return `(${program(PRELOAD_FILES, 'startPreloadWorld')})(${JSON.stringify(settings)}, ${run})`
}

/** One expression: the function `start` with everything it needs around it. A preload stays outside, and so is not made strict. */
function program(files, start) {
  return `(() => {\n'use strict'\n${files.map(textOf).join('\n')}\nreturn ${start}\n})()`
}

function textOf(file) {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  return text.replace(/^import .*$/gm, '').replace(/^export /gm, '')
}
