/** The desk, its file, and how it asks for prices. */
import { join } from 'node:path'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Board } from '../board/board.ts'
import type { Budgets } from '../desk/budget/budgets.ts'
import { Desk } from '../desk/desk.ts'
import { ParlayStore } from '../desk/parlays/parlay-store.ts'
import type { QuoteStore } from '../desk/quotes/quote-store.ts'
import { desk001 } from '../storage/migrations/desk/001-parlays.ts'
import { parlayNotes002 } from '../storage/migrations/desk/002-parlay-notes.ts'
import { desk003 } from '../storage/migrations/desk/003-price-desk.ts'
import { trending004 } from '../storage/migrations/desk/004-submissions.ts'
import { priceBefore005 } from '../storage/migrations/desk/005-price-before.ts'
import type { Database } from '../storage/database.ts'
import { openOrSetAside } from '../storage/open-or-set-aside.ts'
import type { AskBook } from './ask-price.ts'

export function openDeskFile(folder: string, account: Account): Database {
  return openOrSetAside(
    {
      file: join(folder, 'desk.db'),
      migrations: [desk001, parlayNotes002, desk003, trending004, priceBefore005],
      checked: ['parlays', 'legs', 'offers'],
    },
    sentence => account.addNotice(sentence),
  )
}

interface DeskNeed {
  readonly database: Database
  readonly quotes: QuoteStore
  readonly account: Account
  readonly settings: UserSettings
  readonly board: Board
  readonly budgets: Budgets
  readonly askBook: AskBook
}

export function openDesk(need: DeskNeed): Desk {
  const { database, quotes, account, settings, board, budgets, askBook } = need
  return new Desk({
    parlays: new ParlayStore(database),
    quotes,
    profileId: () => account.activeId,
    books: () => settings.shownBooks(),
    singlesFormat: () => settings.state().value.singlesFormat,
    legs: keys => board.legs(keys),
    boardFill: () => {
      const { loading, offers } = board.status()
      return { isLoading: loading.kind === 'loading', isEmpty: offers === 0 }
    },
    ask: askBook,
    budget: () => budgets.of(account.activeId),
  })
}
