/**
 * `node tools/release/check-tag.mjs TAG [NOTES]`: refuses a tag that is not the version of package.json, or that has no
 * entry in CHANGELOG.md or no golden data; writes the entry to the file NOTES.
 */
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { findEntry, findProblems } from './changelog.ts'

const root = resolve(import.meta.dirname, '../..')
const read = path => readFileSync(resolve(root, path), 'utf8')
const [tag = '', notes] = process.argv.slice(2)
const { version } = JSON.parse(read('package.json'))
const changelog = read('CHANGELOG.md')
const [metainfo] = globSync('resources/linux/*.metainfo.xml', { cwd: root })
const golden = globSync('*/expected.json', { cwd: resolve(root, 'tests/golden') }).map(path => dirname(path))

const problems = findProblems({ tag, version, changelog, metainfo: read(metainfo), golden })
for (const problem of problems) console.error(`::error title=No release::${problem}`)
if (problems.length > 0) process.exitCode = 1
else if (notes !== undefined) writeFileSync(notes, `${findEntry(changelog, version).text}\n`)
