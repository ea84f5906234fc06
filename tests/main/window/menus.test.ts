import { BrowserWindow as RealWindow } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { offerTextMenu, setApplicationMenu } from '../../../src/main/window/menus.ts'
import { app, BrowserWindow, Menu, type MenuItem } from '../../support/electron.ts'

const zoom = vi.fn()

beforeEach(() => {
  Menu.built.splice(0)
})
afterEach(() => {
  vi.unstubAllGlobals()
  app.isPackaged = false
})

/** Roles of the application's menu, submenus included, on this system. */
function rolesOn(platform: NodeJS.Platform): string[] {
  vi.stubGlobal('process', { ...process, platform })
  setApplicationMenu(zoom)
  const rolesOf = (items: readonly MenuItem[]): string[] =>
    items.flatMap(({ role, submenu = [] }) => [...(role === undefined ? [] : [role]), ...rolesOf(submenu)])
  return rolesOf(Menu.built.at(-1)?.items ?? [])
}

describe('the menu of the application', () => {
  it('has on macOS the roles of the app, of closing and of editing, whose keys work through it', () => {
    app.isPackaged = true
    expect(rolesOn('darwin')).toEqual(['appMenu', 'fileMenu', 'editMenu', 'togglefullscreen', 'windowMenu'])
  })

  it.each(['win32', 'linux'] as const)('has on %s the keys of the view alone', platform => {
    app.isPackaged = true
    expect(rolesOn(platform)).toEqual(['togglefullscreen'])
  })

  it('zooms by its items; the keys of these are left to the page', () => {
    setApplicationMenu(zoom)
    const items = Menu.built.at(-1)?.items.flatMap(({ submenu = [] }) => submenu) ?? []
    for (const item of items) item.click?.()
    expect(zoom.mock.calls).toEqual([['reset'], ['in'], ['out']])
    expect(items.slice(0, 3)).toEqual([
      expect.objectContaining({ accelerator: 'CommandOrControl+0', registerAccelerator: false }),
      expect.objectContaining({ accelerator: 'CommandOrControl+Plus', registerAccelerator: false }),
      expect.objectContaining({ accelerator: 'CommandOrControl+-', registerAccelerator: false }),
    ])
  })

  it.each([true, false])('reloads and has developer tools in development only: package %s', isPackaged => {
    app.isPackaged = isPackaged
    const roles = rolesOn('linux')
    expect(roles.includes('reload')).toBe(!isPackaged)
    expect(roles.includes('toggleDevTools')).toBe(!isPackaged)
  })
})

describe('the menu over text', () => {
  const all = {
    canUndo: true,
    canRedo: true,
    canCut: true,
    canCopy: true,
    canPaste: true,
    canSelectAll: true,
  }

  /** The items offered, with what is off in brackets. */
  function offered(params: object): string[] | undefined {
    offerTextMenu(new RealWindow())
    const window = BrowserWindow.opened.at(-1) ?? expect.unreachable('no window')
    const given = { isEditable: false, selectionText: '', editFlags: all, frame: null, ...params }
    window.webContents.listeners.get('context-menu')?.({}, given)
    const menu = Menu.built.at(-1)
    if (menu) expect(menu.popup).toHaveBeenCalledExactlyOnceWith({ window })
    return menu?.items
      .filter(({ role }) => role !== undefined)
      .map(({ role = '', enabled }) => (enabled === true ? role : `(${role})`))
  }

  it('edits a text field', () => {
    expect(offered({ isEditable: true })).toEqual(['undo', 'redo', 'cut', 'copy', 'paste', 'selectAll'])
  })

  it('copies nothing out of a field that hides its text', () => {
    const editFlags = { ...all, canCopy: false, canCut: false }
    expect(offered({ isEditable: true, editFlags })).toEqual(
      expect.arrayContaining(['(cut)', '(copy)', 'paste']),
    )
  })

  it('copies a selected text', () => {
    expect(offered({ selectionText: 'Over 47.5' })).toEqual(['copy'])
  })

  it('is not there over anything else', () => {
    expect(offered({})).toBeUndefined()
  })
})
