import { createPinia, setActivePinia } from 'pinia'
import { describe, expect, it, vi } from 'vitest'
import { useCommandStore } from '../../../src/renderer/commands/command-store.ts'
import { listenToKeys } from '../../support/renderer/command-keys.ts'

/** A search field in focus on a desk that can undo. */
function openSearch() {
  const pinia = createPinia()
  setActivePinia(pinia)
  listenToKeys(pinia, 'desk')
  const undo = vi.fn()
  useCommandStore().handle({ 'app.undo': { run: undo } })
  const field = document.createElement('input')
  const button = document.createElement('button')
  document.body.replaceChildren(field, button)
  field.focus()
  const pressUndo = () => {
    const press = new KeyboardEvent('keydown', { key: 'z', ctrlKey: true, bubbles: true, cancelable: true })
    field.dispatchEvent(press)
    return press.defaultPrevented
  }
  const type = () => field.dispatchEvent(new Event('input', { bubbles: true }))
  return { field, button, undo, pressUndo, type }
}

describe('useCommandKeys, Ctrl+Z in a field', () => {
  it('undoes the last change of the desk while the field is as it was', () => {
    const { undo, pressUndo } = openSearch()
    expect(pressUndo()).toBe(true)
    expect(undo).toHaveBeenCalledOnce()
  })

  it('is left to the field once the user typed, until it has the focus again', () => {
    const { field, button, undo, pressUndo, type } = openSearch()
    type()
    expect(pressUndo()).toBe(false)
    button.focus()
    field.focus()
    expect(pressUndo()).toBe(true)
    expect(undo).toHaveBeenCalledOnce()
  })
})

describe('useCommandKeys, Ctrl+A', () => {
  it('selects what is in a field, and never the texts of the window', () => {
    const { field, button } = openSearch()
    const isKept = (place: HTMLElement) => {
      const press = new KeyboardEvent('keydown', { key: 'a', ctrlKey: true, bubbles: true, cancelable: true })
      place.dispatchEvent(press)
      return press.defaultPrevented
    }
    expect(isKept(button)).toBe(true)
    expect(isKept(field)).toBe(false)
  })
})
