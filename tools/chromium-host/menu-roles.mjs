// Labels and submenus that a menu item gets from its role.
const isMac = process.platform === 'darwin'
const separator = { type: 'separator' }
const roles = (...names) => names.map(role => ({ role }))

const LABELS = {
  about: 'About',
  close: isMac ? 'Close Window' : 'Close',
  copy: 'Copy',
  cut: 'Cut',
  delete: 'Delete',
  forcereload: 'Force Reload',
  front: 'Bring All to Front',
  help: 'Help',
  hide: 'Hide',
  hideothers: 'Hide Others',
  minimize: 'Minimize',
  paste: 'Paste',
  pasteandmatchstyle: 'Paste and Match Style',
  quit: process.platform === 'win32' ? 'Exit' : 'Quit',
  redo: 'Redo',
  reload: 'Reload',
  resetzoom: 'Actual Size',
  selectall: 'Select All',
  services: 'Services',
  toggledevtools: 'Toggle Developer Tools',
  togglefullscreen: 'Toggle Full Screen',
  undo: 'Undo',
  unhide: 'Show All',
  window: 'Window',
  zoom: 'Zoom',
  zoomin: 'Zoom In',
  zoomout: 'Zoom Out',
  appmenu: 'App',
  filemenu: 'File',
  editmenu: 'Edit',
  viewmenu: 'View',
  windowmenu: 'Window',
}

const SUBMENUS = {
  appmenu: [
    ...roles('about'),
    separator,
    ...roles('services'),
    separator,
    ...roles('hide', 'hideothers', 'unhide'),
    separator,
    ...roles('quit'),
  ],
  filemenu: roles(isMac ? 'close' : 'quit'),
  editmenu: [
    ...roles('undo', 'redo'),
    separator,
    ...roles('cut', 'copy', 'paste', 'delete'),
    separator,
    ...roles('selectall'),
  ],
  viewmenu: [
    ...roles('reload', 'forcereload', 'toggledevtools'),
    separator,
    ...roles('resetzoom', 'zoomin', 'zoomout'),
    separator,
    ...roles('togglefullscreen'),
  ],
  windowmenu: [...roles('minimize', 'zoom'), ...(isMac ? [separator, ...roles('front')] : roles('close'))],
}

/** Label and submenu of a role: { label, submenu? }; an unknown role has an empty label. */
export function roleDefaults(role) {
  return { label: LABELS[role] ?? '', submenu: SUBMENUS[role] }
}
