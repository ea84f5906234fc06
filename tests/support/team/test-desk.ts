/** A desk in a team for tests: its own file, keychain and ledger, over a real server. */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { expect, onTestFinished, vi } from 'vitest'
import type { RoleDraft } from '../../../src/shared/model/team/member.ts'
import type { TeamConnection } from '../../../src/shared/model/team/team-state.ts'
import { createMemoryVault, type KeyVault } from '../../../src/main/account/key-vault.ts'
import { TeamSecrets } from '../../../src/main/team/joining/team-secrets.ts'
import type { ServerAddress } from '../../../src/main/team/postgres/server-address.ts'
import type { PlacedChange, TeamLedger } from '../../../src/main/team/sync/team-sync.ts'
import { Team, type TeamDeps } from '../../../src/main/team/team.ts'
import { tempFolder } from '../storage/temp-folder.ts'
import type { PostgresServer } from './postgres-server.ts'

interface MemoryChange {
  readonly uid: string
  readonly body: PlacedChange['body']
  place: number | null
}

/** A ledger in memory, with the rules that the real one keeps. */
export class MemoryLedger implements TeamLedger {
  changes: MemoryChange[] = []
  onWrite = () => {}

  write(body: PlacedChange['body'] = {}): string {
    const uid = randomUUID()
    this.changes.push({ uid, body, place: null })
    this.onWrite()
    return uid
  }

  unshared(limit: number): MemoryChange[] {
    return this.changes.filter(({ place }) => place === null).slice(0, limit)
  }

  unsharedCount(): number {
    return this.unshared(Infinity).length
  }

  place(placed: readonly PlacedChange[]): void {
    for (const { uid, body, place } of placed) {
      const known = this.changes.find(change => change.uid === uid)
      if (known === undefined) this.changes.push({ uid, body, place })
      else known.place ??= place
    }
  }

  lastPlace(): number {
    return Math.max(0, ...this.changes.map(({ place }) => place ?? 0))
  }

  /** Uids in the order of places: the same on every desk. */
  get shared(): string[] {
    return this.changes
      .filter(({ place }) => place !== null)
      .sort((a, b) => (a.place ?? 0) - (b.place ?? 0))
      .map(({ uid }) => uid)
  }
}

export interface TestDesk {
  readonly team: Team
  readonly ledger: MemoryLedger
  readonly vault: KeyVault
  readonly folder: string
  readonly faults: unknown[]
  /** Waits until the connection is of a kind. */
  readonly until: (kind: TeamConnection['kind']) => Promise<void>
  /** Waits until nothing is unshared. */
  readonly untilShared: () => Promise<void>
  /** Ends it as a kill does, and starts it again with the same files. */
  readonly restart: () => TestDesk
}

type DeskOptions = Partial<Pick<TeamDeps, 'now' | 'times' | 'answerWithinMs' | 'connectWithinMs'>> & {
  readonly folder?: string
  readonly vault?: KeyVault
  readonly ledger?: MemoryLedger
}

const quick = { retryMs: 50, readEveryMs: 300 }

export function openDesk(options: DeskOptions = {}): TestDesk {
  const {
    folder = tempFolder(),
    vault = createMemoryVault(),
    ledger = new MemoryLedger(),
    ...others
  } = options
  const faults: unknown[] = []
  const team = new Team({
    ...{ times: quick, ledger, log: error => faults.push(error), ...others },
    file: join(folder, 'team.db'),
    secrets: new TeamSecrets(vault),
    replaceLedger: () => {
      ledger.changes = []
      team.ledgerReplaced('ledger-old')
      return Promise.resolve()
    },
  })
  ledger.onWrite = () => team.ledgerChanged()
  onTestFinished(() => team.close())
  team.open()
  const waitUntil = (isSo: () => boolean) => vi.waitUntil(isSo, { timeout: 20_000, interval: 10 })
  return {
    ...{ team, ledger, vault, folder, faults },
    until: async kind => {
      await waitUntil(() => team.state().connection.kind === kind).catch((cause: unknown) => {
        throw new Error(`no ${kind}: ${JSON.stringify(team.state().connection)} ${String(faults)}`, { cause })
      })
    },
    untilShared: async () => {
      await waitUntil(() => team.state().unshared === 0)
    },
    restart() {
      team.close()
      return openDesk({ ...options, folder, vault, ledger })
    },
  }
}

export const toText = ({ host, port, database, login, password }: ServerAddress): string =>
  `postgres://${encodeURIComponent(login)}:${encodeURIComponent(password)}@${host}:${port}/${database}`

/** A team on a new database, with its owner's desk. */
export async function foundTeam(server: PostgresServer, options: DeskOptions = {}) {
  const database = await server.createDatabase()
  const address = toText(server.address(database))
  const owner = openDesk(options)
  await owner.team.found({ address, certificate: null, name: 'Pool', memberName: 'Desk 1' })
  await owner.until('connected')
  return { owner, database, address }
}

/** Another desk, let in by the owner. */
export async function addDesk(
  { owner }: { readonly owner: TestDesk },
  { name = 'Desk 2', role = 'trader', holder = null }: Partial<RoleDraft & { name: string }> = {},
  options: DeskOptions = {},
): Promise<TestDesk> {
  const { invitation } = await owner.team.invite({ name, role, holder })
  const desk = openDesk(options)
  await desk.team.join({ invitation })
  const member = desk.team.state().team?.member ?? ''
  await owner.team.admit({ member })
  await desk.until('connected')
  return desk
}

/** Waits until desks have the same changes in the same order. */
export async function expectEqual(...desks: readonly TestDesk[]): Promise<void> {
  for (const desk of desks) await desk.untilShared()
  const [first, ...rest] = desks
  for (const desk of rest)
    await vi.waitFor(() => expect(desk.ledger.shared).toEqual(first?.ledger.shared), { timeout: 20_000 })
}
