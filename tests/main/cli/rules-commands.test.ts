import { describe, expect, it } from 'vitest'
import { evilName, startFakeDesk as start } from '../../support/cli/fake-desk.ts'
import { runHere } from '../../support/cli/test-terminal.ts'

const containing = (part: string): unknown => expect.stringContaining(part)
const rule = {
  id: 2,
  name: evilName,
  parlayId: null,
  bookIds: [],
  ev: 0.05,
  maxAgeMs: null,
  minStake: 2_550,
  actions: ['notify'],
  callsPerMinute: 10,
  isOn: true,
}
const decision = {
  parlayId: 3,
  bookId: 'alpha',
  at: 1_795_200_000_000,
  outcome: 'met',
  inputs: {
    quoteId: 1,
    price: null,
    ageMs: 0,
    isSuspect: false,
    worth: null,
    maxStakeMinor: null,
    callsAsked: 0,
  },
  slip: null,
  sentence: `Worth 6%. ${evilName}`,
}
const replay = { quotes: 1_200, asked: 4, fired: 1, decisions: [decision], more: 3 }
const answers = {
  'rules.snapshot': () => ({ body: { rules: [rule], decisions: [] } }),
  'rules.replay': () => ({ body: replay }),
}

describe('rules', () => {
  it('are listed, without what a terminal obeys', async () => {
    await start(answers)
    const { code, output } = await runHere(['rules', 'list'])
    expect(code).toBe(0)
    expect(output).toMatch(/^ID {2}RULE/)
    expect(output).toContain('5.0%')
    expect(output.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}]/u)
  })

  it('replay for any price worth more than a number, in a time', async () => {
    const desk = await start(answers)
    const args = [
      'rules',
      'replay',
      '--ev',
      '5',
      '--from',
      '2026-11-20T00:00:00Z',
      '--to',
      '2026-11-21T00:00:00Z',
    ]
    const { code, output, complaints } = await runHere(args)
    expect(code).toBe(0)
    expect(output).toContain('Worth 6%.')
    expect(complaints).toContain('1200 prices read. It would have alerted you 1 time, and used 4 calls.')
    expect(complaints).toContain('3 more decisions')
    const from = Date.parse('2026-11-20T00:00:00Z')
    expect(desk.calls).toMatchObject([{ request: { rule: { ev: 0.05 }, from, to: from + 86_400_000 } }])
    expect(JSON.parse((await runHere([...args, '--json'])).output)).toEqual(decision)
  })

  it('replay counts in words that fit one and none', async () => {
    await start({
      'rules.replay': () => ({ body: { quotes: 1, asked: 1, fired: 0, decisions: [], more: 1 } }),
    })
    const { complaints } = await runHere(['rules', 'replay', '2'])
    expect(complaints.split('\n').slice(-2)).toEqual([
      '1 price read. It would have alerted you 0 times, and used 1 call.',
      '1 more decision isn’t listed. Choose a shorter time.',
    ])
  })

  it('replay a stored rule by its number', async () => {
    const desk = await start(answers)
    expect(await runHere(['rules', 'replay', '2'])).toMatchObject({ code: 0 })
    expect(desk.calls).toMatchObject([{ request: { rule: 2 } }])
  })

  it.each([
    [['rules', 'replay']],
    [['rules', 'replay', '2', '--ev', '5']],
    [['rules', 'replay', '--ev', 'five']],
    [['rules', 'replay', '--ev', '5', '--from', 'monday']],
    [['rules', 'replay', '--ev', '5', '--from', '7']],
  ])('refuse %j with code 2', async args => {
    await start(answers)
    expect(await runHere(args)).toMatchObject({ code: 2, output: '', complaints: containing('') })
  })
})
