/**
 * The application menu, on macOS only, where shortcuts need it, and the context menu of texts. Reload and developer
 * tools are in development builds only.
 */
import { app, Menu, type BrowserWindow, type MenuItemConstructorOptions } from 'electron'
import type { ZoomStep } from '../../shared/model/settings/view.ts'

type Items = MenuItemConstructorOptions[]

/** Replaces Electron's application menu. Its shortcuts work without a visible menu; the page handles those of zoom. */
export function setApplicationMenu(zoom: (to: ZoomStep) => void): void {
  const development: Items = [{ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' }]
  const view: Items = [
    toZoomItem('Actual Size', '0', () => zoom('reset')),
    toZoomItem('Zoom In', 'Plus', () => zoom('in')),
    toZoomItem('Zoom Out', '-', () => zoom('out')),
    { type: 'separator' },
    { role: 'togglefullscreen' },
    ...(app.isPackaged ? [] : development),
  ]
  const viewMenu: MenuItemConstructorOptions = { label: 'View', submenu: view }
  const isMac = process.platform === 'darwin'
  const menus: Items = isMac
    ? [{ role: 'appMenu' }, { role: 'fileMenu' }, { role: 'editMenu' }, viewMenu, { role: 'windowMenu' }]
    : [viewMenu]
  Menu.setApplicationMenu(Menu.buildFromTemplate(menus))
}

/** On macOS the shortcut works unless the page handles it. */
const toZoomItem = (label: string, key: string, click: () => void): MenuItemConstructorOptions => ({
  label,
  accelerator: `CommandOrControl+${key}`,
  registerAccelerator: false,
  click,
})

/** Opens a menu over a text field or a selected text. */
export function offerTextMenu(window: BrowserWindow): void {
  window.webContents.on('context-menu', (_event, { isEditable, selectionText, editFlags, frame }) => {
    const copy = { role: 'copy', enabled: editFlags.canCopy } as const
    const edit: Items = [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      { type: 'separator' },
      { role: 'cut', enabled: editFlags.canCut },
      copy,
      { role: 'paste', enabled: editFlags.canPaste },
      { type: 'separator' },
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ]
    if (!isEditable && selectionText === '') return
    const menu = Menu.buildFromTemplate(isEditable ? edit : [copy])
    menu.popup({ window, ...(frame && { frame }) })
  })
}
