import { expect, it } from 'vitest'
import { describeRule, type RuleSentence } from '../../../src/renderer/format/rule-text.ts'

const plain: RuleSentence = {
  parlay: '',
  books: [],
  evPercent: 5,
  maxAgeSeconds: null,
  minStake: null,
  actions: ['requote', 'notify'],
  callsPerMinute: 10,
}

it.each<[Partial<RuleSentence>, string]>([
  [
    {},
    'When a book has a fresh price over 5% EV for any parlay on the desk: recheck it and notify you. It spends at most 10 calls in any 60 seconds. It never places a bet.',
  ],
  [
    { books: ['Bravo', 'Delta', 'Lima'], parlay: 'A ML · B ML', maxAgeSeconds: 10, minStake: '$50.00' },
    'When Bravo, Delta or Lima has a price at most 10s old over 5% EV for A ML · B ML and takes at least $50.00: recheck it and notify you. It spends at most 10 calls in any 60 seconds. It never places a bet.',
  ],
  [
    { actions: ['notify'], evPercent: NaN, callsPerMinute: NaN },
    'When a book has a fresh price over some EV for any parlay on the desk: notify you. It never places a bet.',
  ],
])('describeRule says what a rule with %o does', (part, sentence) => {
  expect(describeRule({ ...plain, ...part })).toBe(sentence)
})
