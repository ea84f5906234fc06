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
    const first = navigation.requestedCell
    navigation.showCell({ parlayId: 1, bookId: null })
    expect(navigation.view).toBe('desk')
    expect(navigation.requestedCell).toEqual(first)
    expect(navigation.requestedCell).not.toBe(first)
  })

  it('hands a request to the ledger out once', () => {
    const navigation = useNavigationStore()
    navigation.runInLedger('settle')
    expect(navigation.view).toBe('ledger')
    expect(navigation.takeLedgerRequest()).toEqual({ kind: 'action', action: 'settle' })
    expect(navigation.takeLedgerRequest()).toBeUndefined()
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
