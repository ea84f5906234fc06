import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it } from 'vitest'
import { useNavigationStore } from '../../src/renderer/navigation-store.ts'

beforeEach(() => {
  setActivePinia(createPinia())
})

describe('useNavigationStore', () => {
  it('shows the desk when a cell is requested, and reports a second request for the same cell', () => {
    const navigation = useNavigationStore()
    navigation.goTo('settings')
    navigation.showCell({ parlayId: 1, bookId: null })
    const first = navigation.target
    navigation.showCell({ parlayId: 1, bookId: null })
    expect(navigation.view).toBe('desk')
    expect(navigation.target).toEqual(first)
    expect(navigation.target).not.toBe(first)
  })

  it('hands a target out once, and only to a view that shows its kind', () => {
    const navigation = useNavigationStore()
    navigation.runInLedger('settle')
    expect(navigation.view).toBe('ledger')
    expect(navigation.take('price', 'legs')).toBeUndefined()
    expect(navigation.take('tickets', 'ledger')).toEqual({ show: 'ledger', action: 'settle' })
    expect(navigation.take('tickets', 'ledger')).toBeUndefined()
  })

  it('keeps an open dialog when another is requested', () => {
    const navigation = useNavigationStore()
    navigation.openDialog({ kind: 'record-ticket', source: { kind: 'hand' } })
    navigation.openDialog({ kind: 'commands' })
    expect(navigation.dialog?.kind).toBe('record-ticket')
    navigation.closeDialog()
    navigation.openDialog({ kind: 'commands' })
    expect(navigation.dialog?.kind).toBe('commands')
  })
})
