/**
 * `node tools/release/check-tag.mjs TAG [NOTES]`: refuses a tag that is not the version of package.json, or that has no
 * entry in CHANGELOG.md or no golden data; writes the entry to the file NOTES.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { rerunOnNode24 } from './rerun-on-node-24.mjs'

const { findEntry, findProblems } = await import('./changelog.ts').catch(rerunOnNode24)

const root = resolve(import.meta.dirname, '../..')
const read = path => readFileSync(resolve(root, path), 'utf8')
const [tag = '', notes] = process.argv.slice(2)
const { version } = JSON.parse(read('package.json'))
const changelog = read('CHANGELOG.md')
const linux = readdirSync(resolve(root, 'resources/linux'))
const metainfo = linux.find(name => name.endsWith('.metainfo.xml'))
const folder = resolve(root, 'tests/golden')
const golden = readdirSync(folder).filter(name => existsSync(resolve(folder, name, 'expected.json')))

const problems = findProblems({
  tag,
  version,
  changelog,
  metainfo: read(`resources/linux/${metainfo}`),
  golden,
})
for (const problem of problems) console.error(`::error title=No release::${problem}`)
if (problems.length > 0) process.exitCode = 1
else if (notes !== undefined) writeFileSync(notes, `${findEntry(changelog, version).text}\n`)
