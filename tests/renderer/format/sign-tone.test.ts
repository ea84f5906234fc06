import { expect, it } from 'vitest'
import { signedMoney } from '../../../src/renderer/format/money.ts'
import { signedPercent } from '../../../src/renderer/format/share-text.ts'
import { signTone } from '../../../src/renderer/format/sign-tone.ts'

it('colours a number as it is written', () => {
  const shares = [0.041, -0.02, 0.0004, -0.0004, 0].map(share => signTone(signedPercent(share)))
  expect(shares).toEqual(['up', 'down', '', '', ''])
  expect([1, -1, 0].map(minor => signTone(signedMoney(minor, 'USD')))).toEqual(['up', 'down', ''])
  expect(signTone('–')).toBe('')
})
