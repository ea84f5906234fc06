/** The stored board of a profile, as a desk has it that loaded odds before. Written by the program's own worker. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { StoredSource } from '../src/main/account/stored-settings.ts'
import { Board } from '../src/main/board/board.ts'
import { toBookId } from '../src/shared/model/game/book.ts'
import { bookName, feedText, type FeedPlan } from '../tests/support/board/feed-maker.ts'
import { bundledWorker } from './bundled-worker.ts'

const toSource = (name: string) => ({ id: `paste-${toBookId(name).replaceAll('_', '-')}`, name })
/** Pasted odds that were loaded are not read again at the next start. */
const given = { origin: { kind: 'paste' }, isOn: true } as const

/** Stores the odds of a planned feed in a data folder, and returns their sources. `use` is called with the full board. */
export async function storeBoard(
  folder: string,
  { profileId, plan }: { readonly profileId: string; readonly plan: FeedPlan },
  use?: (board: Board) => Promise<void>,
): Promise<StoredSource[]> {
  await mkdir(join(folder, 'board'), { recursive: true })
  const board = new Board({ workerFile: await bundledWorker(join(folder, '..', 'worker')) })
  await board.open(join(folder, 'board', `${profileId}.board`))
  const sources: StoredSource[] = []
  for (let at = 0; at < plan.books; at++) {
    const source = toSource(plan.names?.[at] ?? bookName(at))
    const lastLoad = await board.load({ source, bytes: Buffer.from(feedText(plan, at)) })
    sources.push({ ...source, ...given, lastLoad })
  }
  await use?.(board)
  await board.close()
  return sources
}
