/**
 * `node tools/release/compare-packages.mjs FIRST SECOND`: names the packages of two folders that are the same and lists,
 * with diffoscope where it is installed, what differs in the others. Fails only where one folder lacks a package, or where
 * the archives in them differ: what is around those is explained in docs/delivery.md.
 */
import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const maxLines = 200
const isPackage = name => /\.(?:deb|AppImage|dmg|zip|exe)$/.test(name)
const isArchive = name => /app\.asar$/.test(name)

const [first, second] = process.argv.slice(2)
const names = [first, second].map(folder =>
  globSync(['*', '*/resources/app.asar', '*/*.app/Contents/Resources/app.asar'], { cwd: folder })
    .filter(name => isPackage(name) || isArchive(name))
    .sort(),
)
if (names[0].length === 0 || names[0].join('\n') !== names[1].join('\n'))
  throw new Error(`The folders do not have the same packages: ${names[0].join(', ')}; ${names[1].join(', ')}`)

for (const name of names[0]) {
  const [one, other] = [join(first, name), join(second, name)]
  const isSame = readFileSync(one).equals(readFileSync(other))
  console.log(`${isSame ? 'same     ' : 'different'} ${name}`)
  if (isSame) continue
  if (isArchive(name)) process.exitCode = 1
  const { stdout, error } = spawnSync('diffoscope', ['--text', '-', one, other], {
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  })
  const lines = error ? ['diffoscope is not installed, so what differs is not listed.'] : stdout.split('\n')
  console.log(lines.slice(0, maxLines).join('\n'))
  if (lines.length > maxLines) console.log(`… ${lines.length - maxLines} more lines`)
}
