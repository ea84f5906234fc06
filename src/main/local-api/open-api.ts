/** The OpenAPI 3.1 document of the interface, made from the contract's schemas. */
import { z } from 'zod'
import { callRoutes, followedEvents, type CallRoute } from './routes.ts'

const version = '1.0.0'

const json = (schema: unknown) => ({ content: { 'application/json': { schema } } })
const failure = { description: 'What happened, and when to try again.', ...json(refTo('Error')) }

function refTo(name: string) {
  return { $ref: `#/components/schemas/${name}` }
}

/** The document, as JSON. */
export function createOpenApi(): string {
  const paths = Object.fromEntries([...callRoutes].map(([path, route]) => [path, toPathItem(route)]))
  return JSON.stringify({
    openapi: '3.1.0',
    info: {
      title: 'Parlay Desk, for scripts',
      version,
      description: 'Prices, parlays and tickets of the desk that runs on this computer, over its own socket.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: 'http://desk', description: 'Over the socket that Settings, Scripts shows.' }],
    security: [{ token: [] }],
    paths: { ...paths, '/v1/events': events, '/v1/openapi.json': document },
    components: {
      securitySchemes: {
        token: { type: 'http', scheme: 'bearer', description: 'A token of Settings, Scripts.' },
      },
      schemas: {
        Error: {
          type: 'object',
          properties: {
            kind: { type: 'string' },
            sentence: { type: 'string' },
            retryAfterMs: { type: 'number' },
          },
          required: ['kind', 'sentence'],
          additionalProperties: false,
        },
        ...Object.fromEntries(
          [...followedEvents].map(([name, { payload }]) => [`event.${name}`, toSchema(payload, 'output')]),
        ),
      },
    },
  })
}

function toPathItem({ name, entry, scope, isPlain }: CallRoute) {
  const operation = (operationId: string) => ({
    operationId,
    tags: [name.slice(0, name.indexOf('.'))],
    description: `Needs the scope \`${scope}\`.`,
    responses: {
      200: { description: 'The response.', ...json(toSchema(entry.answer, 'output')) },
      default: failure,
    },
  })
  if (isPlain) return { get: operation(name), post: operation(`${name}.post`) }
  const requestBody = { required: true, ...json(toSchema(entry.request, 'input')) }
  return { post: { ...operation(name), requestBody } }
}

function toSchema(schema: z.ZodType, io: 'input' | 'output'): unknown {
  return { ...z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }), $schema: undefined }
}

const events = {
  get: {
    operationId: 'events',
    tags: ['events'],
    description:
      'Follows events (SSE): `event` is a name, `data` its schema `event.NAME`. Needs the scope `watch`.',
    parameters: [
      {
        name: 'only',
        in: 'query',
        description: 'Names, separated by commas; all without it.',
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: { description: 'A stream.', content: { 'text/event-stream': { schema: { type: 'string' } } } },
      default: failure,
    },
  },
}

const document = {
  get: {
    operationId: 'openapi',
    tags: ['openapi'],
    description: 'This document. Needs no token.',
    security: [],
    responses: { 200: { description: 'The document.', ...json({ type: 'object' }) } },
  },
}
