// Electron's menus. They are checked and kept, not shown: Chromium has none, and does the usual editing keys itself.
import { HostEmitter, raise } from './host-emitter.mjs'
import { roleDefaults } from './menu-roles.mjs'
import { windows } from './windows.mjs'

const TYPES = ['normal', 'separator', 'submenu', 'checkbox', 'radio', 'header', 'palette']

let commands = 0
/** undefined until the app has set one, or none (null). */
let applicationMenu

export class MenuItem {
  commandId = ++commands
  enabled = true
  visible = true
  checked = false

  constructor({ role, submenu, label, type, click = () => {}, ...others }) {
    this.role = role?.toLowerCase()
    const defaults = roleDefaults(this.role)
    Object.assign(this, others)
    this.label = label ?? defaults.label
    this.submenu = toMenu(submenu ?? defaults.submenu)
    this.type = type ?? (this.submenu ? 'submenu' : 'normal')
    this.click = click
    if (this.type === 'submenu' && !this.submenu) throw new Error('Invalid submenu')
    if (!TYPES.includes(this.type)) throw new Error(`Unknown menu item type: ${this.type}`)
  }
}

export class Menu extends HostEmitter {
  items = []

  static buildFromTemplate(template) {
    if (!Array.isArray(template))
      throw new TypeError('Invalid template for Menu: Menu template must be an array')
    if (!template.every(isItem))
      throw new TypeError('Invalid template for MenuItem: must have at least one of label, role or type')
    const menu = new Menu()
    for (const item of withoutExtraSeparators(template))
      menu.append(item instanceof MenuItem ? item : new MenuItem(item))
    return menu
  }

  static setApplicationMenu(menu) {
    if (menu && menu.constructor !== Menu) throw new TypeError('Invalid menu')
    applicationMenu = menu
  }

  static getApplicationMenu() {
    return applicationMenu ?? null
  }

  append(item) {
    this.insert(this.items.length, item)
  }

  insert(position, item) {
    if (item?.constructor !== MenuItem) throw new TypeError('Invalid item')
    if (position < 0) throw new RangeError(`Position ${position} cannot be less than 0`)
    if (position > this.items.length)
      throw new RangeError(`Position ${position} cannot be greater than the total MenuItem count`)
    this.items.splice(position, 0, item)
  }

  getMenuItemById(id) {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id)
      if (found) return found
    }
    return null
  }

  /** Nothing is shown; the menu says that it opens and closes again. */
  popup(options = {}) {
    if (options === null || typeof options !== 'object') throw new TypeError('Options must be an object')
    if (windows.all.length === 0) throw new Error('Cannot open Menu without a BaseWindow present')
    raise(this, 'menu-will-show')
    setImmediate(() => {
      raise(this, 'menu-will-close')
      options.callback?.()
    })
  }

  closePopup() {}
}

/** Gives an app that has set no menu the one that Electron makes. Called before the app is ready. */
export function setDefaultMenu() {
  if (applicationMenu !== undefined) return
  const roles = ['filemenu', 'editmenu', 'viewmenu', 'windowmenu']
  if (process.platform === 'darwin') roles.unshift('appmenu')
  Menu.setApplicationMenu(Menu.buildFromTemplate(roles.map(role => ({ role }))))
}

function toMenu(submenu) {
  return submenu === undefined || submenu instanceof Menu ? submenu : Menu.buildFromTemplate(submenu)
}

function isItem(item) {
  if (item === null || typeof item !== 'object') return false
  return Object.hasOwn(item, 'label') || Object.hasOwn(item, 'role') || item.type === 'separator'
}

/** Neighboring separators count as one; at the ends there are none. */
function withoutExtraSeparators(items) {
  const isSeparator = item => item?.type === 'separator' && item.visible !== false
  const folded = items.filter((item, index) => !isSeparator(item) || !isSeparator(items[index - 1]))
  return folded.filter((item, index) => !isSeparator(item) || (index > 0 && index < folded.length - 1))
}
