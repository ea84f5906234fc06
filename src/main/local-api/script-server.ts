/**
 * The server for scripts: HTTP/1.1 and JSON on the user's own socket, never on a network. Each request needs a token with
 * the scope of its call; what runs is the handler that also answers the window.
 */
import { chmodSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Handlers } from '../../shared/contract.ts'
import { Refusal } from '../../shared/failure.ts'
import { answer, findHandler } from '../bridge/answer.ts'
import { PageBudget } from '../bridge/page-budget.ts'
import type { Action } from './activity-log.ts'
import { toAnswerText } from './answer-text.ts'
import { apiErrors, toApiError, type ApiError } from './api-error.ts'
import { EventStreams } from './event-streams.ts'
import { readBody } from './read-body.ts'
import { callRoutes, followedEvents, type CallRoute } from './routes.ts'
import type { ScriptAccess } from './script-access.ts'
import type { StoredToken } from './script-store.ts'
import { prepareSocket } from './socket-place.ts'

const maxConnections = 200
const maxInFlight = 20
const bodyWithinMs = 30_000
const maxTokenLength = 200
/** Place of a request whose path is none, such as `//`. */
const noPlace = { pathname: '', searchParams: new URLSearchParams() }

export interface ScriptServerDeps {
  readonly path: string
  readonly access: ScriptAccess
  readonly handlers: Handlers
  readonly log: (error: unknown) => string
  readonly onAction: (action: Action) => void
  /** The OpenAPI document, as JSON. */
  readonly document: () => string
}

/** Use of the desk by one script. */
interface Use {
  readonly budget: PageBudget
  inFlight: number
}

export class ScriptServer {
  readonly #deps: ScriptServerDeps
  readonly #server: Server
  readonly #uses = new Map<string, Use>()
  readonly streams: EventStreams

  constructor(deps: ScriptServerDeps) {
    this.#deps = deps
    const { onAction, access } = deps
    this.streams = new EventStreams({
      onDropped: ({ tokenId, name }) =>
        onAction({ tokenId, name, what: 'events', isDone: false, sentence: droppedSentence }),
    })
    this.#server = createServer({ requestTimeout: bodyWithinMs, headersTimeout: 10_000 })
    this.#server.maxConnections = maxConnections
    this.#server.on('request', (request, response) => void this.#serve(request, response))
    access.on('revoked', this.#onRevoked)
  }

  get path(): string {
    return this.#deps.path
  }

  /** Listens. Throws Refusal with a sentence that says why it cannot. */
  async open(): Promise<void> {
    const { path } = this.#deps
    await prepareSocket(path)
    const { promise, resolve, reject } = Promise.withResolvers<undefined>()
    this.#server.once('error', reject)
    this.#server.listen(path, () => resolve(undefined))
    try {
      await promise
    } catch (cause) {
      const sentence = 'The socket for scripts can’t be opened; another program may have it.'
      throw new Refusal({ kind: 'storage', sentence }, { cause })
    }
    this.#server.off('error', reject)
    this.#server.on('error', error => this.#deps.log(error))
    if (process.platform !== 'win32') chmodSync(path, 0o600)
  }

  close(): void {
    this.#deps.access.off('revoked', this.#onRevoked)
    this.streams.end()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  readonly #onRevoked = (tokenId: string) => {
    this.streams.end(tokenId)
    this.#uses.delete(tokenId)
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    // A connection that breaks ends what it asked for.
    response.on('error', () => {})
    try {
      await this.#route(request, response)
    } catch (error) {
      send(response, toApiError({ kind: 'internal', reference: this.#deps.log(error) }, 0))
    }
  }

  async #route(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, headers } = request
    const { pathname, searchParams } = URL.parse(request.url ?? '/', 'http://desk') ?? noPlace
    // Browsers name the page that asks; scripts do not.
    if (headers.origin !== undefined) {
      send(response, apiErrors.ofPage)
      return
    }
    if (pathname === '/v1/openapi.json' && method === 'GET') {
      sendText(response, 200, this.#deps.document())
      return
    }
    const token = this.#findToken(headers.authorization)
    if ('body' in token) {
      const { sentence } = token.body
      this.#deps.onAction({ ...unknownScript, what: 'request', isDone: false, sentence })
      send(response, token)
      return
    }
    if (pathname === '/v1/events' && method === 'GET') {
      this.#follow(token, searchParams.get('only'), response)
      return
    }
    const route = callRoutes.get(pathname)
    if (route === undefined) {
      send(response, apiErrors.noRoute)
      return
    }
    if (method !== 'POST' && !(method === 'GET' && route.isPlain)) {
      send(response, apiErrors.wrongMethod)
      return
    }
    await this.#call(token, route, { request, response })
  }

  #findToken(authorization: string | undefined): StoredToken | ApiError {
    const [, text] = /^Bearer (\S+)$/.exec(authorization ?? '') ?? []
    if (text === undefined) return apiErrors.noToken
    const found = text.length <= maxTokenLength ? this.#deps.access.find(text) : undefined
    return found ?? apiErrors.unknownToken
  }

  #follow(token: StoredToken, names: string | null, response: ServerResponse): void {
    const { id: tokenId, name } = token
    const only = names === null ? null : new Set(names.split(','))
    const unknown = [...(only ?? [])].find(each => !followedEvents.has(each))
    const report = (isDone: boolean, sentence: string) =>
      this.#deps.onAction({ tokenId, name, what: 'events', isDone, sentence })
    const refuse = (error: ApiError) => {
      report(false, toListed(error))
      send(response, error)
    }
    if (!token.scopes.includes('watch')) {
      refuse(apiErrors.wrongScope('watch'))
      return
    }
    if (unknown !== undefined) {
      refuse(apiErrors.unknownEvent(unknown.slice(0, 100)))
      return
    }
    if (!this.streams.add({ tokenId, name, only, response })) {
      refuse(apiErrors.noStream)
      return
    }
    report(true, 'Follows events.')
  }

  async #call(
    token: StoredToken,
    route: CallRoute,
    { request, response }: { readonly request: IncomingMessage; readonly response: ServerResponse },
  ): Promise<void> {
    const { id: tokenId, name } = token
    const refuse = (error: ApiError) => {
      this.#deps.onAction({ tokenId, name, what: route.name, isDone: false, sentence: toListed(error) })
      send(response, error)
    }
    if (!token.scopes.includes(route.scope)) {
      refuse(apiErrors.wrongScope(route.scope))
      return
    }
    const use = this.#useOf(tokenId)
    if (use.inFlight >= maxInFlight || !use.budget.begin()) {
      refuse(apiErrors.busy)
      return
    }
    use.inFlight += 1
    try {
      const body = await readBody(request)
      if (body === undefined) return
      if (!body.ok) {
        refuse(body.error)
        return
      }
      const error = await this.#run(token, route, { body: body.value, use, response })
      if (error !== undefined) {
        refuse(error)
        return
      }
      this.#deps.onAction({ tokenId, name, what: route.name, isDone: true, sentence: 'Done.' })
    } finally {
      use.inFlight -= 1
      use.budget.end()
    }
  }

  /** Runs the call and sends its answer; returns the error instead when it failed. */
  async #run(
    token: StoredToken,
    { area, verb, entry, scope, isOfScript }: CallRoute,
    { body, use, response }: { readonly body: unknown; readonly use: Use; readonly response: ServerResponse },
  ): Promise<ApiError | undefined> {
    const { access, handlers, log } = this.#deps
    const run = findHandler(handlers, area, verb)
    const hold = <T>(part: () => T) => use.budget.hold(part)
    let whyNot: string | undefined
    const outcome = await answer(entry, body, {
      ...{ log, hold },
      // Only a valid request asks the user.
      run: async parsed => {
        const yes = await access.ask(token, scope)
        if (yes !== 'yes') whyNot = yes.sentence
        if (whyNot !== undefined) throw new Refusal({ kind: 'invalid', field: '', sentence: whyNot })
        return run(parsed, isOfScript ? { id: token.id, name: token.name } : null)
      },
    })
    if (whyNot !== undefined) return apiErrors.notAllowed(whyNot)
    if (!outcome.ok) return toApiError(outcome.failure, Date.now())
    hold(() => sendText(response, 200, toAnswerText(outcome.value)))
    return undefined
  }

  #useOf(tokenId: string): Use {
    const known = this.#uses.get(tokenId) ?? { budget: new PageBudget(), inFlight: 0 }
    this.#uses.set(tokenId, known)
    return known
  }
}

/** Sentence for the list of what scripts did, without what a script wrote: a long or new one each time would fill it. */
const toListed = ({ body: { kind, sentence } }: ApiError): string =>
  kind === 'invalid' ? 'The request was invalid.' : sentence

const unknownScript = { tokenId: null, name: 'Unknown' }
const droppedSentence = 'It didn’t read its events, so the stream was ended.'

function send(response: ServerResponse, { status, body }: ApiError): void {
  // The rest of the request is not read.
  if (!response.req.complete) response.setHeader('connection', 'close')
  if (body.retryAfterMs !== undefined)
    response.setHeader('retry-after', String(Math.ceil(body.retryAfterMs / 1_000)))
  sendText(response, status, JSON.stringify(body))
}

function sendText(response: ServerResponse, status: number, text: string): void {
  if (response.headersSent || response.destroyed) return
  response.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
  response.end(text)
}
