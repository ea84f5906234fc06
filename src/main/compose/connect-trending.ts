/** What matters to the trending queue of the rest, and how it reaches the user: in the window, and beside it. */
import type { Announce } from '../../shared/contract.ts'
import type { Account } from '../account/account.ts'
import { notifyDesktop } from '../notices/desktop-notice.ts'
import type { Trending } from '../trending/trending.ts'

interface TrendingParts {
  readonly announce: Announce
  readonly account: Account
  readonly trending: Trending
}

export function connectTrending({ announce, account, trending }: TrendingParts): void {
  account.on('switched', () => trending.show())
  account.on('opened', () => trending.start())
  account.on('resumed', () => trending.resume())
  trending.on('changed', status => announce('trending', 'changed', status))
  trending.on('entered', ({ title }) =>
    notifyDesktop({ title: 'In the trending queue', body: title, isSilent: true }),
  )
  trending.on('unsaved', () =>
    account.addNotice('The trending queue cannot be saved now, so nothing is sent. It goes on once it can.'),
  )
}
