/** Parlays that an odds boost can be for: those on the desk, and the one it was saved with. */
import { rowTitle } from '../../../../shared/model/game/leg-short.ts'
import type { PromotionTerms } from '../../../../shared/model/accounts/promotion.ts'
import { toFingerprint } from '../../../../shared/model/parlay/parlay.ts'
import { useDeskStore } from '../../desk/desk-store.ts'
import type { BoostedParlay } from './promotion-form.ts'

export function listBoostedParlays(saved: PromotionTerms | undefined): BoostedParlay[] {
  const desk = useDeskStore()
  const own = saved?.kind === 'oddsBoost' ? saved : undefined
  const ownPrint = own && toFingerprint(own.legKeys)
  const onDesk = desk.getRows(desk.order).map(({ id, note, legs }) => ({
    key: String(id),
    title: rowTitle({ note, legs }),
    legKeys: legs.map(({ key }) => key),
  }))
  return [
    ...(own === undefined ? [] : [{ key: 'saved', title: own.title, legKeys: own.legKeys }]),
    ...onDesk.filter(({ legKeys }) => toFingerprint(legKeys) !== ownPrint),
  ]
}
