// The parts of Electron by name. Those that the host has not exist too, so that importing them is no error; using one is.
import { app } from './app.mjs'
import { BrowserWindow as HostWindow } from './browser-window.mjs'
import { clipboard, ClipboardItem } from './clipboard.mjs'
import { dialog } from './dialog.mjs'
import { nativeImage, powerMonitor, screen } from './desktop.mjs'
import { ipcMain } from './ipc-main.mjs'
import { Menu as HostMenu, MenuItem } from './menu.mjs'
import { nativeTheme } from './native-theme.mjs'
import { Notification as HostNotification } from './notification.mjs'
import { protocol } from './protocol.mjs'
import { session } from './session.mjs'
import { shell } from './shell.mjs'
import { notInHost, strict } from './strict.mjs'
import { WebContents } from './web-contents.mjs'

const BrowserWindow = strict('BrowserWindow', HostWindow)
const Menu = strict('Menu', HostMenu)
const Notification = strict('Notification', HostNotification)
const webContents = strict('webContents', {
  fromId: id => WebContents.fromId(id),
  getAllWebContents: () => WebContents.getAllWebContents(),
})

export {
  app,
  BrowserWindow,
  clipboard,
  ClipboardItem,
  dialog,
  ipcMain,
  Menu,
  MenuItem,
  nativeImage,
  nativeTheme,
  Notification,
  powerMonitor,
  protocol,
}
export { screen, session, shell, webContents }

export const autoUpdater = absent('autoUpdater')
export const BaseWindow = absent('BaseWindow')
export const BrowserView = absent('BrowserView')
export const contentTracing = absent('contentTracing')
export const crashReporter = absent('crashReporter')
export const desktopCapturer = absent('desktopCapturer')
export const globalShortcut = absent('globalShortcut')
export const inAppPurchase = absent('inAppPurchase')
export const MessageChannelMain = absent('MessageChannelMain')
export const net = absent('net')
export const netLog = absent('netLog')
export const powerSaveBlocker = absent('powerSaveBlocker')
export const pushNotifications = absent('pushNotifications')
export const safeStorage = absent('safeStorage')
export const ShareMenu = absent('ShareMenu')
export const systemPreferences = absent('systemPreferences')
export const TouchBar = absent('TouchBar')
export const Tray = absent('Tray')
export const utilityProcess = absent('utilityProcess')
export const View = absent('View')
export const WebContentsView = absent('WebContentsView')

/** Placeholder for a part of Electron the host lacks: reading a member, calling or constructing it throws. */
function absent(name) {
  const refuse = () => {
    throw new Error(`not in the Chromium host: ${name}`)
  }
  return new Proxy(function () {}, {
    get(_, key) {
      if (typeof key === 'symbol' || key === 'then' || key === 'prototype') return undefined
      throw notInHost(name, key)
    },
    apply: refuse,
    construct: refuse,
  })
}
