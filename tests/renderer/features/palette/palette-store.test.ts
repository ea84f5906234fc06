import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it, vi } from 'vitest'
import { effectScope } from 'vue'
import { useCommands, usePaletteStore } from '../../../../src/renderer/features/palette/palette-store.ts'

beforeEach(() => setActivePinia(createPinia()))

const named = (...titles: string[]) => titles.map(title => ({ title, run: () => undefined }))
const listed = (view: 'desk' | 'ledger' = 'desk') =>
  usePaletteStore()
    .list(view)
    .map(({ name, commands }) => [name, commands.map(({ title }) => title)])

it('usePaletteStore lists the commands offered, those of one group together', () => {
  const { offer } = usePaletteStore()
  offer({ group: 'Desk', commands: () => named('Reprice all') })
  offer({ group: 'Views', commands: () => named('Go to Ledger') })
  offer({ group: 'Desk', commands: () => named('Alerts') })
  offer({ group: 'Legs', commands: () => [] })
  expect(listed()).toEqual([
    ['Views', ['Go to Ledger']],
    ['Desk', ['Reprice all', 'Alerts']],
  ])
})

it('usePaletteStore puts commands of other views last', () => {
  const { offer } = usePaletteStore()
  offer({ group: 'Views', commands: () => named('Go to Desk') })
  offer({ group: 'Desk', commands: () => named('Reprice all') })
  offer({ group: 'Ledger', commands: () => named('New ticket') })
  offer({ group: 'Show prices as', commands: () => named('Decimal') })
  expect(listed('desk').map(([name]) => name)).toEqual(['Views', 'Desk', 'Show prices as', 'Ledger'])
  expect(listed('ledger').map(([name]) => name)).toEqual(['Views', 'Ledger', 'Show prices as', 'Desk'])
})

it('usePaletteStore reads commands and their subject only when it lists them', () => {
  const commands = vi.fn(() => named('Copy link'))
  usePaletteStore().offer({ group: 'Cell', about: () => 'Bravo · North O27.5 pts', commands })
  expect(commands).not.toHaveBeenCalled()
  expect(usePaletteStore().list('desk')[0]).toMatchObject({
    name: 'Cell',
    about: 'Bravo · North O27.5 pts',
    view: 'desk',
  })
})

it('usePaletteStore forgets the commands of a part that is unmounted', () => {
  const part = effectScope()
  part.run(() => useCommands({ group: 'Cell', commands: () => named('Leg costs') }))
  expect(listed()).toEqual([['Cell', ['Leg costs']]])
  part.stop()
  expect(listed()).toEqual([])
})
