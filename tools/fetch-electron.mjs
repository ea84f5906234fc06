import { spawn } from 'node:child_process'
import { lookup as lookUp } from 'node:dns/promises'
import { once } from 'node:events'
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { electronBinary, packageFolder } from './chromium-host/electron-binary.mjs'
import { node24 } from './chromium-host/node-24.mjs'

const ASK_AGAIN_MS = 3600_000

/**
 * Downloads Electron's program as its npm package does: from GitHub or a mirror, through the system's proxy, with the
 * installer's own progress and errors. Returns { binary } or { reason } in words. Only an unknown host name is
 * remembered, for an hour; any other failure may be temporary.
 */
export async function fetchElectron({
  folder = packageFolder(),
  env = process.env,
  lookup = lookUp,
  output = 'inherit',
} = {}) {
  if (!folder) return { reason: 'Electron is not among the installed packages' }
  const host = hostOf(mirrorOf(env) ?? 'https://github.com')
  const proxy = proxyOf(env)
  // With a proxy it is the proxy that looks names up.
  if (!proxy && !(await exists(host, { lookup, folder })))
    return { reason: `Electron is not installed, and there is no ${host} in this network` }
  const way = proxy ? `${host} through ${hostOf(proxy)}` : host
  console.log(`Fetching Electron from ${way}, about 110 MB …`)
  await install(folder, { output, env: { ...env, ...(proxy && { HTTPS_PROXY: proxy }) } })
  const binary = electronBinary(env, folder)
  return binary ? { binary } : { reason: `Electron could not be fetched from ${way}` }
}

/** Base address of the downloads, by the names and in the order in which the installer reads them. */
function mirrorOf(env) {
  const names = [
    'npm_config_electron_mirror',
    'NPM_CONFIG_ELECTRON_MIRROR',
    'npm_package_config_electron_mirror',
  ]
  return [...names, 'ELECTRON_MIRROR'].map(name => env[name]).find(Boolean)
}

function proxyOf(env) {
  const names = ['HTTPS_PROXY', 'https_proxy', 'npm_config_https_proxy', 'npm_config_proxy']
  return names.map(name => env[name]).find(Boolean)
}

const hostOf = address => (URL.canParse(address) ? new URL(address).hostname : address)

async function exists(host, { lookup, folder }) {
  const marker = join(dirname(folder), '.cache', `no-such-host-${encodeURIComponent(host)}`)
  if (ageOf(marker) < ASK_AGAIN_MS) return false
  try {
    await lookup(host)
    rmSync(marker, { force: true })
  } catch ({ code }) {
    if (code !== 'ENOTFOUND') return true
    mkdirSync(dirname(marker), { recursive: true })
    writeFileSync(marker, '')
    return false
  }
  return true
}

function ageOf(file) {
  const { mtimeMs } = statSync(file, { throwIfNoEntry: false }) ?? { mtimeMs: -Infinity }
  return Date.now() - mtimeMs
}

/** The package's own installer; its success is judged by the program being there. Node itself has the proxy and the system's certificates. */
async function install(folder, { output, env }) {
  const installer = spawn(node24(), [join(folder, 'install.js')], {
    stdio: ['ignore', output, output],
    env: { ...env, NODE_USE_ENV_PROXY: '1', NODE_USE_SYSTEM_CA: '1' },
  })
  await once(installer, 'close')
}
