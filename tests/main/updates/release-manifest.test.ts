import { spawnSync } from 'node:child_process'
import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import packageFile from '../../../package.json' with { type: 'json' }
import { parseEnvelope } from '../../../src/main/updates/envelope.ts'
import { toPlainNotes } from '../../../tools/release/update-manifest.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const { version } = packageFile
const tools = resolve(import.meta.dirname, '../../../tools/release')

function inFolder() {
  const folder = tempFolder()
  const run = (...args: readonly string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(tools, 'manifest.mjs'), ...args], {
      cwd: folder,
      encoding: 'utf8',
    })
    return { status, stdout: stdout.trim(), stderr }
  }
  return { folder, run }
}

/** Makes three keys and a manifest of two packages, signed by the first of them. */
function release(signers: number) {
  const { folder, run } = inFolder()
  const names = ['a', 'b', 'c']
  const keys = names.map(name => run('new-key', `${name}.pem`).stdout)
  writeFileSync(join(folder, 'keys.json'), JSON.stringify({ threshold: 2, keys }))
  writeFileSync(join(folder, 'notes.md'), '### Added\n\n- **Updates** of `0.2`.\n')
  for (const name of ['linux-x86_64.AppImage', 'win-x64.exe', 'linux-amd64.deb'])
    writeFileSync(join(folder, `parlay-desk-${version}-${name}`), name)
  const made = run(
    ...['make', 'update.json', '--number', '8', '--packages', folder, '--notes', 'notes.md'],
    ...['--address', 'https://updates.example/', '--hosts', 'files.example'],
  )
  for (const name of names.slice(0, signers)) run('sign', 'update.json', '--key', `${name}.pem`)
  const check = () => run('check', 'update.json', '--key', join(folder, 'keys.json'))
  return { folder, run, made, check }
}

describe('tools/release/manifest.mjs', () => {
  it('makes a manifest that a program accepts once two holders have signed it', () => {
    const { check, made, folder } = release(2)
    expect(made).toMatchObject({ status: 0, stderr: '' })
    const { status, stdout } = check()
    expect(status).toBe(0)
    expect(stdout).toContain(`${version}, number 8`)
    expect(stdout).toContain('x86_64.AppImage 21')
    expect(stdout).not.toContain('.deb')
    expect(statSync(join(folder, 'a.pem')).mode & 0o077).toBe(0)
  })

  it.each([0, 1])('has its check refuse a manifest that %d have signed', signers => {
    const { status, stderr } = release(signers).check()
    expect(status).toBe(1)
    expect(stderr).toContain('too-few-signatures')
  })

  it('replaces the signature of a key that signs twice', () => {
    const { run, folder, check } = release(2)
    run('sign', 'update.json', '--key', 'b.pem')
    expect(parseEnvelope(readFileSync(join(folder, 'update.json'), 'utf8')).signatures).toHaveLength(2)
    expect(check().status).toBe(0)
  })

  it('refuses packages of another version, a private key in the repository, and one over a file', () => {
    const { run, folder } = release(0)
    expect(run('new-key', join(tools, 'key.pem')).stderr).toContain('outside the repository')
    expect(run('new-key', 'a.pem').status).toBe(1)
    writeFileSync(join(folder, 'parlay-desk-9.9.9-linux-x86_64.AppImage'), 'x')
    const args = [
      '--number',
      '9',
      '--packages',
      folder,
      '--notes',
      'notes.md',
      '--address',
      'https://x.example/',
    ]
    expect(run('make', 'other.json', ...args).stderr).toContain(`is not of version ${version}`)
  })
})

describe('toPlainNotes', () => {
  it('takes marks of Markdown out, and leaves everything else as text', () => {
    expect(toPlainNotes('### Added\n\n- **A** of `b`, [c](https://x.example) <img src=x>\n')).toBe(
      'Added\n\n- A of b, c <img src=x>',
    )
  })
})
