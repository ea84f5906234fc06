/** The scripts that complete commands, run by the shells themselves where they are installed. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { firstWords } from '../../../src/main/cli/find-command.ts'
import { runHere } from '../../support/cli/test-terminal.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const hasShell = (shell: string) => spawnSync(shell, ['-c', 'true']).status === 0

async function writeScript(shell: string): Promise<string> {
  const { code, output } = await runHere(['completion', shell])
  expect(code).toBe(0)
  const file = join(tempFolder(), `parlay-desk.${shell}`)
  writeFileSync(file, `${output}\n`)
  return file
}

/** The words that a shell offers after these; the last one is being typed. */
const askShell: Readonly<Record<string, (file: string, words: readonly string[]) => string[]>> = {
  bash: (file, words) => [
    '-c',
    `source "$1"; COMP_WORDS=(${words.map(word => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}; _parlay_desk; printf '%s\\n' "\${COMPREPLY[@]}"`,
    'bash',
    file,
  ],
  fish: (file, words) => [
    '-c',
    `source '${file}'; complete -C '${words.join(' ')}' | string replace -r '\\t.*' ''`,
  ],
}

const offer = (shell: string, file: string, words: readonly string[]) => {
  const { stdout, stderr } = spawnSync(shell, askShell[shell]?.(file, words) ?? [], {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C.UTF-8' },
  })
  expect(stderr).toBe('')
  return stdout.trim().split('\n')
}

describe.each(['bash', 'fish'])('completion by %s', shell => {
  it.skipIf(!hasShell(shell))('offers commands, their parts and their options', async () => {
    const file = await writeScript(shell)
    expect(offer(shell, file, ['parlay-desk', ''])).toEqual(
      expect.arrayContaining(['legs', 'odds', 'price', 'team']),
    )
    expect(offer(shell, file, ['parlay-desk', 'ti'])).toEqual(['tickets'])
    expect(offer(shell, file, ['parlay-desk', 'parlay', ''])).toEqual(
      expect.arrayContaining(['add', 'list', 'fair', 'remove']),
    )
    expect(offer(shell, file, ['parlay-desk', 'price', '--wa'])).toEqual(['--watch'])
    expect(offer(shell, file, ['parlay-desk', 'price', '3', '--book', 'alpha', '--wa'])).toEqual(['--watch'])
  })
})

describe('completion by zsh', () => {
  it.skipIf(!hasShell('zsh'))('is a function that zsh can read', async () => {
    const file = await writeScript('zsh')
    const { status, stderr } = spawnSync('zsh', ['-n', file], { encoding: 'utf8' })
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  })
})

describe('the commands', () => {
  it('are those by which a start of the program is a command', async () => {
    const { output } = await runHere(['--help'])
    const [, list = ''] = output.split('Commands:\n')
    const names = [...(list.split('\n\n')[0] ?? '').matchAll(/^ {2}(\w+)/gm)].map(([, name]) => name)
    expect(names.toSorted()).toEqual(firstWords.toSorted())
  })

  it('say how the text of a filter leaves tickets out', async () => {
    for (const command of ['tickets', 'export']) {
      const { output } = await runHere([command, '--help'])
      expect(output.replaceAll(/\s+/g, ' ')).toContain('-word leaves out')
    }
  })

  it('refuse a shell that they do not know', async () => {
    expect(await runHere(['completion', 'tcsh'])).toMatchObject({ code: 2, output: '' })
  })
})
