/**
 * `node tools/release/fuses.mjs PROGRAM [--inspectable]`: reads the fuses of a packed program and compares them with
 * tests/package/fuses.txt. `--inspectable` lets a copy be driven by the end-to-end specs, which the packed program refuses.
 */
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { flipFuses, FuseV1Options, FuseVersion, getCurrentFuseWire } from '@electron/fuses'

const { values, positionals } = parseArgs({
  options: { inspectable: { type: 'boolean' } },
  allowPositionals: true,
})
const [program = ''] = positionals

if (values.inspectable) {
  await flipFuses(program, {
    version: FuseVersion.V1,
    [FuseV1Options.EnableNodeCliInspectArguments]: true,
  })
} else {
  const expected = readFileSync(resolve(import.meta.dirname, '../../tests/package/fuses.txt'), 'utf8')
  const { version, ...wire } = await getCurrentFuseWire(program)
  const lines = Object.entries(wire).map(([place, state]) => {
    const isOn = Number(state) === '1'.charCodeAt(0)
    // The one fuse of Electron 45 that @electron/fuses has no name for.
    return `${FuseV1Options[Number(place)] ?? 'WasmTrapHandlers'}: ${isOn ? 'on' : 'off'}\n`
  })
  const read = `version ${version}\n${lines.join('')}`
  console.log(read)
  if (read !== expected) throw new Error(`These are not the fuses of tests/package/fuses.txt:\n${expected}`)
}
