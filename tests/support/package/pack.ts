/** Packs the built program for a system, as `npm run package -- --dir` does, around a stand-in for Electron. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { writeElectronStandIn } from './electron-stand-in.ts'
import { packages, type PackedProgram, type System } from './packages.ts'

/** Packages that can be made here: electron-builder packs for macOS everywhere but on Windows. */
export const packedHere: readonly PackedProgram[] = packages.filter(
  ({ system }) => system !== 'mac' || process.platform !== 'win32',
)

/** Packs for all systems from the `out` of `root`, into `folder`/dist. */
export async function packAll(root: string, folder: string, env = process.env): Promise<void> {
  // A codesign of our own writes down what it is asked for.
  mkdirSync(join(folder, 'bin'), { recursive: true })
  writeFileSync(join(folder, 'bin/codesign'), `#!/bin/sh\necho "$@" >> '${join(folder, 'codesign.log')}'\n`, {
    mode: 0o755,
  })
  for (const system of new Set(packedHere.map(one => one.system))) await pack(root, folder, system, env)
}

async function pack(root: string, folder: string, system: System, env: NodeJS.ProcessEnv): Promise<void> {
  const distribution = join(folder, 'electron', system)
  await writeElectronStandIn(distribution, system)
  const cli = join(root, 'node_modules/electron-builder/cli.js')
  const config = [`-c.electronDist=${distribution}`, `-c.directories.output=${join(folder, 'dist')}`]
  execFileSync(process.execPath, [cli, `--${system}`, '--x64', '--arm64', '--dir', ...config], {
    cwd: root,
    env: {
      ...env,
      PATH: [join(folder, 'bin'), env['PATH']].join(delimiter),
      CSC_IDENTITY_AUTO_DISCOVERY: 'false',
    },
  })
}
