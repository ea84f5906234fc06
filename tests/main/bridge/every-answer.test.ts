/** Every call of the contract in every state of the program: each answer and event fits its schema, none is a fault. */
import { afterAll, describe, expect, it } from 'vitest'
import { Notification } from '../../support/electron.ts'
import { listRequests } from '../../support/bridge/all-requests.ts'
import { readFacts } from '../../support/bridge/program-facts.ts'
import { endStates, states } from '../../support/bridge/program-states.ts'
import { callNames, eventNames, startProgram, type Program } from '../../support/bridge/running-program.ts'

const snapshots = callNames.filter(call => call.endsWith('.snapshot'))
/** No state here has a team: its calls and events are checked in tests/main/team/team.test.ts, over a real server. */
const ofTeams = [...callNames, ...eventNames].filter(name => name.startsWith('team.'))
/**
 * Calls answered with a value in some state, and events pushed. The window itself pushes `desk.hidden` (window.test.ts),
 * and only scripts follow `scripts.priced` (tests/main/local-api).
 */
const seen = new Set(['desk.hidden', 'scripts.priced', ...ofTeams])
afterAll(endStates)

/** Asks everything; after each request what its own area shows, and at its last what all do. */
async function askEverything({ ask, api }: Program): Promise<void> {
  const all = listRequests()
  let facts = await readFacts(api)
  for (const [at, [call, requests]] of all.entries()) {
    const area = toArea(call)
    // Reading them takes longer than most calls, and many requests name none.
    if (requests.length > 0) facts = await readFacts(api)
    for (const request of requests(facts)) {
      await ask(call, request)
      if (snapshots.includes(`${area}.snapshot`)) await ask(`${area}.snapshot`, null)
    }
    if (toArea(all[at + 1]?.[0]) !== area) for (const snapshot of snapshots) await ask(snapshot, null)
  }
  for (const notice of Notification.shown.splice(0)) notice.listeners.get('click')?.()
}

const toArea = (call = '') => call.slice(0, call.indexOf('.'))

describe('every call', () => {
  it('has requests in this test', () => {
    expect(
      listRequests()
        .map(([call]) => call)
        .sort(),
    ).toEqual(callNames.toSorted())
  })

  it.each(Object.keys(states))(
    'is answered as the contract says with %s',
    async state => {
      const program = await states[state]?.()
      if (program === undefined) throw new Error('no such state')
      await askEverything(program)
      for (const name of program.seen) seen.add(name)
      expect([...new Set(program.faults)]).toEqual([])
    },
    // Reads that fail are tried again after a pause.
    120_000,
  )

  it('was answered with a value somewhere, and every event was pushed', () => {
    expect([...callNames, ...eventNames].filter(name => !seen.has(name))).toEqual([])
  })
})

describe('the first questions of the window', () => {
  it('are answered as the contract says before anything is opened', async () => {
    const program = startProgram()
    const answers = Promise.all(snapshots.map(call => program.ask(call, null)))
    await program.open()
    await answers
    expect([...new Set(program.faults)]).toEqual([])
  })
})
