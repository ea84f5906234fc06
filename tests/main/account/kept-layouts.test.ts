import { expect, it } from 'vitest'
import { layoutsOf } from '../../../src/main/account/kept-layouts.ts'
import { plainLayout } from '../../../src/shared/model/settings/grid-layout.ts'
import { emptySettings } from './account-fixture.ts'

it('keeps the layout of each profile apart', () => {
  const settings = emptySettings()
  const layouts = layoutsOf(settings)
  expect(layouts.read()).toEqual(plainLayout)
  const compact = { density: 'compact', frozen: ['bravo'], widths: [{ bookId: 'bravo', px: 90 }] } as const
  layouts.write({ ...compact, frozen: [...compact.frozen], widths: [...compact.widths] })
  settings.write({ activeProfileId: 'p-1' })
  expect(layouts.read()).toEqual(plainLayout)
  settings.write({ activeProfileId: 'demo' })
  expect(layouts.read()).toEqual(compact)
})
