/** Opens connections to the books that a parlay being built could be priced at. Nothing keyed is sent. */
import { readBookAddress } from '../../shared/model/settings/service-address.ts'
import type { Account } from '../account/account.ts'
import type { UserSettings } from '../account/settings.ts'
import type { Http } from '../odds-service/http.ts'

interface AheadNeed {
  readonly account: Account
  readonly settings: UserSettings
  readonly http: Http
}

/** More hosts than a desk shows are not opened at once. */
const mostHosts = 40

export function connectAheadBy({ account, settings, http }: AheadNeed): (bookIds: readonly string[]) => void {
  async function open(bookIds: readonly string[]): Promise<void> {
    const { pricing } = await account.profile()
    const books = settings.shownBooks().filter(({ id }) => bookIds.includes(id))
    for (const { hostId } of books.slice(0, mostHosts)) {
      const address = readBookAddress(pricing, hostId)
      if (address.ok) http.connectAhead(address.url)
    }
  }
  return bookIds => {
    // A profile that cannot be called yet is told of when its prices are asked for.
    open(bookIds).catch(() => {})
  }
}
