/** Calls of one key that a desk of the torture shares with its team, and their count in any minute. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LocalSlots } from '../../../src/main/desk/budget/local-slots.ts'
import { TeamCalls } from '../../../src/main/team/calls/team-calls.ts'
import { learnedAtOnce } from '../../../src/shared/model/settings/budget.ts'

/** Calls a minute of the key, for all desks together. */
export const callsPerMinute = 120
const minuteMs = 60_000

/** Monotonic clock that all processes of a machine share, ms. */
const readClock = () => Number(process.hrtime.bigint()) / 1e6
const clock = { steady: readClock, epoch: Date.now, uptime: readClock }

/** Returns a function that sends a call if one may leave now; `onCall` gets the time of each. */
export function shareCalls({ session, folder, secret, onCall, onProblem }) {
  const calls = new TeamCalls({ secret: () => Buffer.from(secret), keyOf: () => 'one key', clock, onProblem })
  session.on('linked', link => calls.connect(link.writer))
  session.on('unlinked', () => calls.disconnect())
  session.on('notice', text => {
    if (text === 'calls') calls.refresh()
  })
  const slots = calls.open('own', openSlots(join(folder, 'calls.json')), () => {})
  return () => {
    const now = clock.steady()
    if (slots.freeAt(1, now) > now) return void slots.delayed(2)
    const slot = slots.take(1)
    if (slot?.left() === true) onCall(clock.steady())
  }
}

/** The desk's own slots, each on disk before its call is sent. */
function openSlots(file) {
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
  const write = state => {
    writeFileSync(`${file}.new`, JSON.stringify(state))
    renameSync(`${file}.new`, file)
  }
  const limits = () => ({ kind: 'by-hand', perMinute: callsPerMinute, ...learnedAtOnce })
  return new LocalSlots({ limits, stored, write, clock })
}

/** Most calls in any 60 s. */
export function countMost(times) {
  const sorted = times.toSorted((a, b) => a - b)
  let [most, first] = [0, 0]
  for (const [last, at] of sorted.entries()) {
    while (sorted[first] <= at - minuteMs) first += 1
    most = Math.max(most, last - first + 1)
  }
  return most
}
