import { describe, expect, it } from 'vitest'
import type { WorkRecord } from '../../../../src/main/team/market/instructions.ts'
import { foldStatements, listNewest, makeStatements } from '../../../../src/main/team/market/statements.ts'
import { sumsOf } from '../../../support/team/holder-sums.ts'

const [owner, trader] = ['aa'.repeat(8), 'bb'.repeat(8)]
const sumsAt = (minor: number) => [sumsOf('USD', { Kim: minor, Pool: -minor }), sumsOf('EUR', { Kim: 5 })]

/** Records of a member who sends the statements of these amounts. */
const send = (member: string, minor: number, at: number): WorkRecord[] =>
  makeStatements(sumsAt(minor), [], at).map(payload => ({
    ...{ kind: 'statement', member, at: at + 1, isShared: true },
    payload,
  }))

describe('makeStatements', () => {
  it('makes one for each holder, with all its currencies and nothing of the others', () => {
    const [kim, pool, ...rest] = makeStatements(sumsAt(100), [], 7)
    expect(kim).toEqual({
      holder: 'Kim',
      at: 7,
      rows: [
        {
          currency: 'USD',
          fundedMinor: 1_000,
          entitledMinor: 1_200,
          holdingMinor: 1_300,
          differenceMinor: 100,
        },
        {
          currency: 'EUR',
          fundedMinor: 1_000,
          entitledMinor: 1_200,
          holdingMinor: 1_205,
          differenceMinor: 5,
        },
      ],
    })
    expect([pool?.holder, pool?.rows.length, rest]).toEqual(['Pool', 1, []])
  })

  it('spells a holder as its partner does, for whom the server compares exactly', () => {
    const holders = makeStatements(sumsAt(0), ['KIM', 'Lee'], 7).map(({ holder }) => holder)
    expect(holders).toEqual(['KIM', 'Pool'])
  })
})

describe('foldStatements', () => {
  it('lists the newest first, with who sent it and the time of its amounts', () => {
    const folded = foldStatements([...send(owner, 100, 1), ...send(trader, 250, 9)])
    expect(folded.map(({ holder, by, at }) => [holder, by, at])).toEqual([
      ['Pool', trader, 9],
      ['Kim', trader, 9],
      ['Pool', owner, 1],
      ['Kim', owner, 1],
    ])
    expect(listNewest(folded).map(({ holder, at, rows }) => [holder, at, rows[0]?.differenceMinor])).toEqual([
      ['Kim', 9, 250],
      ['Pool', 9, -250],
    ])
  })

  it('takes the last in the log as the newest, whatever its author’s clock says', () => {
    const folded = foldStatements([...send(owner, 100, 1_000), ...send(trader, 250, 9)])
    expect(listNewest(folded)[0]).toMatchObject({ by: trader, at: 9 })
  })

  it('ignores what is no statement', () => {
    const [record] = send(owner, 100, 1)
    if (record === undefined) throw new Error('no statement')
    const [payload] = makeStatements(sumsAt(100), [], 1)
    expect(
      foldStatements([
        { ...record, kind: 'instruction' },
        { ...record, payload: null },
        { ...record, payload: { ...payload, rows: [] } },
        { ...record, payload: { ...payload, rows: [{ currency: 'USD', fundedMinor: 0.5 }] } },
      ]),
    ).toEqual([])
  })
})
