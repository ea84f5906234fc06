/**
 * The promotion of a new ticket: those of its account, and the price, type and stake that follow from the choice. One
 * that is the only one to apply is proposed.
 */
import { computed, watch, type Ref } from 'vue'
import { toPromotion } from '../../../../shared/model/accounts/promotion.ts'
import { maxLegs, type LegView } from '../../../../shared/model/parlay/parlay.ts'
import { findObstacle, type PromotionObstacle } from '../../../../shared/value/promotions.ts'
import type { Draft } from '../../../drafts.ts'
import { obstacleText, promotionName } from '../../../format/promotion-text.ts'
import { useAccountsStore } from '../../accounts/accounts-store.ts'
import type { RecordForm } from '../ticket/ticket-drafts-store.ts'
import {
  boostedPrice,
  describePromoted,
  findPlainOdds,
  findStakeError,
  withoutPromotion,
  withPromotion,
  type PromotionChoice,
} from './promoted-terms.ts'
import { findAccount, listFormAccounts, type NamedBook } from './terms-form.ts'

interface Offered extends PromotionChoice {
  readonly obstacle: PromotionObstacle | undefined
}

interface TicketPromotionOptions {
  readonly draft: Draft<RecordForm>
  readonly books: Ref<readonly NamedBook[]>
  /** Empty for a typed ticket, whose legs are not compared with a promotion's. */
  readonly legs: readonly LegView[]
}

/** Obstacles that can go away while the form is open. */
const passing: readonly unknown[] = ['too-few-legs', 'odds-too-short', 'no-better-odds', 'not-started']

/** Promotions of the form's account that apply to it, or may after a change of the form. */
function useOffered({ draft, books, legs }: TicketPromotionOptions) {
  const accounts = useAccountsStore()
  const { form } = draft
  const account = computed(() => {
    const id = findAccount(form.value.account, listFormAccounts(form.value, books.value, accounts.listFor))
    return accounts.accounts.find(({ accountId }) => accountId === id)
  })
  const offered = computed((): Offered[] => {
    const own = account.value
    const odds = findPlainOdds(form.value)
    if (own === undefined || odds === undefined) return []
    const legCount = legs.length || maxLegs
    const legKeys = legs.map(({ key }) => key)
    const use = { bookId: own.book.id, odds, legCount, legKeys, at: form.value.placedAt }
    return own.promotions.flatMap(line => {
      if (line.terms.kind === 'depositMatch') return []
      const promotion = toPromotion(line, own.book.id)
      const obstacle = findObstacle(promotion, use)
      const isListed = obstacle === undefined || passing.includes(obstacle)
      return isListed ? [{ terms: line.terms, promotion, currency: own.currency, obstacle }] : []
    })
  })
  return { account, offered }
}

function toOptions(offered: readonly Offered[], { promotion: chosen, placedAt }: RecordForm) {
  const options = offered.map(({ terms, promotion, currency, obstacle }) => {
    const reason = obstacle === undefined ? '' : ` (${obstacleText(obstacle, terms, placedAt)})`
    const isChosen = promotion.id === chosen
    return {
      value: promotion.id,
      name: promotionName(terms, currency) + reason,
      disabled: obstacle !== undefined && !isChosen,
    }
  })
  return options.length === 0 ? [] : [{ value: 'none', name: 'No promotion' }, ...options]
}

export function useTicketPromotion(options: TicketPromotionOptions) {
  const { draft, legs } = options
  const { form } = draft
  const { account, offered } = useOffered(options)
  const chosen = computed(() => offered.value.find(({ promotion }) => promotion.id === form.value.promotion))

  function choose(id: string): void {
    const choice = offered.value.find(({ promotion }) => promotion.id === id)
    const fields = choice === undefined ? withoutPromotion(form.value) : withPromotion(form.value, choice)
    form.value = { ...form.value, ...fields }
  }

  /** Proposes the promotion if exactly one applies, unless the form was restored. */
  async function propose(): Promise<void> {
    if (legs.length === 0 || draft.isRestored.value) return
    await useAccountsStore().load()
    const [only, ...others] = offered.value.filter(({ obstacle }) => obstacle === undefined)
    if (only === undefined || others.length > 0 || form.value.promotion !== 'none') return
    draft.setInitial(withPromotion(form.value, only))
  }

  // A cap binds from some stake on; a price that the user typed stays.
  watch(form, (now, before) => {
    const next = chosen.value && findFollowingPrice(now, before, chosen.value)
    if (next !== undefined) form.value = { ...now, ...next }
  })
  // Another account or book does not have the promotion.
  watch(account, (now, before) => {
    const isOther = before !== undefined && now?.accountId !== before.accountId
    if (isOther && form.value.promotion !== 'none') choose('none')
  })

  return {
    /** The account that the form means; undefined for none. */
    account,
    options: computed(() => toOptions(offered.value, form.value)),
    hint: computed(() => (chosen.value === undefined ? '' : describePromoted(form.value, chosen.value))),
    stakeError: computed(() =>
      chosen.value === undefined ? undefined : findStakeError(form.value, chosen.value),
    ),
    choose,
    propose,
  }
}

/** The price for a new stake; undefined when it stays, or is one that the user typed. */
function findFollowingPrice(now: RecordForm, before: RecordForm, choice: PromotionChoice) {
  if (now.stake === before.stake || now.price !== boostedPrice(before, choice).price) return undefined
  const next = boostedPrice(now, choice)
  return next.price === now.price ? undefined : next
}
