/**
 * `node tools/release/list-appimage.mjs FILE FOLDER`: compares what is in an AppImage with the unpacked program, by what
 * the files hold. Prints what the AppImage adds; fails where a file is missing or differs.
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'

const [image, folder] = process.argv.slice(2).map(path => resolve(path))

/** Content of each file below a folder by its path; a link counts as its target. */
const readFiles = top =>
  new Map(
    readdirSync(top, { recursive: true, withFileTypes: true })
      .filter(entry => !entry.isDirectory())
      .map(entry => join(entry.parentPath, entry.name))
      .map(path => [relative(top, path), path]),
  )
const contentOf = path => {
  try {
    return readFileSync(path)
  } catch {
    return Buffer.from(`link to ${readlinkSync(path)}`)
  }
}

const work = mkdtempSync(join(tmpdir(), 'appimage-'))
try {
  const { status, stderr, error } = spawnSync(image, ['--appimage-extract'], { cwd: work, encoding: 'utf8' })
  if (status !== 0) throw new Error(`The AppImage could not be unpacked: ${error?.message ?? stderr}`)
  const inside = readFiles(join(work, 'squashfs-root'))
  const program = readFiles(folder)
  const added = [...inside.keys()].filter(name => !program.has(name)).sort()
  const missing = [...program.keys()].filter(name => !inside.has(name))
  const changed = [...program].filter(
    ([name, path]) => inside.has(name) && !contentOf(inside.get(name)).equals(contentOf(path)),
  )
  console.log(`${inside.size} files, of which the AppImage adds:\n${added.join('\n')}`)
  for (const name of missing) console.error(`Missing in the AppImage: ${name}`)
  for (const [name] of changed) console.error(`Not the same in the AppImage: ${name}`)
  if (missing.length + changed.length > 0) process.exitCode = 1
} finally {
  rmSync(work, { recursive: true, force: true })
}
