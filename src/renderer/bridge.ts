/** Connection to the main process: the only user of `window.desk`. */
import type { DeskApi } from '../shared/contract.ts'

/** `window.desk` as the preload exposes it: answers of calls and payloads of events are JSON text. */
export type ExposedDesk = {
  readonly [A in keyof DeskApi]: { readonly [V in keyof DeskApi[A]]: Exposed<DeskApi[A][V]> }
}
type Exposed<M> = M extends (...given: infer G) => Promise<unknown>
  ? (...given: G) => Promise<string>
  : (listener: (text: string) => void) => () => void
type Member = (given?: unknown) => unknown
type Listener = (payload: unknown) => void

const read = (text: unknown): unknown => JSON.parse(String(text))

/** Only events are called with a function. */
const isListener = (given: unknown): given is Listener => typeof given === 'function'

/** Reads the answers of a call, or the payloads of an event. */
const readTexts =
  (member: Member): Member =>
  given =>
    isListener(given)
      ? member((text: unknown) => given(read(text)))
      : Promise.resolve(member(given)).then(read)

function toApi(exposed: ExposedDesk): DeskApi
function toApi(exposed: object): unknown {
  const areas = Object.entries(exposed).map(([area, members]: [string, object]): [string, unknown] => [
    area,
    Object.fromEntries(
      Object.entries(members).map(([verb, member]: [string, Member]) => [verb, readTexts(member)]),
    ),
  ])
  return Object.fromEntries(areas)
}

const apis = new WeakMap<ExposedDesk, DeskApi>()

/** Looked up at each use, so that a test can replace it before it mounts anything. */
export function bridge(): DeskApi {
  const api = apis.get(window.desk) ?? toApi(window.desk)
  apis.set(window.desk, api)
  return api
}
