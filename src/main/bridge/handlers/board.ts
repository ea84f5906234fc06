import type { Handlers } from '../../../shared/contract.ts'
import { answerAfter } from '../answer-after.ts'
import type { SlipCheck } from '../../../shared/model/game/board.ts'
import type { StoredSelections } from '../../account/stored-preferences.ts'
import type { Board } from '../../board/board.ts'
import type { Sources } from '../../board/sources/sources.ts'

export interface BoardHandlerDeps {
  readonly board: Board
  readonly sources: Sources
  readonly storedSelections: StoredSelections
  /** Called when a parlay is being built that these books could price. */
  readonly connectAhead: (bookIds: readonly string[]) => void
}

/** Odds objects in, selections out. */
export function createBoardHandlers(deps: BoardHandlerDeps): Handlers['board'] {
  const { board, sources, storedSelections } = deps
  const snapshot = () => ({ ...board.status(), sources: sources.list() })
  const after = answerAfter(snapshot)
  return {
    snapshot,
    add: part => sources.addPart(part),
    openFiles: async () => ({ chosen: await sources.openFiles() }),
    watch: async ({ isFolder }) => ({ chosen: await sources.watch(isFolder) }),
    planFeed: after(({ id, plan }) => sources.planFeed(id, plan)),
    estimateFeed: ({ plan }) => sources.estimateFeed(plan),
    load: ({ id }) => sources.load(id),
    cancelLoad: ({ id }) => sources.cancel(id),
    setSourceEnabled: after(({ id, isOn }) => sources.setEnabled(id, isOn)),
    removeSource: after(({ id }) => sources.remove(id)),
    search: request =>
      board.search({
        ...request,
        kept: { pinned: storedSelections.pinned(), recent: storedSelections.recent() },
      }),
    pin: ({ key, isPinned }) => storedSelections.pin(key, isPinned),
    checkSlip: ({ selections }) => checkSlip(deps, selections),
    readTyped: ({ text, bookId }) => board.readTyped(text, bookId),
    findNamedLegs: request => board.findNamedLegs(request),
  }
}

/** Opens connections to the books of a slip with several legs, because it will soon be priced. */
async function checkSlip(
  { board, connectAhead }: BoardHandlerDeps,
  selections: readonly string[],
): Promise<SlipCheck> {
  const check = await board.checkSlip(selections)
  if (selections.length > 1) connectAhead(check.completeBooks)
  return check
}
