/**
 * The manifest that programs read before they update, made and signed away from the workflow, by two of the three holders
 * of a release key, each on a machine of their own:
 *
 *   node tools/release/manifest.mjs new-key FILE          a private key, outside the repository; prints its public part
 *   node tools/release/manifest.mjs make OUT --number 8 --packages DIST --address https://…/ --notes NOTES [--hosts A,B] [--days 90]
 *   node tools/release/manifest.mjs sign MANIFEST --key FILE
 *   node tools/release/manifest.mjs check MANIFEST        as a program of this version reads it
 *
 * The three public parts are in src/main/updates/release.json.
 */
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addSignature, parseEnvelope } from '../../src/main/updates/envelope.ts'
import { readManifest } from '../../src/main/updates/manifest.ts'
import { readPrivateKey } from './release-files.ts'
import { makeManifest } from './update-manifest.ts'

const root = resolve(import.meta.dirname, '../..')
const readJson = path => JSON.parse(readFileSync(resolve(root, path), 'utf8'))
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: Object.fromEntries(
    ['number', 'packages', 'address', 'notes', 'hosts', 'days', 'key'].map(name => [
      name,
      { type: 'string' },
    ]),
  ),
})
const [command, file] = positionals

function need(name) {
  if (values[name] === undefined)
    throw new Error(`Name --${name}. ${readFileSync(import.meta.filename, 'utf8').slice(0, 900)}`)
  return values[name]
}

const write = envelope => writeFileSync(file, `${JSON.stringify(envelope)}\n`)

const commands = {
  'new-key'() {
    if (!relative(root, resolve(file)).startsWith('..'))
      throw new Error('A private key is kept outside the repository.')
    const { privateKey } = generateKeyPairSync('ed25519')
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' })
    writeFileSync(file, pem, { flag: 'wx', mode: 0o600 })
    console.log(createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64'))
  },
  make() {
    write(
      makeManifest({
        version: readJson('package.json').version,
        number: Number(need('number')),
        packages: need('packages'),
        address: need('address'),
        hosts: values.hosts?.split(',') ?? [],
        notes: readFileSync(need('notes'), 'utf8'),
        days: Number(values.days ?? 90),
        now: Date.now(),
      }),
    )
  },
  sign() {
    const key = readPrivateKey(readFileSync(need('key'), 'utf8'))
    write(addSignature(parseEnvelope(readFileSync(file, 'utf8')), key))
  },
  check() {
    const memory = { isOn: true, number: 0, sha512: '', version: '', checkedAt: null }
    const keys = readJson(values.key ?? 'src/main/updates/release.json')
    const { manifest } = readManifest(readFileSync(file, 'utf8'), {
      keys,
      version: '0.0.0',
      memory,
      now: Date.now(),
    })
    console.log(
      `${manifest.version}, number ${manifest.number}, until ${new Date(manifest.expiresAt).toISOString()}`,
    )
    for (const { name, size } of manifest.files) console.log(`${name} ${size}`)
  },
}

const run = commands[command]
if (run === undefined || file === undefined)
  throw new Error(`Name one of ${Object.keys(commands).join(', ')}, and a file.`)
run()
