import { expect, it } from 'vitest'
import { demoEpoch } from '../../../src/main/account/kept-demo.ts'
import { emptySettings } from './account-fixture.ts'

const noon = Date.UTC(2026, 10, 20, 12)
const hour = 3_600_000

it('the demo’s world goes on through a restart, and each day has its own', () => {
  const settings = emptySettings()
  expect(demoEpoch(settings, noon)).toBe(noon)
  expect(demoEpoch(settings, noon + hour)).toBe(noon)
  expect(demoEpoch(settings, noon + 13 * hour)).toBe(noon + 13 * hour)
  expect(demoEpoch(settings, noon + 14 * hour)).toBe(noon + 13 * hour)
})

it('a beginning that has not come yet, as after a clock was wrong, is begun anew', () => {
  const settings = emptySettings()
  demoEpoch(settings, noon + hour)
  expect(demoEpoch(settings, noon)).toBe(noon)
})
