/** Comparisons and their goals (docs/quality.md, section 3). Time is over the servers' own; CPU is per call. */
import { goals } from '../goals.ts'
import { toRow, type BenchRow, type Goal } from '../report.ts'
import { books } from './book-servers.ts'

export const names = ['whole', 'client', 'raw', 'undici', 'axios'] as const
type Name = (typeof names)[number]
export type By<T> = Readonly<Record<Name, T>>

export interface Taken {
  readonly ms: number[]
  readonly cpuUs: number[]
}

export const noneTaken = (): By<Taken> => ({
  whole: { ms: [], cpuUs: [] },
  client: { ms: [], cpuUs: [] },
  raw: { ms: [], cpuUs: [] },
  undici: { ms: [], cpuUs: [] },
  axios: { ms: [], cpuUs: [] },
})

export type Scheme = 'plain' | 'TLS'
export const phases = ['warm', 'after 6 s idle', 'cold', 'connected ahead'] as const
export type Phase = (typeof phases)[number]
type Ours = 'whole' | 'client'
type Peer = Exclude<Name, Ours>

const words: By<string> = {
  whole: 'whole path',
  client: 'client',
  raw: 'raw sockets',
  undici: 'an undici Pool a host alone',
  axios: 'axios.post a book',
}
const units = { ms: 'ms', cpuUs: 'us' } as const

export function toRows(scheme: Scheme, phase: Phase, taken: By<Taken>): BenchRow[] {
  return listPairs(phase).map(pair => {
    const [ours, peer, measure] = pair
    return toRow({
      question: `${books} books, ${scheme}, ${phase}: ${words[ours]}${measure === 'ms' ? '' : ', CPU a call'}`,
      ours: taken[ours][measure],
      theirs: taken[peer][measure],
      against: words[peer],
      goal: toGoal(scheme, phase, pair),
      unit: units[measure],
    })
  })
}

type Pair = readonly [Ours, Peer, keyof Taken]

/** Connections opened ahead report no CPU: theirs was spent before. */
function listPairs(phase: Phase): Pair[] {
  const times: Pair[] = [
    ['whole', 'raw', 'ms'],
    ['whole', 'undici', 'ms'],
    ['whole', 'axios', 'ms'],
    ['client', 'undici', 'ms'],
    ['client', 'axios', 'ms'],
  ]
  const cpu = times.map(([ours, peer]): Pair => [ours, peer, 'cpuUs'])
  return phase === 'connected ahead' ? times : [...times, ...cpu]
}

/** The same for time and CPU. Raw sockets only show how low either can be. */
function toGoal(scheme: Scheme, phase: Phase, [ours, peer]: Pair): Goal | null {
  const max = ours === 'client' ? maxOfClient(phase, peer) : maxOfWholePath(scheme, phase, peer)
  return max === undefined ? null : { on: 'ratio', max }
}

function maxOfClient(phase: Phase, peer: Peer): number | undefined {
  if (phase !== 'warm' && phase !== 'after 6 s idle') return undefined
  return { undici: goals.books.clientToUndici, axios: goals.books.clientToAxios, raw: undefined }[peer]
}

function maxOfWholePath(scheme: Scheme, phase: Phase, peer: Peer): number | undefined {
  if (peer === 'undici') return phase === 'warm' ? goals.books.wholeToUndici : undefined
  return peer === 'axios' && scheme === 'TLS' && phase === 'after 6 s idle'
    ? goals.books.wholeToAxiosIdle
    : undefined
}
