import { execFileSync } from 'node:child_process'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'

/** Imports every benchmark in plain Node, where nothing may need electron. */
const script = `
import { registerHooks } from 'node:module'
registerHooks({
  resolve(specifier, context, next) {
    if (specifier === 'electron') throw new Error('electron is imported by ' + context.parentURL)
    return next(specifier, context)
  },
})
for (const name of ['start', 'pricing', 'board', 'grid', 'ledger']) {
  const { run } = await import('./bench/' + name + '.ts')
  console.log(name, typeof run)
}
`

describe('benchmarks', () => {
  it('load without electron', () => {
    const loaded = execFileSync(process.execPath, ['--input-type=module', '--eval', script], {
      cwd: resolve(import.meta.dirname, '../..'),
      encoding: 'utf8',
    })
    expect(loaded.trim().split('\n')).toEqual(
      ['start', 'pricing', 'board', 'grid', 'ledger'].map(name => `${name} function`),
    )
  })
})
