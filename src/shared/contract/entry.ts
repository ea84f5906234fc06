/** The two kinds of entry of the contract, and the request parts that areas share. */
import { z } from 'zod'
import { maxLegs } from '../model/parlay/parlay.ts'
import { SelectionKey } from '../model/game/selection.ts'

/** A call of the window, answered by the main process. */
export interface Call<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly kind: 'call'
  readonly request: Q
  readonly answer: A
}
/** A call whose handler also gets the name of the calling window. */
export interface CallOfWindow<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> extends Call<
  Q,
  A
> {
  readonly isOfWindow: true
}
/** Pushed to windows by the main process. */
export interface Event<P extends z.ZodType = z.ZodType> {
  readonly kind: 'event'
  readonly payload: P
}

/** A schema, or the fields of an object that has no others. */
type Shape = z.ZodType | Readonly<Record<string, z.ZodType>>
type SchemaOf<S> = S extends z.ZodType ? S : S extends z.ZodRawShape ? z.ZodObject<S, z.core.$strict> : never

function toSchema<S extends Shape>(shape: S): SchemaOf<S>
function toSchema(shape: Shape): z.ZodType {
  return shape instanceof z.ZodType ? shape : z.strictObject(shape)
}

export const call = <Q extends Shape, A extends Shape>(
  request: Q,
  answer: A,
): Call<SchemaOf<Q>, SchemaOf<A>> => ({
  kind: 'call',
  request: toSchema(request),
  answer: toSchema(answer),
})
export const callOfWindow = <Q extends Shape, A extends Shape>(
  request: Q,
  answer: A,
): CallOfWindow<SchemaOf<Q>, SchemaOf<A>> => ({ ...call(request, answer), isOfWindow: true })
export const event = <P extends Shape>(payload: P): Event<SchemaOf<P>> => ({
  kind: 'event',
  payload: toSchema(payload),
})

export const Nothing = z.null()
export const ParlayId = z.number().int().positive()
export const QuoteId = z.number().int().positive()
export const Selections = z.array(SelectionKey).max(maxLegs)
