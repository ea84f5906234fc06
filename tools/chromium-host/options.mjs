// Options this host was started with, set once by run.mjs before the app's first line runs.

/**
 * - appDir: the app's folder; name, productName, version: from its package.json
 * - switches: command-line switches of the app (Map from name to value, '' when it has none)
 * - headless: no visible window
 * - record: a test drives the app, so nothing is opened outside it; what would have been is kept for the test
 * - loaded: resolves when the app's main file has run to its end; Electron is not ready before
 * - pageScript: a test's script for each new document, or ''
 * - size: { width, height } of the first window in place of the app's own, or undefined
 */
export const options = {
  appDir: process.cwd(),
  name: 'app',
  productName: undefined,
  version: '0.0.0',
  switches: new Map(),
  headless: false,
  record: false,
  loaded: Promise.withResolvers(),
  pageScript: '',
  size: undefined,
}

export function configure(values) {
  Object.assign(options, values)
}
