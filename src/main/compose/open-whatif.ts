/** Leg costs and line steps: of the desk's parlays, with the board's lines. */
import type { UserSettings } from '../account/settings.ts'
import type { Board } from '../board/board.ts'
import type { Desk } from '../desk/desk.ts'
import { Study } from '../desk/whatif.ts'
import { priority } from '../odds-service/permits.ts'
import type { AskBook } from './ask-price.ts'

interface StudyNeed {
  readonly settings: UserSettings
  readonly board: Board
  readonly desk: Desk
  readonly askBook: AskBook
}

export function openStudy({ settings, board, desk, askBook }: StudyNeed): Study {
  return new Study({
    parlay: id => desk.parlay(id),
    books: () => settings.shownBooks(),
    neighbours: (key, eachWay) => board.neighbours(key, eachWay),
    leg: async key => (await board.legs([key]))[0]?.leg ?? undefined,
    singlesFormat: () => settings.state().value.singlesFormat,
    ask: (book, tokens, signal) => askBook(book, tokens, { signal, priority: priority.act }),
  })
}
