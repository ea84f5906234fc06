/** The commands of tools/release/manifest.mjs, which has their list. */
import { createPublicKey, generateKeyPairSync } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { addSignature, parseEnvelope } from '../../src/main/updates/envelope.ts'
import { readManifest, readUnsigned } from '../../src/main/updates/manifest.ts'
import { describeError, readPlainly } from './manifest-problems.ts'
import { isWithin, readPrivateKey } from './release-files.ts'
import { describeManifest, makeManifest, refuseOtherPackages, refuseUnshown } from './update-manifest.ts'

const root = resolve(import.meta.dirname, '../..')
const readJson = path => JSON.parse(readFileSync(resolve(root, path), 'utf8'))
const options = Object.fromEntries(
  ['number', 'packages', 'address', 'notes', 'hosts', 'days', 'without', 'key', 'keys'].map(name => [
    name,
    { type: 'string' },
  ]),
)
let values = {}
let file = ''

function need(name) {
  if (values[name] === undefined)
    throw new Error(`Name --${name}. The commands are at the head of tools/release/manifest.mjs.`)
  return values[name]
}

const write = (envelope, flag = 'w') => writeFileSync(file, `${JSON.stringify(envelope)}\n`, { flag })

const commands = {
  'new-key'() {
    if (isWithin(root, file)) throw new Error('A private key is kept outside the repository.')
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
        without: values.without?.split(',').filter(Boolean) ?? [],
        now: Date.now(),
      }),
      // It may be signed already.
      'wx',
    )
  },
  sign() {
    const key = readPrivateKey(readFileSync(need('key'), 'utf8'))
    const envelope = readEnvelope()
    const manifest = show(envelope)
    refuseOtherPackages(manifest, need('packages'))
    write(addSignature(envelope, key))
    console.log(`Signed: the files are those in ${values.packages}.`)
  },
  check() {
    const manifest = show(readEnvelope())
    if (values.packages !== undefined) refuseOtherPackages(manifest, values.packages)
    const memory = { isOn: true, number: 0, sha512: '', version: '', checkedAt: null }
    const keys = readJson(resolve(values.keys ?? join(root, 'src/main/updates/release.json')))
    const text = readFileSync(file, 'utf8')
    readPlainly(file, text, () => readManifest(text, { keys, version: '0.0.0', memory, now: Date.now() }))
    console.log(`A program accepts it: ${keys.threshold} of its keys have signed it.`)
  },
}

function readEnvelope() {
  const text = readFileSync(file, 'utf8')
  return readPlainly(file, text, () => parseEnvelope(text))
}

/** Before anything else is done with it, so that it is seen below the number of signatures too. */
function show(envelope) {
  const text = Buffer.from(envelope.payload, 'base64').toString()
  const manifest = readPlainly('The payload', text, () => readUnsigned(envelope, Date.now()))
  refuseUnshown(manifest, envelope)
  for (const line of describeManifest(manifest)) console.log(line)
  const signers = envelope.signatures.map(({ keyid }) => keyid)
  console.log(signers.length === 0 ? 'not signed yet' : `signed by ${signers.join(', ')}`)
  return manifest
}

function run() {
  const { positionals, ...given } = parseArgs({ allowPositionals: true, options })
  values = given.values
  const [command = '', name] = positionals
  if (!Object.hasOwn(commands, command) || name === undefined)
    throw new Error(`Name one of ${Object.keys(commands).join(', ')}, and a file.`)
  file = name
  commands[command]()
}

try {
  run()
} catch (error) {
  process.exitCode = 1
  console.error(describeError(error))
}
