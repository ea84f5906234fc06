import { describe, expect, it } from 'vitest'
import { describeFirings, notifyFirings } from '../../../../src/main/desk/alerts/alerts.ts'
import type { Firing } from '../../../../src/main/desk/alerts/alerts.ts'
import type { DesktopNotice } from '../../../../src/main/notices/desktop-notice.ts'
import { noNote } from '../../../../src/shared/model/parlay/parlay.ts'
import { row } from '../../../support/shared/desk-rows.ts'

const firing = (id: number, hasNotice = true, name = ''): Firing => ({
  id,
  alert: {
    id,
    parlayId: null,
    rule: { kind: 'ev-over', ev: 0.05 },
    isOn: true,
    quietMs: 0,
    hasNotice,
    hasSound: true,
  },
  row: { ...row(id, []), note: { ...noNote, name } },
  details: { bookId: id === 1 ? 'bravo' : null, sentence: `Seen ${id}.`, startAt: null },
})

function notify(firings: readonly Firing[]) {
  const shown: DesktopNotice[] = []
  const clicks: (() => void)[] = []
  const answered: unknown[] = []
  notifyFirings(describeFirings(firings), {
    notify: (notice, onClick = () => {}) => {
      shown.push(notice)
      clicks.push(onClick)
    },
    onAnswered: (...cell) => answered.push(cell),
  })
  return { shown, clicks, answered }
}

describe('notifyFirings', () => {
  it('shows the parlay’s name, else its legs with their markets, without a sound', () => {
    const { shown } = notify([firing(1, true, 'Opener'), firing(2)])
    expect(shown).toEqual([
      { title: 'Opener', body: 'Seen 1.', isSilent: true },
      { title: 'North O27.5 pts · Harbor City ML', body: 'Seen 2.', isSilent: true },
    ])
  })

  it('opens the cell when the notification is clicked', () => {
    const { clicks, answered } = notify([firing(1), firing(2)])
    for (const click of clicks) click()
    expect(answered).toEqual([
      [1, 'bravo'],
      [2, null],
    ])
  })

  it('shows nothing where the user wants no notification', () => {
    expect(notify([firing(1, false), firing(2)]).shown.map(({ body }) => body)).toEqual(['Seen 2.'])
    expect(notify([firing(1, false)]).shown).toEqual([])
  })

  it('shows one notification when more than three fire together', () => {
    expect(notify([1, 2, 3].map(id => firing(id))).shown).toHaveLength(3)
    const { shown } = notify([1, 2, 3, 4, 5].map(id => firing(id)))
    expect(shown.map(({ body }) => body)).toEqual(['Seen 1. And 4 more alerts went off.'])
    expect(describeFirings([1, 2, 3, 4, 5].map(id => firing(id)))[0]?.firedIds).toEqual([1, 2, 3, 4, 5])
  })
})
