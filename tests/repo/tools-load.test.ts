import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Modules of bench and tools that use the program's own code. */
const modules = [
  ...['start', 'pricing', 'board', 'grid', 'ledger', 'keys', 'value'].map(name => `./bench/${name}.ts`),
  './tools/torture/rounds.mjs',
]

/** Imports them in plain Node, where nothing may need electron. */
const script = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') throw new Error('electron is imported by ' + context.parentURL)
    return next(specifier, context)
  },
})
for (const name of ${JSON.stringify(modules)}) {
  console.log(name, Object.keys(await import(name)).length > 0)
}
`

describe('benchmarks and tools', () => {
  it('load without electron', () => {
    const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: resolve(import.meta.dirname, '../..'),
      encoding: 'utf8',
    })
    expect(loaded.trim().split('\n')).toEqual(modules.map(name => `${name} true`))
  })
})
