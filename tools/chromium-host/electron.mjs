// The `electron` module of the Chromium host, by name or as one object.
import * as parts from './electron-parts.mjs'
import { strict } from './strict.mjs'

export * from './electron-parts.mjs'

export default strict('electron', parts)
