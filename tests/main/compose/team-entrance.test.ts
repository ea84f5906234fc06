import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { describe, expect, it, vi } from 'vitest'
import type { TeamCalls } from '../../../src/main/bridge/handlers/team.ts'
import { createTeamEntrance, type OpenedTeam } from '../../../src/main/compose/team-entrance.ts'
import { noTeam } from '../../../src/shared/model/team/team-state.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const sources = resolve(import.meta.dirname, '../../../src')

/** Files that a module loads when it is loaded: imports of types, and those at a later call, are not among them. */
function listLoaded(file: string, loaded = new Set<string>()): Set<string> {
  if (loaded.has(file) || !existsSync(file)) return loaded
  loaded.add(file)
  const imported = readFileSync(file, 'utf8').matchAll(/^import (?!type )(?:[^'";]* from )?'([^']+)'/gm)
  for (const [, path = ''] of imported) {
    if (path.startsWith('.')) listLoaded(resolve(dirname(file), path), loaded)
    else loaded.add(path)
  }
  return loaded
}

const refuse = () => Promise.reject(new Error('not asked'))
const quietCalls: TeamCalls = {
  ...{ test: refuse, found: refuse, invite: refuse, join: refuse, admit: refuse, setRole: refuse },
  ...{
    remove: refuse,
    leave: refuse,
    unshared: refuse,
    retry: refuse,
    returnRecords: refuse,
    setShared: refuse,
  },
  ...{ decideWaiting: refuse, present: refuse, instruct: refuse, reply: refuse, share: refuse },
  ...{ sendStatements: refuse },
}

describe('a start without scripts', () => {
  it('loads no module of their interface', () => {
    const loaded = [...listLoaded(join(sources, 'main/compose.ts'))].map(file =>
      file.replace(`${sources}/`, ''),
    )
    expect(loaded).toContain('main/compose/script-entrance.ts')
    expect(loaded.filter(file => file.startsWith('main/local-api/') || file === 'node:http')).toEqual([])
  })
})

describe('a start without a team', () => {
  it('loads no module of the team, and not the driver of its server', () => {
    const loaded = [...listLoaded(join(sources, 'main/compose.ts'))].map(file =>
      file.replace(`${sources}/`, ''),
    )
    expect(loaded).toContain('main/compose/team-entrance.ts')
    expect(loaded.length).toBeGreaterThan(200)
    expect(loaded.filter(file => file.startsWith('main/team/') || file === 'pg')).toEqual([])
  })

  it('loads them at the first use, or at the start once the folder has a team', async () => {
    const team: OpenedTeam = {
      calls: quietCalls,
      state: () => ({ ...noTeam, unshared: 3 }),
      work: () => ({ instructions: [], parlays: [], statements: [] }),
      member: '0123456789abcdef',
      redact: text => text.replace('secret', ''),
      close: vi.fn(() => Promise.resolve()),
    }
    const folder = tempFolder()
    const load = vi.fn(() => Promise.resolve(team))
    const entrance = createTeamEntrance(folder, load)
    await entrance.start()
    expect(load).not.toHaveBeenCalled()
    expect(entrance.state()).toEqual(noTeam)
    expect(entrance.member).toBeNull()
    expect(entrance.redact('a secret')).toBe('a secret')
    await Promise.all([entrance.open(), entrance.open()])
    expect(load).toHaveBeenCalledTimes(1)
    expect(entrance.state().unshared).toBe(3)
    expect(entrance.redact('a secret')).toBe('a ')
    writeFileSync(join(folder, 'team.db'), '')
    const next = createTeamEntrance(folder, load)
    await next.start()
    expect(next.member).toBe('0123456789abcdef')
    await next.close()
    expect(team.close).toHaveBeenCalledTimes(1)
  })
})
