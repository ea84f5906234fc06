#!/usr/bin/env node
/**
 * Stand-in for fpm, which electron-builder would have to fetch: writes the .deb that its arguments describe, with the same
 * control fields, scripts and paths, by dpkg-deb.
 */
import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const text = { type: 'string' }
const { values, positionals } = parseArgs({
  options: {
    source: { ...text, short: 's' },
    target: { ...text, short: 't' },
    depends: { ...text, short: 'd', multiple: true, default: [] },
    force: { type: 'boolean' },
    'deb-recommends': { ...text, multiple: true, default: [] },
    'deb-compression': text,
    'deb-priority': text,
    architecture: text,
    'after-install': text,
    'after-remove': text,
    description: text,
    version: text,
    package: text,
    name: text,
    maintainer: text,
    vendor: text,
    url: text,
    license: text,
    category: { ...text, default: 'default' },
  },
  allowPositionals: true,
})

const root = mkdtempSync(join(tmpdir(), 'fpm-stand-in-'))
chmodSync(root, 0o755)
process.umask(0o022)
for (const mapping of positionals) {
  const [source, target] = mapping.split('=')
  const to = join(root, target)
  mkdirSync(dirname(to), { recursive: true })
  cpSync(source, to, { recursive: true })
  if (statSync(to).isFile()) chmodSync(to, 0o644)
}
mkdirSync(join(root, 'DEBIAN'))
for (const [script, name] of [
  ['after-install', 'postinst'],
  ['after-remove', 'postrm'],
]) {
  cpSync(values[script], join(root, 'DEBIAN', name))
  chmodSync(join(root, 'DEBIAN', name), 0o755)
}
const size = execFileSync('du', ['-sk', '--exclude=DEBIAN', root], { encoding: 'utf8' }).split('\t')[0]
const fields = {
  Package: values.name,
  Version: values.version,
  License: values.license,
  Vendor: values.vendor,
  Architecture: values.architecture,
  Maintainer: values.maintainer,
  'Installed-Size': size,
  Depends: values.depends.join(', '),
  Recommends: values['deb-recommends'].join(', '),
  Section: values.category,
  Priority: values['deb-priority'],
  Homepage: values.url,
  Description: values.description.trim().split('\n').join('\n '),
}
const control = Object.entries(fields).map(([field, value]) => `${field}: ${value}\n`)
writeFileSync(join(root, 'DEBIAN/control'), control.join(''))
execFileSync('dpkg-deb', ['--root-owner-group', '-Zxz', '-z1', '--build', root, values.package])
rmSync(root, { recursive: true })
