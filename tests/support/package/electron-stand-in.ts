/**
 * An Electron distribution without Electron: the files and names electron-builder looks for, with programs that hold a
 * fuse wire and nothing else. Electron's own is 100 MB a system and cannot be had everywhere.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { createPackage } from '@electron/asar'
import { NtExecutable, NtExecutableResource, Resource } from 'resedit'
import type { System } from './packages.ts'

/** Fuses of Electron 45 as it is distributed, in the order of the wire (electron/electron: build/fuses/fuses.json5). */
const distributedFuses = '101100011'
/** Sentinel, version of the wire, its length, a character a fuse. */
const fuseWire = `dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX\x01${String.fromCharCode(distributedFuses.length)}${distributedFuses}`
const program = Buffer.from(`stand-in for a program${fuseWire}`, 'latin1')

const manifest = readFileSync(
  resolve(import.meta.dirname, '../../../node_modules/electron/package.json'),
  'utf8',
)
const helpers = ['', ' (GPU)', ' (Plugin)', ' (Renderer)'].map(kind => `Electron Helper${kind}`)

/** Writes the distribution of a system into a folder. */
export async function writeElectronStandIn(folder: string, system: System): Promise<void> {
  const write = (path: string, content: string | Buffer, mode = 0o644) => {
    const file = join(folder, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, content, { mode })
  }
  write('version', versionOf(manifest))
  write('LICENSE', 'stand-in')
  write('LICENSES.chromium.html', 'stand-in')
  if (system === 'mac') {
    writeMacApp(write)
  } else {
    write('locales/en-US.pak', 'stand-in')
    if (system === 'win') write('electron.exe', windowsProgram(), 0o755)
    else for (const name of ['electron', 'chrome-sandbox']) write(name, program, 0o755)
  }
  const resources = system === 'mac' ? 'Electron.app/Contents/Resources' : 'resources'
  mkdirSync(join(folder, resources), { recursive: true })
  await createPackage(join(import.meta.dirname), join(folder, resources, 'default_app.asar'))
}

function writeMacApp(write: (path: string, content: string | Buffer, mode?: number) => void): void {
  const writeBundle = (path: string, name: string) => {
    write(`${path}/Contents/Info.plist`, infoPlist(name))
    write(`${path}/Contents/MacOS/${name}`, 'stand-in', 0o755)
  }
  const frameworks = 'Electron.app/Contents/Frameworks'
  writeBundle('Electron.app', 'Electron')
  write(`${frameworks}/Electron Framework.framework/Electron Framework`, program, 0o755)
  for (const helper of helpers) writeBundle(`${frameworks}/${helper}.app`, helper)
}

const infoPlist = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string><key>CFBundleIconFile</key><string>electron.icns</string></dict></plist>
`

/** A program file of Windows with the one version resource that electron-builder rewrites. */
function windowsProgram(): Buffer {
  const executable = NtExecutable.createEmpty()
  const resources = NtExecutableResource.from(executable)
  const version = Resource.VersionInfo.createEmpty()
  version.lang = 1033
  version.setStringValues({ lang: 1033, codepage: 1200 }, { ProductName: 'Electron' })
  version.outputToResourceEntries(resources.entries)
  resources.outputResource(executable)
  return Buffer.concat([Buffer.from(executable.generate()), program])
}

function versionOf(text: string): string {
  const version = /"version": "([^"]+)"/.exec(text)?.[1]
  if (version === undefined) throw new Error('electron has no version')
  return version
}
