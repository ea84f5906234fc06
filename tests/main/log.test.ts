import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { openLog } from '../../src/main/log.ts'

function inFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'desk-log-'))
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true })
  })
  return { folder, file: join(folder, 'parlay-desk.log') }
}
const plain = (text: string) => text

let printed = ''
beforeEach(() => {
  printed = ''
  const write = vi.spyOn(process.stderr, 'write').mockImplementation(text => {
    printed += String(text)
    return true
  })
  return () => write.mockRestore()
})

describe('openLog', () => {
  it('writes a fault with its stack under the reference it returns, and prints it', () => {
    const { folder, file } = inFolder()
    const log = openLog(folder, plain)
    const reference = log(new TypeError('of ours'))
    expect(reference).toMatch(/^[0-9a-f]{8}$/)
    const text = readFileSync(file, 'utf8')
    expect(text).toMatch(new RegExp(`^\\d{4}-.*Z \\[${reference}\\] TypeError: of ours\\n +at `))
    expect(printed).toBe(text)
  })

  it('takes secrets out of everything it writes', () => {
    const { folder, file } = inFolder()
    const log = openLog(folder, text => text.replaceAll('a-key', '•••'))
    log(new Error('failed with a-key'))
    log('a-key alone')
    log({ toString: () => 'a-key' })
    expect(readFileSync(file, 'utf8') + printed).not.toContain('a-key')
    expect(readFileSync(file, 'utf8').match(/\[/g)?.length).toBeGreaterThanOrEqual(3)
  })

  it('replaces a file that has grown, and keeps the old one once', () => {
    const { folder, file } = inFolder()
    writeFileSync(file, 'x'.repeat(1024 * 1024 + 1))
    openLog(folder, plain)(new Error('after'))
    expect(readFileSync(file, 'utf8')).toContain('after')
    expect(statSync(`${file}.old`).size).toBe(1024 * 1024 + 1)
  })

  it('writes no more than 64 KB of one fault', () => {
    const { folder, file } = inFolder()
    const log = openLog(folder, plain)
    for (let fault = 0; fault < 100; fault += 1) log(new Error('x'.repeat(1_000_000)))
    expect(statSync(file).size).toBeLessThan(1.2 * 1024 * 1024)
    expect(readFileSync(file, 'utf8')).toMatch(/x… \(\d+ more characters\)\n$/)
  })

  it('goes on where the terminal it prints to is gone', async () => {
    const { folder, file } = inFolder()
    const script = fileURLToPath(new URL('../support/log-to-closed-stderr.mjs', import.meta.url))
    const child = spawn(process.execPath, [script, folder], { stdio: ['ignore', 'pipe', 'pipe'] })
    onTestFinished(() => void child.kill('SIGKILL'))
    child.stdout.destroy()
    child.stderr.destroy()
    expect(await once(child, 'exit')).toEqual([7, null])
    expect(readFileSync(file, 'utf8')).toMatch(/the first fault[^]*the second fault/)
  })

  it('makes its folder but none around it, and does not throw where it cannot', () => {
    const { folder, file } = inFolder()
    openLog(join(folder, 'a'), plain)('made')
    expect(readFileSync(join(folder, 'a', 'parlay-desk.log'), 'utf8')).toContain('made')
    openLog(join(folder, 'gone', 'b'), plain)('not made')
    expect(existsSync(join(folder, 'gone'))).toBe(false)
    writeFileSync(file, '')
    expect(openLog(file, plain)(new Error('no folder'))).toMatch(/^[0-9a-f]{8}$/)
    expect(printed).toContain('no folder')
  })
})
