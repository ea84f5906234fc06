import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { useUndoStore } from '../../../../../src/renderer/commands/undo-store.ts'
import { useAccountStore } from '../../../../../src/renderer/features/account/account-store.ts'
import { useGridLayoutStore } from '../../../../../src/renderer/features/desk/columns/grid-layout-store.ts'
import {
  appliedText,
  findRenameFault,
  findSaveFault,
} from '../../../../../src/renderer/features/desk/layouts/layout-text.ts'
import { useLayoutsStore } from '../../../../../src/renderer/features/desk/layouts/layouts-store.ts'
import '../../../../../src/renderer/features/desk/layouts/LayoutsDialog.vue'
import { maxLayouts } from '../../../../../src/shared/model/settings/saved-layout.ts'
import { plainLayout } from '../../../../../src/shared/model/settings/settings.ts'
import { plainLedgerLayout, plainPanes } from '../../../../../src/shared/model/settings/view.ts'
import { failed, ok } from '../../../../support/bridge/stub-desk.ts'
import { openDesk, useStillScreen } from '../../../../support/renderer/desk/mounted-desk.ts'
import { cell, priced, row } from '../../../../support/shared/desk-rows.ts'

useStillScreen()

type Opened = Awaited<ReturnType<typeof open>>
async function open() {
  const desk = await openDesk([
    row(1, [cell('alpha', { quote: priced(400) }), cell('bravo')]),
    row(2, [cell('alpha')]),
  ])
  await Promise.all([useGridLayoutStore().start(), useAccountStore().start()])
  return desk
}
const dialog = ({ view }: Opened) => view.get('dialog')
const button = (desk: Opened, name: string) => {
  const found = dialog(desk)
    .findAll('button')
    .find(each => (each.attributes('aria-label') ?? each.text()) === name)
  if (found === undefined) throw new Error(`no button ${name}`)
  return found
}
async function press(desk: Opened, name: string) {
  await button(desk, name).trigger('click')
  await flushPromises()
}
async function openList(desk: Opened) {
  await desk.chooseInMenu('Layouts')
  await expect.poll(() => desk.view.find('dialog').exists()).toBe(true)
}
/** Types a name in the field on top, and saves. */
async function save(desk: Opened, name: string) {
  await dialog(desk).get('form.save input').setValue(name)
  await dialog(desk).get('form.save').trigger('submit')
  await flushPromises()
}
const names = () => useLayoutsStore().layouts.map(({ name }) => name)
const titles = (desk: Opened) =>
  dialog(desk)
    .findAll('li .name')
    .map(each => each.text())

describe('LayoutsDialog', () => {
  it('calls one of two equal layouts in use: the one saved or applied last, under its new name too', async () => {
    const desk = await open()
    const inUse = () =>
      dialog(desk)
        .findAll('li')
        .flatMap(each => (each.text().includes('in use') ? [each.get('.name').text()] : []))
    await openList(desk)
    await save(desk, 'Evening')
    await save(desk, 'Morning')
    expect(inUse()).toEqual(['Morning'])
    await press(desk, 'Apply Evening')
    await openList(desk)
    expect(inUse()).toEqual(['Evening'])
    await press(desk, 'Rename Evening')
    await dialog(desk).get('li form input').setValue('Night')
    await dialog(desk).get('li form').trigger('submit')
    await flushPromises()
    expect(inUse()).toEqual(['Night'])
  })

  it('saves what is on screen under a name', async () => {
    const desk = await open()
    await openList(desk)
    expect(dialog(desk).text()).toContain('No layouts yet.')
    await save(desk, ' Evening ')
    expect(titles(desk)).toEqual(['Evening'])
    expect(dialog(desk).text()).toContain('“Evening” saved.')
    expect(dialog(desk).text()).toContain('in use')
    expect(desk.api.layouts.save.mock.lastCall?.[0].layouts[0]?.arrangement).toEqual({
      profileId: 'demo',
      panes: plainPanes,
      ledger: plainLedgerLayout,
      grid: plainLayout,
      books: [
        { id: 'alpha', name: 'Alpha Bet', isOn: true },
        { id: 'bravo', name: 'Bravo', isOn: true },
        { id: 'charlie', name: 'Charlie', isOn: true },
      ],
      filter: { tag: null, text: '' },
    })
  })

  it('closes after Save layout as, with a message whose Undo takes it back', async () => {
    const desk = await open()
    await desk.chooseInMenu('Save layout as…')
    await expect.poll(() => desk.view.find('dialog').exists()).toBe(true)
    await save(desk, 'Evening')
    expect(desk.view.find('dialog').exists()).toBe(false)
    expect(desk.view.text()).toContain('“Evening” saved.')
    expect(names()).toEqual(['Evening'])
    await useUndoStore().undo()
    expect(names()).toEqual([])
  })

  it('asks before it replaces a layout, whose old state Undo brings back', async () => {
    const desk = await open()
    await openList(desk)
    await save(desk, 'Evening')
    await useGridLayoutStore().setDensity('compact')
    await save(desk, 'evening')
    expect(dialog(desk).text()).toContain('Replace “Evening” with this desk?')
    expect(desk.api.layouts.save).toHaveBeenCalledOnce()
    await press(desk, 'Cancel')
    expect(dialog(desk).text()).not.toContain('Replace')
    await press(desk, 'Update Evening')
    await press(desk, 'Replace')
    const density = () => useLayoutsStore().layouts[0]?.arrangement.grid.density
    expect([names(), density()]).toEqual([['Evening'], 'compact'])
    await useUndoStore().undo()
    expect([names(), density()]).toEqual([['Evening'], 'cozy'])
  })

  it('says what to change in a name', async () => {
    const desk = await open()
    await openList(desk)
    await save(desk, '  ')
    expect(dialog(desk).text()).toContain('Enter a name.')
    expect(document.activeElement).toBe(dialog(desk).get('input').element)
    expect(desk.api.layouts.save).not.toHaveBeenCalled()
  })

  it('says why a layout was not saved', async () => {
    const desk = await open()
    await openList(desk)
    desk.api.layouts.save.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1' }))
    await save(desk, 'Evening')
    expect(dialog(desk).text()).toContain('a1')
    expect([names(), useUndoStore().nextUndo]).toEqual([[], undefined])
  })

  it('renames, but not to the name of another', async () => {
    const desk = await open()
    await openList(desk)
    await save(desk, 'Evening')
    await save(desk, 'Live')
    const rename = async (to: string) => {
      await press(desk, 'Rename Live')
      await dialog(desk).get('li form input').setValue(to)
      await dialog(desk).get('li form').trigger('submit')
      await flushPromises()
    }
    await rename('EVENING')
    expect(dialog(desk).text()).toContain('“Evening” is taken.')
    await press(desk, 'Cancel')
    await rename('At night')
    expect(titles(desk)).toEqual(['At night', 'Evening'])
    expect(dialog(desk).text()).toContain('“Live” renamed.')
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Apply At night')
    await useUndoStore().undo()
    expect(names()).toEqual(['Evening', 'Live'])
  })

  it('deletes, and brings back in one press', async () => {
    const desk = await open()
    await openList(desk)
    await save(desk, 'Evening')
    await press(desk, 'Delete Evening')
    expect(names()).toEqual([])
    expect(document.activeElement?.textContent).toContain('Undo')
    await press(desk, 'Undo')
    expect(names()).toEqual(['Evening'])
  })

  it('brings a deleted layout back as it was by Ctrl+Z, which takes the change back', async () => {
    const desk = await open()
    await openList(desk)
    for (const name of ['Evening', 'Live', 'Noon']) await save(desk, name)
    const before = useLayoutsStore().layouts
    await press(desk, 'Delete Live')
    await desk.press('z', { ctrlKey: true })
    expect(useLayoutsStore().layouts).toEqual(before)
    expect(dialog(desk).text()).toContain('“Live” is back.')
    const { nextUndo, nextRedo } = useUndoStore()
    expect([nextUndo, nextRedo]).toEqual(['save layout “Noon”', 'delete layout “Live”'])
  })

  it('offers to undo a deletion again where that failed, and not after another change', async () => {
    const desk = await open()
    await openList(desk)
    await save(desk, 'Evening')
    await press(desk, 'Delete Evening')
    desk.api.layouts.save.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1' }))
    await press(desk, 'Undo')
    expect(dialog(desk).text()).toContain('a1')
    await press(desk, 'Undo')
    expect(names()).toEqual(['Evening'])
    await press(desk, 'Delete Evening')
    await save(desk, 'Evening')
    expect(
      dialog(desk)
        .findAll('button')
        .map(each => each.text()),
    ).not.toContain('Undo')
  })
})

describe('a layout', () => {
  async function withLayout() {
    const desk = await open()
    await openList(desk)
    await useGridLayoutStore().setDensity('compact')
    await save(desk, 'Evening')
    await press(desk, 'Close')
    await useGridLayoutStore().setDensity('cozy')
    return desk
  }

  it('is applied from the menu, with its filter, and undone as one change', async () => {
    const desk = await withLayout()
    await desk.view.get('[aria-label="Filter parlays"]').setValue('nothing like it')
    const before = useUndoStore().nextUndo
    await desk.chooseInMenu('Evening')
    expect(desk.api.layouts.apply.mock.lastCall?.[0].grid.density).toBe('compact')
    expect(desk.view.text()).toContain('Layout “Evening” applied.')
    const filter = () => desk.view.get<HTMLInputElement>('[aria-label="Filter parlays"]').element.value
    expect(filter()).toBe('')
    expect(useUndoStore().nextUndo).toBe('layout “Evening”')
    await useUndoStore().undo()
    await flushPromises()
    expect(filter()).toBe('nothing like it')
    expect(useUndoStore().nextUndo).toBe(before)
  })

  it('that cannot be applied leaves everything, and says why', async () => {
    const desk = await withLayout()
    const before = useUndoStore().nextUndo
    desk.api.layouts.apply.mockResolvedValueOnce(failed({ kind: 'internal', reference: 'a1' }))
    await desk.chooseInMenu('Evening')
    expect(desk.view.text()).toContain('a1')
    expect(useUndoStore().nextUndo).toBe(before)
  })

  it('names the books that the profile does not have', async () => {
    const desk = await withLayout()
    const [layout] = useLayoutsStore().layouts
    if (layout === undefined) throw new Error('no layout')
    const books = [...layout.arrangement.books, { id: 'golf', name: 'Golf River', isOn: true }]
    desk.emit.layouts.changed([{ ...layout, arrangement: { ...layout.arrangement, books } }])
    desk.api.layouts.apply.mockResolvedValueOnce(ok(null))
    await desk.chooseInMenu('Evening')
    expect(desk.view.text()).toContain('Layout “Evening” applied, without Golf River: not in this profile.')
  })
})

describe('layout-text', () => {
  const many = Array.from({ length: maxLayouts }, (_, at) => `L${at}`)
  const arrangement = {
    profileId: 'demo',
    panes: plainPanes,
    ledger: plainLedgerLayout,
    grid: plainLayout,
    books: [],
    filter: { tag: null, text: '' },
  }
  const layouts = many.map(name => ({ name, arrangement }))

  it('limits length and number, and lets a layout be saved again', () => {
    expect(findSaveFault('x'.repeat(41), [])).toBe('Use up to 40 characters.')
    expect(findSaveFault('One more', layouts)).toBe('Delete one first: 20 is the limit.')
    expect(findSaveFault('l3', layouts)).toBeUndefined()
    expect(findRenameFault('L1', 'l1', layouts)).toBeUndefined()
    expect(appliedText('A', [])).toBe('Layout “A” applied.')
  })
})
