/** What happens in one service and matters to another, or to the window. compose.ts makes the services. */
import { join } from 'node:path'
import type { Announce } from '../shared/contract.ts'
import type { Account } from './account/account.ts'
import type { StoredLayouts, StoredSources } from './account/stored-preferences.ts'
import type { UserSettings } from './account/settings.ts'
import type { Board } from './board/board.ts'
import type { StoredTexts } from './board/sources/read-source.ts'
import type { Sources } from './board/sources/sources.ts'
import type { Desk } from './desk/desk.ts'
import type { QuoteKeeper } from './desk/quotes/quote-retention.ts'
import type { Study } from './desk/whatif.ts'
import type { Ledger } from './ledger/ledger.ts'
import type { Log } from './log.ts'

export interface Connected {
  readonly announce: Announce
  readonly log: Log
  readonly account: Account
  readonly settings: UserSettings
  readonly board: Board
  /** The folder of the stored boards and of the texts they came from. */
  readonly boards: string
  readonly texts: StoredTexts
  readonly shelf: StoredSources
  readonly sources: Sources
  readonly desk: Desk
  readonly history: { readonly keeper: QuoteKeeper }
  readonly study: Study
  readonly layouts: StoredLayouts
  readonly ledger: Ledger
}

/** The account, what the user sets, the desk and the ledger. */
export function connect({
  announce,
  account,
  settings,
  desk,
  history,
  study,
  layouts,
  ledger,
}: Connected): void {
  account.on('changed', () => announce('account', 'changed', account.state()))
  account.on('resumed', () => desk.resume())
  account.on('switched', () => {
    study.cancel()
    desk.open()
    settings.emit('changed')
    announce('grid', 'changed', layouts.read())
    ledger.reportAllChanged()
  })
  account.on('opened', () => settings.meetBooks(account.demoBooks))
  settings.on('changed', () => {
    announce('settings', 'changed', settings.state())
    desk.touchAll()
  })
  desk.on('changed', change => {
    announce('desk', 'changed', change)
    history.keeper.giveWay(change.meter.inFlight + change.meter.waiting > 0)
    if (change.order !== null) study.keepOnly(change.order)
  })
  ledger.on('changed', change => announce('ledger', 'changed', change))
  desk.on('unsaved', () =>
    account.addNotice('Prices cannot be saved now. Those on screen are kept as long as that.'),
  )
  history.keeper.start()
}

/** What happens to the board, and what that means elsewhere. Answers the end of it. */
export function connectBoard({ announce, log, board, sources, settings, desk }: Connected): () => void {
  let isTelling = false
  const tell = () => {
    if (isTelling) return
    isTelling = true
    setImmediate(() => {
      isTelling = false
      announce('board', 'changed', { ...board.status(), sources: sources.list() })
    })
  }
  sources.on('changed', tell)
  return board.onChanged(({ loading }) => {
    tell()
    if (loading.kind === 'loading') return
    settings.meetBooks(board.books())
    desk.refreshOffers().catch(log)
  })
}

/** Keeps the board and its sources those of the profile in use. Answers how to bring them up the first time. */
export function followProfile({ boards, log, account, board, texts, shelf, sources }: Connected): () => void {
  let opening: Promise<unknown> = Promise.resolve()
  const open = async () => {
    const { activeId } = account
    sources.close()
    await board.open(join(boards, `${activeId}.board`))
    if (activeId === account.activeId) sources.open(activeId)
  }
  const follow = () => {
    opening = open().catch(log)
  }
  account.on('switched', follow)
  account.on('changed', () => sources.checkFeed())
  account.on('removed', id => {
    shelf.write(id, [])
    // The board of that profile may just be being closed.
    void opening.then(() => texts.removeAll(id))
  })
  return follow
}
