/**
 * The two kinds of entry of the contract, and the request parts that areas share. Scripts reach the entries that are
 * marked for them with a scope, and no others.
 */
import { z } from 'zod'
import { maxLegs } from '../model/parlay/parlay.ts'
import { SelectionKey } from '../model/game/selection.ts'
import type { Scope } from '../model/settings/automation.ts'

/** A call of the window, answered by the main process. */
export interface Call<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> {
  readonly kind: 'call'
  readonly request: Q
  readonly answer: A
  /** Right that a script needs to make this call; without it no script can. */
  readonly scope?: CallScope
}
type CallScope = Exclude<Scope, 'watch'>
/** A call whose handler also gets the name of the calling window. */
export interface CallOfWindow<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> extends Call<
  Q,
  A
> {
  readonly isOfWindow: true
}
/** A call made for scripts, whose handler also gets the script; null when a window calls. */
export interface CallOfScript<Q extends z.ZodType = z.ZodType, A extends z.ZodType = z.ZodType> extends Call<
  Q,
  A
> {
  readonly isOfScript: true
}
/** The script that makes a call, by its token. */
export interface Script {
  readonly id: string
  readonly name: string
}
/** Pushed to windows by the main process. */
export interface Event<P extends z.ZodType = z.ZodType> {
  readonly kind: 'event'
  readonly payload: P
  /** True for an event that scripts can follow. */
  readonly scope?: 'watch'
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
export const callOfScript = <Q extends Shape, A extends Shape>(
  request: Q,
  answer: A,
): CallOfScript<SchemaOf<Q>, SchemaOf<A>> => ({ ...call(request, answer), isOfScript: true })
export const event = <P extends Shape>(payload: P): Event<SchemaOf<P>> => ({
  kind: 'event',
  payload: toSchema(payload),
})

/** Lets scripts with this scope make the call, or follow the event. */
export const forScripts = <E extends Call | Event>(
  scope: E extends Event ? 'watch' : CallScope,
  entry: E,
): E => ({ ...entry, scope })

export const Nothing = z.null()
export const ParlayId = z.number().int().positive()
export const QuoteId = z.number().int().positive()
export const Selections = z.array(SelectionKey).max(maxLegs)
