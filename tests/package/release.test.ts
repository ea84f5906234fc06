/** The papers of a release, signed with a throw-away key, and the script that verifies a download, on tampered ones. */
import { spawnSync } from 'node:child_process'
import { generateKeyPairSync } from 'node:crypto'
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { readPrivateKey, signText, toChecksums } from '../../tools/release/release-files.ts'

const root = resolve(import.meta.dirname, '../..')
const parent = mkdtempSync(join(tmpdir(), 'release-test-'))
afterAll(() => rmSync(parent, { recursive: true, force: true }))

const toPems = ({ publicKey, privateKey }: ReturnType<typeof generateKeyPairSync>) => ({
  publicKey: String(publicKey.export({ type: 'spki', format: 'pem' })),
  privateKey: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
})
const [own, other] = [generateKeyPairSync('ed25519'), generateKeyPairSync('ed25519')].map(toPems)
if (own === undefined || other === undefined) throw new Error('no keys')
const keyFile = join(parent, 'key.pem')
writeFileSync(keyFile, own.publicKey)
writeFileSync(join(parent, 'other.pem'), other.publicKey)

const files = { 'parlay-desk-0.1.0-linux-amd64.deb': 'a package', 'parlay-desk-0.1.0.cdx.json': '{}' }
const deb = 'parlay-desk-0.1.0-linux-amd64.deb'

function sign(folder: string, key = own?.privateKey, repository = root) {
  const env = {
    ...process.env,
    RELEASE_KEY: key,
    GITHUB_REPOSITORY: 'parlay-desk/parlay-desk',
    GITHUB_SHA: 'c0ffee'.padEnd(40, '0'),
    GITHUB_REF_NAME: 'v0.1.0',
    GITHUB_RUN_ID: '7',
  }
  return spawnSync(process.execPath, [join(repository, 'tools/release/sign.mjs'), folder], {
    env,
    encoding: 'utf8',
  })
}

function makeRelease(key?: string) {
  const folder = mkdtempSync(join(parent, 'files-'))
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content)
  return { folder, ...sign(folder, key) }
}

const script = join(root, 'tools/release/verify.sh')

/** Nothing but what every system has: no Node on the path, and the script of the repository. */
function verify(folder: string, { key = keyFile, path = '', by = script } = {}) {
  const { status, stdout, stderr } = spawnSync('sh', [by, key, folder], {
    env: { PATH: `${path}/usr/local/bin:/usr/bin:/bin` },
    encoding: 'utf8',
  })
  return { status, stdout, stderr: stderr.trim() }
}

const signed = makeRelease()
/** A copy of the release that a test may spoil. */
function copyRelease(): string {
  const folder = mkdtempSync(join(parent, 'copy-'))
  cpSync(signed.folder, folder, { recursive: true })
  return folder
}
/** Replaces the list of checksums by another that the release key signs too. */
function signList(folder: string, list: string): void {
  writeFileSync(join(folder, 'SHA256SUMS'), list)
  writeFileSync(join(folder, 'SHA256SUMS.sig'), signText(list, readPrivateKey(own?.privateKey ?? '')))
}
const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
const replace = (folder: string, name: string, [from, to]: readonly [string | RegExp, string]) =>
  writeFileSync(join(folder, name), read(folder, name).replace(from, to))

describe('a release', () => {
  it('has checksums of every file and the statement, all signed, and not the script that verifies them', () => {
    expect(signed.stderr).toBe('')
    const names = read(signed.folder, 'SHA256SUMS')
      .trim()
      .split('\n')
      .map(line => line.slice(66))
    expect(names).toEqual([...Object.keys(files), 'provenance.dsse.json', 'provenance.json'].sort())
    expect(readdirSync(signed.folder).filter(name => name.endsWith('.sh'))).toEqual([])
  })

  it('has a statement in the form of in-toto and SLSA, with the commit and the checksums', () => {
    const statement: unknown = JSON.parse(read(signed.folder, 'provenance.json'))
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      predicateType: 'https://slsa.dev/provenance/v1',
      subject: Object.keys(files).map(name => ({ name })),
      predicate: {
        buildDefinition: {
          externalParameters: { ref: 'refs/tags/v0.1.0' },
          resolvedDependencies: [{ digest: { gitCommit: 'c0ffee'.padEnd(40, '0') } }, {}],
        },
      },
    })
    const envelope = z
      .object({ payload: z.string() })
      .parse(JSON.parse(read(signed.folder, 'provenance.dsse.json')))
    expect(JSON.parse(Buffer.from(envelope.payload, 'base64').toString())).toEqual(statement)
  })

  it.each(['', ' \n'])(
    'says loudly that it is unsigned where the key is %j, and still has checksums',
    key => {
      const { folder, status, stderr } = makeRelease(key)
      expect(status).toBe(0)
      expect(stderr).toContain('::warning title=Unsigned release::There is no RELEASE_KEY')
      expect(read(folder, 'SHA256SUMS')).toContain(deb)
      expect(verify(folder).stderr).toBe('NOT VERIFIED: SHA256SUMS.sig is missing')
    },
  )

  it('is signed without any package of npm, as in the workflow, beside whose key none is installed', () => {
    const bare = mkdtempSync(join(parent, 'bare-'))
    const needed = ['tools/release', 'tools/chromium-host/node-24.mjs', 'src/main/updates']
    for (const path of ['package.json', 'package-lock.json', ...needed])
      cpSync(join(root, path), join(bare, path), { recursive: true })
    const folder = copyRelease()
    expect(sign(folder, own.privateKey, bare)).toMatchObject({ status: 0, stderr: '' })
    expect(verify(folder)).toMatchObject({ status: 0, stderr: '' })
  })

  it('is not signed with a key of another kind, or with what is no key', () => {
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
    const rsa = String(privateKey.export({ type: 'pkcs8', format: 'pem' }))
    expect(makeRelease(rsa).stderr).toContain('type rsa; Ed25519')
    expect(makeRelease('no key').status).toBe(1)
  })

  it('holds no file whose name could be an option or a path', () => {
    const folder = copyRelease()
    writeFileSync(join(folder, '-rf'), '')
    expect(sign(folder).stderr).toContain('-rf')
  })
})

describe.skipIf(process.platform === 'win32')('verify.sh', () => {
  it('has about 50 lines beside comments', () =>
    expect(read(root, 'tools/release/verify.sh').match(/^ *[^# \n].*$/gm)?.length).toBeLessThan(56))

  it('accepts the files as they were published, and a part of them', () => {
    const folder = copyRelease()
    expect(verify(folder)).toMatchObject({ status: 0, stderr: '' })
    expect(verify(folder).stdout).toContain(`ok  ${deb}
`)
    expect(verify(folder).stdout).toContain(`Made from commit ${'c0ffee'.padEnd(40, '0')}`)
    rmSync(join(folder, 'provenance.dsse.json'))
    rmSync(join(folder, 'parlay-desk-0.1.0.cdx.json'))
    expect(verify(folder).stdout).toMatch(/VERIFIED: 2 files$/m)
  })

  it.each([
    ['by CDPATH', 'rel', (others: string) => ({ CDPATH: others })],
    ['by OLDPWD', '-', (others: string) => ({ OLDPWD: join(others, 'rel') })],
  ])('verifies no other folder, to which cd would go %s', (_, folder, envOf) => {
    const others = mkdtempSync(join(parent, 'others-'))
    cpSync(signed.folder, join(others, 'rel'), { recursive: true })
    const here = mkdtempSync(join(parent, 'here-'))
    cpSync(signed.folder, join(here, 'rel'), { recursive: true })
    appendFileSync(join(here, 'rel', deb), '!')
    const { status, stdout } = spawnSync('sh', [script, keyFile, folder], {
      cwd: here,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', ...envOf(others) },
      encoding: 'utf8',
    })
    expect(stdout).not.toContain('VERIFIED')
    expect(status).toBe(1)
  })

  it('uses the key that was named, and no other of the same name to which cd would go by CDPATH', () => {
    const others = mkdtempSync(join(parent, 'others-'))
    const here = mkdtempSync(join(parent, 'here-'))
    for (const folder of [others, here]) mkdirSync(join(folder, 'keys'))
    writeFileSync(join(others, 'keys/key.pem'), other.publicKey)
    writeFileSync(join(here, 'keys/key.pem'), own.publicKey)
    const { stderr } = spawnSync('sh', [script, 'keys/key.pem', signed.folder], {
      cwd: here,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', CDPATH: others },
      encoding: 'utf8',
    })
    expect(stderr).toBe('')
  })

  it('passes over itself and the key in the folder, but no other script', () => {
    const folder = copyRelease()
    const by = join(folder, 'verify.sh')
    cpSync(script, by)
    cpSync(keyFile, join(folder, 'release-key.pem'))
    expect(verify(folder, { by, key: join(folder, 'release-key.pem') })).toMatchObject({ status: 0 })
    rmSync(join(folder, 'release-key.pem'))
    expect(verify(folder).stderr).toBe('NOT VERIFIED: verify.sh is not part of this release')
  })

  it.each([
    ['OpenSSL 1.1.1w  11 Sep 2023', 'OpenSSL 3 or newer is needed, this is OpenSSL 1.1.1w'],
    ['LibreSSL 3.3.6', 'OpenSSL 3 or newer is needed, this is LibreSSL 3.3.6'],
    ['', 'openssl is not installed'],
  ])('names what is missing where openssl says “%s”', (version, words) => {
    const folder = mkdtempSync(join(parent, 'path-'))
    const text = version === '' ? 'exit 127' : `echo '${version}'`
    writeFileSync(join(folder, 'openssl'), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
    const { status, stdout, stderr } = verify(copyRelease(), { path: `${folder}:` })
    expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
    expect(stderr).toContain(`NOT VERIFIED: ${words}`)
  })

  const zeros = '0'.repeat(64)
  it.each<[string, string, (folder: string) => void]>([
    ['a changed package', `${deb} was changed`, f => appendFileSync(join(f, deb), '!')],
    ['half a package', `${deb} was changed`, f => truncateSync(join(f, deb), 4)],
    ['an empty package', `${deb} was changed`, f => truncateSync(join(f, deb))],
    [
      'a changed bill of materials',
      'cdx.json was changed',
      f => appendFileSync(join(f, 'parlay-desk-0.1.0.cdx.json'), ' '),
    ],
    [
      'a changed checksum',
      'SHA256SUMS is not signed',
      f => replace(f, 'SHA256SUMS', [/^[0-9a-f]{64}/, zeros]),
    ],
    [
      'a line more',
      'SHA256SUMS is not signed',
      f => appendFileSync(join(f, 'SHA256SUMS'), `${zeros}  more.deb\n`),
    ],
    ['an empty list', 'SHA256SUMS is not signed', f => truncateSync(join(f, 'SHA256SUMS'))],
    ['no list', 'SHA256SUMS is missing', f => rmSync(join(f, 'SHA256SUMS'))],
    ['half a signature', 'SHA256SUMS is not signed', f => truncateSync(join(f, 'SHA256SUMS.sig'), 32)],
    [
      'a signature of other bytes',
      'SHA256SUMS is not signed',
      f => writeFileSync(join(f, 'SHA256SUMS.sig'), Buffer.alloc(64)),
    ],
    ['a file of no release', 'extra.deb is not part', f => writeFileSync(join(f, 'extra.deb'), 'x')],
    ['a hidden file', '.hidden is not part', f => writeFileSync(join(f, '.hidden'), 'x')],
    ['a file hidden by two dots', '..evil.sh is not part', f => writeFileSync(join(f, '..evil.sh'), 'x')],
    ['a folder', 'sub is a link, a folder or a device', f => mkdirSync(join(f, 'sub'))],
    [
      'a link in place of a package',
      `${deb} is a link, a folder or a device, not a file`,
      f => {
        rmSync(join(f, deb))
        symlinkSync(join(signed.folder, deb), join(f, deb))
      },
    ],
    [
      'the statement of another release',
      'provenance.dsse.json was changed',
      f => replace(f, 'provenance.dsse.json', ['"payload":"', '"payload":"eyJ9']),
    ],
  ])('refuses %s', (_, words, spoil) => {
    const folder = copyRelease()
    spoil(folder)
    const { status, stderr, stdout } = verify(folder)
    expect(stderr).toMatch(/^NOT VERIFIED: /)
    expect(stderr).toContain(words)
    expect(status).toBe(1)
    expect(stdout).not.toContain('VERIFIED')
  })

  it.each<[string, (folder: string) => string]>([
    ['by another key', () => join(parent, 'other.pem')],
    ['without a key', () => join(parent, 'none.pem')],
    ['by a file that is no key', folder => join(folder, deb)],
  ])('refuses what is signed %s', (_, keyOf) => {
    const folder = copyRelease()
    expect(verify(folder, { key: keyOf(folder) }).status).toBe(1)
  })

  it('verifies nothing where there is no file beside the signed list', () => {
    const folder = copyRelease()
    for (const name of [...Object.keys(files), 'provenance.json', 'provenance.dsse.json'])
      rmSync(join(folder, name))
    expect(verify(folder).stderr).toBe('NOT VERIFIED: there is no file to verify here')
  })

  it('refuses all files signed again by another key', () => {
    const folder = copyRelease()
    expect(sign(folder, other.privateKey).status).toBe(0)
    expect(verify(folder).stderr).toBe('NOT VERIFIED: SHA256SUMS is not signed by this key')
  })

  it('refuses a statement that the key did not sign, though it is in a list that it did', () => {
    const folder = copyRelease()
    replace(folder, 'provenance.dsse.json', ['"payload":"', '"payload":"eyJ9'])
    signList(folder, toChecksums(folder, ['SHA256SUMS', 'SHA256SUMS.sig']))
    expect(verify(folder).stderr).toBe('NOT VERIFIED: provenance.dsse.json is not signed by this key')
  })

  it.each([
    String.raw`A\r\033[2Kok  a.deb\nVERIFIED: 5 files\n\c`,
    'A\r\u001B[2Kok  a.deb\nVERIFIED: 5 files',
    '\u001B[2K.deb',
    '-n',
    'two names',
    'ünlü',
  ])('neither obeys nor prints the name %j in the folder', name => {
    const folder = copyRelease()
    writeFileSync(join(folder, name), 'x')
    const { status, stdout, stderr } = verify(folder)
    expect(stderr).toBe('NOT VERIFIED: a file in this folder has a name that no file of a release has')
    expect(stdout).not.toMatch(/VERIFIED|\r|\u001B/)
    expect(status).toBe(1)
  })

  it('prints a backslash in the name of the key as it is', () => {
    const key = String.raw`none\rVERIFIED\c`
    expect(verify(copyRelease(), { key }).stderr).toBe(`NOT VERIFIED: ${key} is missing`)
  })

  it.each(['../outside', '-n', 'two names', 'a/b'])('refuses a signed list that names “%s”', name => {
    const folder = copyRelease()
    signList(folder, `${read(folder, 'SHA256SUMS')}${zeros}  ${name}\n`)
    expect(verify(folder).stderr).toBe('NOT VERIFIED: SHA256SUMS has a line that it must not have')
  })
})
