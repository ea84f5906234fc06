/** The first scripts of docs/scripts.md, run as they are printed there, against the whole program on the demo service. */
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import type { Scope } from '../../../src/shared/model/settings/automation.ts'
import { quietMeter } from '../../../src/shared/model/parlay/desk.ts'
import { noNote } from '../../../src/shared/model/parlay/parlay.ts'
import { smallDemoFolder, startProgram, type Program } from '../../support/bridge/running-program.ts'
import { startFakeDesk } from '../../support/cli/fake-desk.ts'
import { row } from '../../support/shared/desk-rows.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const page = readFileSync('docs/scripts.md', 'utf8')
const codeOf = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(page)?.[1] ?? ''
const hasPython = spawnSync('python3', ['--version']).status === 0

/** A folder with `parlay-desk` in it, for the PATH of scripts. */
function installCommand(): string {
  const folder = join(tempFolder(), 'bin')
  mkdirSync(folder)
  const command = join(folder, 'parlay-desk')
  const program = resolve('src/main/cli/run-in-terminal.ts')
  writeFileSync(command, `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`)
  chmodSync(command, 0o755)
  return folder
}

/** The program on the demo with odds and two parlays, and what a script needs to reach it. */
async function startDesk(scopes: Scope[]) {
  const program = startProgram({ folder: smallDemoFolder() })
  await program.open()
  await addParlays(program)
  const state = await program.api.automation.setOn({ isOn: true })
  expect(state).toMatchObject({ ok: true, value: { problem: null } })
  const runtime = process.env['XDG_RUNTIME_DIR'] ?? ''
  const callsPerMinute = scopes.includes('price') ? 600 : null
  const made = await program.api.automation.createToken({ name: 'first', scopes, callsPerMinute })
  if (!made.ok) throw new Error(JSON.stringify(made.failure))
  const path = [installCommand(), process.env['PATH']].join(delimiter)
  const env = {
    ...process.env,
    LC_ALL: 'C.UTF-8',
    PATH: path,
    XDG_RUNTIME_DIR: runtime,
    PARLAY_DESK_TOKEN: made.value.token,
  }
  return { program, env }
}

async function addParlays({ api }: Program): Promise<void> {
  const filter = { league: null, bookId: null, isLiveOnly: false, isMainOnly: true, isPinnedOnly: false }
  const search = () => api.board.search({ query: 'moneyline', limit: 500, filter })
  const found = await vi.waitUntil(
    async () => {
      const outcome = await search()
      return outcome.ok && outcome.value.total > 1 ? outcome.value : undefined
    },
    { timeout: 20_000, interval: 200 },
  )
  for (const { selections } of found.groups.slice(0, 2)) {
    const keys = selections.slice(0, 1).map(({ key }) => key)
    expect(await api.desk.addParlay({ selections: keys, note: noNote })).toMatchObject({ ok: true })
  }
}

/** Says yes to every question on screen, as the user does. */
function allowAll({ api }: Program): () => void {
  const timer = setInterval(() => {
    void api.automation.snapshot().then(async state => {
      for (const { tokenId, scope } of state.ok ? state.value.waiting : [])
        await api.automation.answer({ tokenId, scope, isAllowed: true })
    })
  }, 50)
  return () => clearInterval(timer)
}

async function run(command: string, args: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(command, args, { env })
  const [output, complaints] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'exit'),
  ])
  return { code: child.exitCode, output, complaints }
}

describe('the first script', () => {
  let file: string
  const write = (name: string, language: string) => {
    file = join(tempFolder(), name)
    writeFileSync(file, codeOf(language))
  }
  beforeAll(() => {
    if (!hasPython)
      console.error('SKIPPED: the example in Python of docs/scripts.md, as there is no python3 here.')
  })

  it('in the shell lists parlays and prices', async () => {
    write('first.sh', 'sh')
    const { program, env } = await startDesk(['read', 'price'])
    const stop = allowAll(program)
    const { code, output, complaints } = await run('sh', [file], env)
    stop()
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    expect(output).toMatch(/^\s*ID +NAME +LEGS/)
    expect(output).toMatch(/#\d+ +\w+ +[+-]\d+ +\d+s +priced/)
    expect(program.faults).toEqual([])
  }, 60_000)

  it('in the shell ends with 0 when a book has no price now', async () => {
    write('first.sh', 'sh')
    const rows = [row(3, [])]
    const answer = {
      ...{ bookId: 'bravo', status: 'no-price', price: null, at: 1, ageMs: 0, isNew: true },
      ...{ retry: 'later', retryAfterMs: null, sentence: 'No price.', next: 'Ask again.', serviceText: null },
    }
    await startFakeDesk({
      'desk.snapshot': () => ({ body: { seq: 1, rows, meter: quietMeter } }),
      'scripts.price': () => ({ body: { answers: [answer] } }),
    })
    const path = [installCommand(), process.env['PATH']].join(delimiter)
    const { code, output } = await run('sh', [file], { ...process.env, PATH: path })
    expect(code).toBe(0)
    expect(output).toContain('no-price')
  })

  it.skipIf(!hasPython)(
    'in Python prints the highest prices',
    async () => {
      write('first.py', 'python')
      await expectHighest('python3')
    },
    60_000,
  )

  it('in JavaScript prints the highest prices', async () => {
    write('first.mjs', 'js')
    await expectHighest(process.execPath)
  }, 60_000)

  async function expectHighest(command: string): Promise<void> {
    const { program, env } = await startDesk(['read', 'price'])
    const stop = allowAll(program)
    const { code, output, complaints } = await run(command, [file], env)
    stop()
    expect({ code, complaints }).toEqual({ code: 0, complaints: '' })
    expect(output).toMatch(/^#\d+ \w+ [+-]\d+ fair -$/m)
    expect(program.faults).toEqual([])
  }
})

describe('the command on a real desk', () => {
  it('names a right that the token doesn’t have, and a token that was revoked', async () => {
    const { program, env } = await startDesk(['read'])
    const priced = await run('parlay-desk', ['price', '--all'], env)
    expect(priced).toMatchObject({ code: 4, output: '' })
    expect(priced.complaints).toContain('price')
    const replayed = await run('parlay-desk', ['rules', 'replay', '--ev', '0'], env)
    expect(replayed).toMatchObject({ code: 0 })
    expect(replayed.complaints).toContain('prices read')
    const state = await program.api.automation.snapshot()
    const id = state.ok ? (state.value.tokens[0]?.id ?? '') : ''
    await program.api.automation.revokeToken({ id })
    expect(await run('parlay-desk', ['parlay', 'list'], env)).toMatchObject({ code: 4 })
    await program.api.automation.setOn({ isOn: false })
    expect(await run('parlay-desk', ['parlay', 'list'], env)).toMatchObject({ code: 3 })
  }, 60_000)

  it('loads a file in parts, adds parlays by its keys, watches until the token is revoked', async () => {
    const { program, env } = await startDesk(['read', 'watch', 'desk'])
    const folder = tempFolder()
    const odds = Array.from({ length: 400 }, (_, place) => ({
      id: `Model Book#g-1#Player Points#Ada North Over ${place}.5`,
      sgp: `token-${place}-${'x'.repeat(600)}`,
      price: '+110',
    }))
    writeFileSync(join(folder, 'model.json'), JSON.stringify(odds))
    const added = await run('parlay-desk', ['odds', 'add', join(folder, 'model.json')], env)
    expect(added).toMatchObject({ code: 0, complaints: '' })
    const keys = ['g-1#Player Points#Ada North Over 3.5', 'g-1#Player Points#Ada North Over 4.5']
    const parlay = await run('parlay-desk', ['parlay', 'add', ...keys, '--fair', '+412'], env)
    expect(parlay).toMatchObject({ code: 0, complaints: '' })
    const watching = spawn('parlay-desk', ['price', '--watch'], { env })
    await once(watching.stderr, 'data')
    const state = await program.api.automation.snapshot()
    await program.api.automation.revokeToken({ id: state.ok ? (state.value.tokens[0]?.id ?? '') : '' })
    expect(await once(watching, 'exit')).toEqual([3, null])
  }, 60_000)
})
