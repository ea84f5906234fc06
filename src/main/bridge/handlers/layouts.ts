/** Layouts saved by name: listing, saving and applying them. */
import type { Announce, Handlers } from '../../../shared/contract.ts'
import { Refusal } from '../../../shared/failure.ts'
import type { UserSettings } from '../../account/settings.ts'
import type { ProfilePart, StoredPart } from '../../account/stored-part.ts'
import type { ViewSettings } from '../../account/view-settings.ts'
import { answerAfter } from '../answer-after.ts'

interface LayoutServices {
  readonly account: { readonly activeId: string }
  readonly layouts: StoredPart<'layouts'>
  readonly grids: ProfilePart<'grids'>
  readonly view: ViewSettings
  readonly settings: UserSettings
  readonly announce: Announce
}

export function createLayoutsHandlers(services: LayoutServices): Handlers['layouts'] {
  const { account, layouts, grids, view, settings, announce } = services
  const snapshot = () => layouts.read()
  return {
    snapshot,
    save: answerAfter(snapshot)(saved => layouts.write(saved.layouts)),
    apply({ profileId, panes, ledger, grid, books }) {
      if (profileId !== account.activeId) throw new Refusal({ kind: 'not-found', what: 'this profile' })
      view.arrange(panes, ledger)
      grids.write(grid)
      announce('grid', 'changed', grids.read())
      settings.arrangeBooks(books)
    },
  }
}
