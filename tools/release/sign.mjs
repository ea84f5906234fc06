/**
 * `node tools/release/sign.mjs FOLDER`: writes beside the files of a release their checksums, an in-toto statement of how
 * they were made, and, with a key in RELEASE_KEY (Ed25519, PEM), the signatures that verify.sh checks. Without a key it
 * says so on standard error, as a warning of the workflow, and leaves the files unsigned.
 */
import { createHash } from 'node:crypto'
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { rerunOnNode24 } from './rerun-on-node-24.mjs'

const { readPrivateKey, signText, toChecksums, toEnvelope, toStatement } =
  await import('./release-files.ts').catch(rerunOnNode24)

const root = resolve(import.meta.dirname, '../..')
const own = ['SHA256SUMS', 'SHA256SUMS.sig', 'provenance.json', 'provenance.dsse.json']
const [folder] = process.argv.slice(2)
if (folder === undefined) {
  console.error('Name the folder of the release: node tools/release/sign.mjs FOLDER')
  process.exit(1)
}

/** From the environment of a GitHub workflow; a release made elsewhere says so. */
function describeRun(env) {
  const server = env.GITHUB_SERVER_URL ?? 'https://github.com'
  const repository = `${server}/${env.GITHUB_REPOSITORY ?? 'parlay-desk/parlay-desk'}`
  const isWorkflow = env.GITHUB_RUN_ID !== undefined
  return {
    repository,
    commit: env.GITHUB_SHA ?? 'unknown',
    tag: env.GITHUB_REF_NAME ?? 'unknown',
    lockHash: createHash('sha256')
      .update(readFileSync(join(root, 'package-lock.json')))
      .digest('hex'),
    builder: isWorkflow ? `${server}/${env.GITHUB_WORKFLOW_REF}` : 'not a workflow',
    run: isWorkflow ? `${repository}/actions/runs/${env.GITHUB_RUN_ID}` : 'not a workflow',
  }
}

const write = (name, content) => writeFileSync(join(folder, name), content)
for (const name of own) rmSync(join(folder, name), { force: true })
const statement = toStatement(toChecksums(folder), describeRun(process.env))
write('provenance.json', `${JSON.stringify(statement, null, 2)}\n`)

const pem = process.env.RELEASE_KEY ?? ''
if (pem.trim() === '') {
  write('SHA256SUMS', toChecksums(folder))
  console.error(
    '::warning title=Unsigned release::There is no RELEASE_KEY: checksums and provenance are not signed.',
  )
} else {
  const key = readPrivateKey(pem)
  write('provenance.dsse.json', `${JSON.stringify(toEnvelope(statement, key))}\n`)
  const checksums = toChecksums(folder)
  write('SHA256SUMS', checksums)
  write('SHA256SUMS.sig', signText(checksums, key))
}
