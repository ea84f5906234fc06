/** Walks zod schemas: what names and kinds of value an answer can hold. */
import { z } from 'zod'

export interface Found {
  /** `call.path.to.field`, the kind of schema there, and for objects whether other fields may come along. */
  readonly path: string
  readonly kind: string
  readonly isLoose: boolean
}

/** Every schema inside one, itself included. */
export function* walk(schema: z.core.$ZodType, path: string): Generator<Found> {
  const isObject = schema instanceof z.ZodObject
  yield {
    path,
    kind: schema._zod.def.type,
    isLoose: isObject && !(schema.def.catchall instanceof z.ZodNever),
  }
  for (const [name, inner] of listInner(schema))
    if (inner instanceof z.ZodType) yield* walk(inner, `${path}${name}`)
}

function listInner(schema: z.core.$ZodType): [string, unknown][] {
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).map(([name, inner]) => [`.${name}`, inner])
  if (schema instanceof z.ZodArray) return [['[]', schema.element]]
  if (
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodExactOptional ||
    schema instanceof z.ZodReadonly
  )
    return [['', schema.unwrap()]]
  return schema instanceof z.ZodUnion ? schema.options.map(option => ['', option]) : []
}

/** Kinds of schema that `walk` sees through or that hold nothing else. */
export const known = new Set([
  'object',
  'array',
  'nullable',
  'optional',
  'readonly',
  'union',
  'string',
  'number',
  'boolean',
  'literal',
  'enum',
  'null',
])
