import { spawn } from 'node:child_process'
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { text } from './call-arguments.mjs'
import { options } from './options.mjs'
import { strict } from './strict.mjs'
import { recorded } from './test-channel.mjs'

/** Long enough for a launcher to say that it cannot; one that runs on has opened something. */
const VERDICT_MS = 2000

const OPENERS = {
  darwin: url => ['open', [url]],
  win32: url => ['rundll32.exe', ['url.dll,FileProtocolHandler', url]],
  linux: url => ['xdg-open', [url]],
}

export const shell = strict('shell', {
  /** Throws at once for what is not a text; rejects when nothing opens the address. */
  openExternal: url => openAddress(text(url, 0)),
  /** Opens the folder of the file; what the desktop makes of that is not known, in Electron too. */
  showItemInFolder(path) {
    recorded.shownInFolder.push(text(path, 0))
    if (!options.record) open(pathToFileURL(dirname(path)).href).catch(() => {})
  },
  beep() {},
})

/** Opens the address in the desktop's own program for it; under a test it is only recorded. */
export async function openAddress(url) {
  if (!URL.canParse(url)) throw new Error(`Invalid URL: ${url}`)
  recorded.opened.push(url)
  if (!options.record) await open(new URL(url).href)
}

/** Nothing of this process's environment that is meant for Chromium or Node changes how the opener works, so it is passed on. */
function open(url) {
  const [command, args] = (OPENERS[process.platform] ?? OPENERS.linux)(url)
  return new Promise((resolve, reject) => {
    const opener = spawn(command, args, { stdio: 'ignore', detached: true })
    opener.once('error', reject)
    opener.once('exit', code =>
      code ? reject(new Error(`Failed to open: ${command} ended with ${code}`)) : resolve(),
    )
    setTimeout(resolve, VERDICT_MS).unref()
    opener.unref()
  })
}
