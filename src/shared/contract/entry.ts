/** The two kinds of entry of the contract, and the request parts that areas share. */
import { z } from 'zod'
import { maxLegs } from '../model/parlay/parlay.ts'
import { SelectionKey } from '../model/game/selection.ts'

/** Requested by the window, answered by the main process. */
export interface Call<Q extends z.ZodType, A extends z.ZodType> {
  readonly kind: 'call'
  readonly request: Q
  readonly answer: A
}
/** Pushed to the window by the main process. */
export interface Event<P extends z.ZodType> {
  readonly kind: 'event'
  readonly payload: P
}

export const call = <Q extends z.ZodType, A extends z.ZodType>(request: Q, answer: A): Call<Q, A> => ({
  kind: 'call',
  request,
  answer,
})
export const event = <P extends z.ZodType>(payload: P): Event<P> => ({ kind: 'event', payload })

export const Nothing = z.null()
export const ParlayId = z.number().int().positive()
export const QuoteId = z.number().int().positive()
export const Selections = z.array(SelectionKey).max(maxLegs)
