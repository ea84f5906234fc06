/** Where the board's odds come from, and what is kept of that. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from '../account/account.ts'
import { openStoredSources } from '../account/stored-preferences.ts'
import type { SettingsFile } from '../account/settings-file.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Board } from '../board/board.ts'
import { FeedLoader } from '../board/sources/feed-loader.ts'
import { StoredTexts } from '../board/sources/stored-texts.ts'
import { Sources } from '../board/sources/sources.ts'
import { chooseFiles } from '../files/choose-files.ts'
import type { Caller } from '../odds-service/caller.ts'
import { createFeed } from '../odds-service/feed.ts'

interface SourcesNeed {
  readonly folder: string
  readonly file: SettingsFile
  readonly log: (error: unknown) => string
  readonly account: Account
  readonly settings: UserSettings
  readonly board: Board
  readonly caller: Caller
}

export function openSources({ folder, file, log, account, settings, board, caller }: SourcesNeed) {
  const boards = join(folder, 'board')
  mkdirSync(boards, { recursive: true })
  const texts = new StoredTexts(boards)
  const shelf = openStoredSources(file)
  const feed = new FeedLoader({
    board,
    books: () => settings.shownBooks(),
    fetch: createFeed(caller),
    profile: () => account.profile(),
  })
  const feedUse = () => (account.isDemo ? 'at-start' : account.hasFeed ? 'on-demand' : 'none')
  const sources = new Sources({ board, texts, log, shelf, feed, feedUse, choose: chooseFiles })
  return { boards, texts, shelf, sources }
}
