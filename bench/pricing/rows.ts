/** Comparisons and their goals (docs/quality.md, section 3). Time is over the servers' own; CPU is per call. */
import { toRow, type BenchRow } from '../report.ts'
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

export type Phase = 'warm' | 'after 6 s idle' | 'cold' | 'connected ahead'
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
const shown = 'shown beside it'

export function toRows(scheme: string, phase: Phase, taken: By<Taken>): BenchRow[] {
  return listPairs(phase).map(pair => {
    const [ours, peer, measure] = pair
    return toRow({
      question: `${books} books, ${scheme}, ${phase}: ${words[ours]}${measure === 'ms' ? '' : ', CPU a call'}`,
      ours: taken[ours][measure],
      theirs: taken[peer][measure],
      against: words[peer],
      goal: describeGoal(`${scheme} ${phase}`, pair),
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

/** The goal for idle connections names clients only; the whole path is held to twice undici there too. */
function describeGoal(when: string, [ours, peer, measure]: Pair): string {
  if (when === 'TLS after 6 s idle' && measure === 'ms') {
    if (ours === 'client' && peer === 'axios') return 'at most 0.1 x'
    if (ours === 'whole' && peer === 'undici') return 'at most 2 x'
  }
  if (!when.endsWith('warm') || peer === 'raw') return shown
  if (ours === 'whole') return peer === 'undici' ? 'at most 2 x' : shown
  return peer === 'undici' ? 'at most 1.1 x' : 'under 0.45 x'
}
