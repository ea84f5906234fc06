import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import { useCommandStore } from '../../../../../src/renderer/commands/command-store.ts'
import { useBoardStore } from '../../../../../src/renderer/features/board/board-store.ts'
import { useGridLayoutStore } from '../../../../../src/renderer/features/desk/columns/grid-layout-store.ts'
import PriceGrid from '../../../../../src/renderer/features/desk/grid/PriceGrid.vue'
import { useRowMarksStore } from '../../../../../src/renderer/features/desk/rows/row-marks-store.ts'
import { useTicketNoticeStore } from '../../../../../src/renderer/features/ledger/ticket-notice-store.ts'
import { useNavigationStore } from '../../../../../src/renderer/navigation-store.ts'
import { ok } from '../../../../support/bridge/stub-desk.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { button, field } from '../../../../support/renderer/screen.ts'
import { cell, priced, row } from '../../../../support/shared/desk-rows.ts'

useStillScreen()

it('after a ticket was recorded asks whether to delete it, and then undoes what was before', async () => {
  const desk = await open()
  useBoardStore(desk.pinia).lastAdded = { parlayId: 2, wasThere: false }
  await flushPromises()
  const navigation = useNavigationStore(desk.pinia)
  await desk.press('t')
  useTicketNoticeStore(desk.pinia).add({ kind: 'recorded', ticketId: 7, text: '$40.00 at Bravo, +480' })
  navigation.closeDialog()
  await flushPromises()
  expect(desk.view.text()).toContain('Recorded: $40.00 at Bravo, +480')
  expect(useCommandStore(desk.pinia).titleOf('app.undo')).toBe('Undo record ticket')
  await desk.press('z', { ctrlKey: true })
  expect(navigation.dialog).toEqual({ kind: 'delete-ticket', ticketId: 7 })
  expect(desk.view.text()).not.toMatch(/Undone|Couldn’t undo/)
  expect(desk.api.desk.removeParlay).not.toHaveBeenCalled()
  navigation.closeDialog()
  await desk.press('z', { ctrlKey: true })
  expect(desk.api.desk.removeParlay).toHaveBeenCalledExactlyOnceWith({ parlayId: 2 })
})

type Opened = Awaited<ReturnType<typeof open>>

/** Three parlays, with a cell of the second one selected. `onDesk`: parlays that the main process has on the desk. */
async function open() {
  const note = { name: 'Late', tags: ['prop'], note: '' }
  const cells = (id: number) => [cell('alpha', { quote: priced(400 + id) }), cell('bravo')]
  const rows = [1, 2, 3].map(id => ({ ...row(id, cells(id)), note }))
  const desk = await openDesk(rows)
  await useGridLayoutStore(desk.pinia).start()
  const onDesk = new Set([1, 2, 3])
  desk.api.desk.removeParlay.mockImplementation(({ parlayId }) => {
    onDesk.delete(parlayId)
    return Promise.resolve(ok(null))
  })
  desk.api.desk.restoreParlay.mockImplementation(({ parlayId }) => {
    onDesk.add(parlayId)
    return Promise.resolve(ok(null))
  })
  await desk.choose('bravo', 2)
  return { ...desk, onDesk }
}

const shown = ({ view }: Opened) =>
  view.findAll('.row[data-parlay]').map(each => Number(each.attributes('data-parlay')))
const heads = ({ view }: Opened) => view.findAll('[data-column]').map(each => each.attributes('data-column'))
const layout = ({ pinia }: Opened) => useGridLayoutStore(pinia).layout
const pane = ({ view }: Opened) => view.get('[aria-label="Cell"]')

async function typeNote(desk: Opened, name: string, text: string): Promise<void> {
  await button(pane(desk), 'Edit name, tags and note').trigger('click')
  await flushPromises()
  await field(pane(desk), name).setValue(text)
  await pane(desk).get('.parlay-note form').trigger('submit')
}
const savedNote = (part: 'name' | 'tags' | 'note') => (desk: Opened) =>
  desk.api.desk.describeParlay.mock.lastCall?.[0].note[part]

interface Case {
  readonly change: string
  readonly make: (desk: Opened) => unknown
  readonly read: (desk: Opened) => unknown
  readonly done: unknown
  readonly undone: unknown
}

const cases: readonly Case[] = [
  {
    change: 'a parlay removed',
    make: desk => desk.press('Delete'),
    read: desk => [...desk.onDesk].toSorted(),
    done: [1, 3],
    undone: [1, 2, 3],
  },
  {
    change: 'a parlay added',
    make({ onDesk, pinia }) {
      onDesk.add(4)
      useBoardStore(pinia).lastAdded = { parlayId: 4, wasThere: false }
    },
    read: desk => [...desk.onDesk].toSorted(),
    done: [1, 2, 3, 4],
    undone: [1, 2, 3],
  },
  {
    change: 'rows selected',
    make: ({ pinia }) => useRowMarksStore(pinia).toggle(3),
    read: ({ pinia }) => [...useRowMarksStore(pinia).marked],
    done: [3],
    undone: [],
  },
  {
    change: 'a name',
    make: desk => typeNote(desk, 'Name', 'Early'),
    read: savedNote('name'),
    done: 'Early',
    undone: 'Late',
  },
  {
    change: 'a tag',
    make: desk => typeNote(desk, 'Tags', 'prop, hedge'),
    read: savedNote('tags'),
    done: ['prop', 'hedge'],
    undone: ['prop'],
  },
  {
    change: 'a note',
    make: desk => typeNote(desk, 'Note', 'Half stake'),
    read: savedNote('note'),
    done: 'Half stake',
    undone: '',
  },
  {
    change: 'a fair price',
    async make(desk) {
      await pane(desk).get('.fair-price input').setValue('+410')
      await pane(desk).get('.fair-price').trigger('submit')
    },
    read: desk => desk.api.desk.setFairPrice.mock.lastCall?.[0].price,
    done: { text: '+410', format: 'american' },
    undone: null,
  },
  {
    change: 'a leg pinned',
    make: ({ pinia }) => useBoardStore(pinia).pin('leg-a', true),
    read: desk => desk.api.board.pin.mock.lastCall?.[0].isPinned,
    done: true,
    undone: false,
  },
  {
    change: 'a group',
    make: ({ pinia }) => useCommandStore(pinia).run('group.blue'),
    read: desk => desk.api.desk.setGroup.mock.lastCall?.[0].group,
    done: 'blue',
    undone: null,
  },
  {
    change: 'another order',
    make: desk => desk.chooseInMenu('My order'),
    read: desk => layout(desk).rowSort,
    done: 'mine',
    undone: 'added',
  },
  {
    change: 'a row moved by key',
    make: desk => desk.press('ArrowUp', { altKey: true }),
    read: shown,
    done: [2, 1, 3],
    undone: [1, 2, 3],
  },
  {
    change: 'a row dragged',
    make: desk => desk.view.getComponent(PriceGrid).vm.$emit('placeRows', [1], 3),
    read: shown,
    done: [2, 3, 1],
    undone: [1, 2, 3],
  },
  {
    change: 'a filter',
    make: desk => desk.view.get('[aria-label="Filter parlays"]').setValue('nothing like it'),
    read: shown,
    done: [],
    undone: [1, 2, 3],
  },
  {
    change: 'a book hidden',
    make: desk => desk.press('x'),
    read: heads,
    done: ['alpha', 'charlie'],
    undone: ['alpha', 'bravo', 'charlie'],
  },
  {
    change: 'a column moved',
    make: desk => desk.press('ArrowLeft', { altKey: true }),
    read: heads,
    done: ['bravo', 'alpha', 'charlie'],
    undone: ['alpha', 'bravo', 'charlie'],
  },
  {
    change: 'a column made wider',
    make: desk => desk.press('ArrowRight', { altKey: true, shiftKey: true }),
    read: desk => layout(desk).widths,
    done: [{ bookId: 'bravo', px: 64 }],
    undone: [],
  },
  {
    change: 'a column resized with the mouse',
    make({ view }) {
      const grid = view.getComponent(PriceGrid).vm
      for (const px of [70, 84, 90]) grid.$emit('resize', 'bravo', px)
      grid.$emit('resized')
    },
    read: desk => layout(desk).widths,
    done: [{ bookId: 'bravo', px: 90 }],
    undone: [],
  },
  {
    change: 'a column frozen',
    make: ({ pinia }) => useGridLayoutStore(pinia).freeze('bravo', true),
    read: desk => layout(desk).frozen,
    done: ['bravo'],
    undone: [],
  },
  {
    change: 'another row height',
    make: ({ pinia }) => useGridLayoutStore(pinia).setDensity('compact'),
    read: desk => layout(desk).density,
    done: 'compact',
    undone: 'cozy',
  },
]

it.each(cases)('Ctrl+Z takes back $change, and Ctrl+Shift+Z makes it again', async given => {
  const desk = await open()
  await given.make(desk)
  await flushPromises()
  expect(given.read(desk)).toEqual(given.done)
  await desk.press('z', { ctrlKey: true })
  await expect.poll(() => given.read(desk)).toEqual(given.undone)
  await desk.press('Z', { ctrlKey: true, shiftKey: true })
  await expect.poll(() => given.read(desk)).toEqual(given.done)
})

it('Ctrl+Z of a change of the grid keeps what another window changed since', async () => {
  const desk = await open()
  const grid = useGridLayoutStore(desk.pinia)
  await grid.setDensity('compact')
  const other = { frozen: ['alpha'] }
  await desk.api.grid.saveLayout(other)
  desk.emit.grid.changed({ ...grid.layout, ...other })
  await desk.press('z', { ctrlKey: true })
  await expect.poll(() => grid.layout).toMatchObject({ density: 'cozy', frozen: ['alpha'] })
})
