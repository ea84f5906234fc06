// The comments name the cases of Electron's spec/api-menu-spec.ts, unless another file is named.
import { describe, expect, test } from 'vitest'
import { Menu, MenuItem, setDefaultMenu } from '../menu.mjs'

const labels = menu => menu.items.map(({ label }) => label)

describe('Menu.buildFromTemplate', () => {
  test.each([
    // "throws when an non-array is passed as a template"
    ['what is no list', 'hello', 'Invalid template for Menu: Menu template must be an array'],
    // "does throw exceptions for empty objects and null values"
    ['an empty object', [{}], 'Invalid template for MenuItem: must have at least one of label, role or type'],
    ['null', [null], 'Invalid template for MenuItem: must have at least one of label, role or type'],
    // "does throw exception for object without role, label, or type attribute"
    [
      'an object with another field',
      [{ visible: true }],
      'Invalid template for MenuItem: must have at least one of label, role or type',
    ],
    // "does throw exception for undefined"
    [
      'undefined',
      [undefined],
      'Invalid template for MenuItem: must have at least one of label, role or type',
    ],
  ])('refuses %s', (_, template, message) => {
    expect(() => Menu.buildFromTemplate(template)).toThrow(new TypeError(message))
  })

  // "should be able to accept MenuItems and plain objects", "should be able to attach extra fields"
  test('takes items and plain objects, with fields of their own', () => {
    const menu = Menu.buildFromTemplate([new MenuItem({ label: 'one' }), { label: 'two', extra: 'field' }])
    expect(labels(menu)).toEqual(['one', 'two'])
    expect(menu.items[1].extra).toBe('field')
  })

  // "does not modify the specified template"
  test('leaves the template as it was', () => {
    const template = [{ label: 'a', submenu: [{ label: 'b' }] }]
    const before = structuredClone(template)
    Menu.buildFromTemplate(template)
    expect(template).toEqual(before)
  })

  // "should filter excess menu separators"
  test('drops separators at the ends and double ones', () => {
    const separator = { type: 'separator' }
    const menu = Menu.buildFromTemplate([
      separator,
      { label: 'a' },
      separator,
      separator,
      { label: 'b' },
      separator,
    ])
    expect(menu.items.map(({ type }) => type)).toEqual(['normal', 'separator', 'normal'])
  })
})

describe('Menu.getMenuItemById', () => {
  // "should return the item with the given id"
  test('finds an item in a submenu', () => {
    const menu = Menu.buildFromTemplate([{ label: 'View', submenu: [{ label: 'Enter', id: 'enter' }] }])
    expect(menu.getMenuItemById('enter').label).toBe('Enter')
    expect(menu.getMenuItemById('leave')).toBeNull()
  })
})

describe('Menu.insert', () => {
  const menu = () => Menu.buildFromTemplate([{ label: '1' }, { label: '2' }])

  // "should store item in @items by its index", "append should add the item to the end of the menu"
  test('puts an item at its place, append at the end', () => {
    const changed = menu()
    changed.insert(1, new MenuItem({ label: 'inserted' }))
    changed.append(new MenuItem({ label: 'last' }))
    expect(labels(changed)).toEqual(['1', 'inserted', '2', 'last'])
  })

  // "should throw when attempting to insert at out-of-range indices"
  test.each([
    [-1, 'Position -1 cannot be less than 0'],
    [999, 'Position 999 cannot be greater than the total MenuItem count'],
  ])('refuses the place %i', (place, message) => {
    expect(() => menu().insert(place, new MenuItem({ label: 'x' }))).toThrow(new RangeError(message))
  })

  test('refuses what is no item', () => {
    expect(() => menu().append({ label: 'plain' })).toThrow(new TypeError('Invalid item'))
  })
})

describe('Menu.popup', () => {
  // "throws an error if options is not an object"
  test('refuses options that are none', () => {
    expect(() => Menu.buildFromTemplate([]).popup('this is a string')).toThrow(/Options must be an object/)
  })

  // "works without a given BrowserWindow and options", the other way round; menu.ts
  test('needs a window', () => {
    expect(() => Menu.buildFromTemplate([]).popup()).toThrow('Cannot open Menu without a BaseWindow present')
  })
})

describe('the application menu', () => {
  // api-app-spec.ts "default behavior application menu creates the default menu if the app does not set it"
  test('is Electron’s when the app sets none', () => {
    expect(Menu.getApplicationMenu()).toBeNull()
    setDefaultMenu()
    const menu = Menu.getApplicationMenu()
    expect(labels(menu).slice(-4)).toEqual(['File', 'Edit', 'View', 'Window'])
    expect(labels(menu.items.at(-3).submenu)).toEqual(
      expect.arrayContaining(['Cut', 'Copy', 'Paste', 'Select All']),
    )
  })

  // "Menu.setApplicationMenu sets a menu", "unsets a menu with null"; api-app-spec.ts "does not create the default menu if the app sets a null menu"
  test('is the app’s when it sets one, or none', () => {
    const menu = Menu.buildFromTemplate([{ label: '1' }])
    Menu.setApplicationMenu(menu)
    expect(Menu.getApplicationMenu()).toBe(menu)
    Menu.setApplicationMenu(null)
    setDefaultMenu()
    expect(Menu.getApplicationMenu()).toBeNull()
  })

  test('is refused when it is no menu', () => {
    expect(() => Menu.setApplicationMenu([{ label: 'x' }])).toThrow(new TypeError('Invalid menu'))
  })
})

describe('an item of a menu', () => {
  // api-menu-item-spec.ts "MenuItem role returns the correct default label", "MenuItem editMenu includes a default submenu layout when submenu is empty"
  test('has the label and submenu of its role', () => {
    expect(new MenuItem({ role: 'selectAll' }).label).toBe('Select All')
    expect(new MenuItem({ role: 'editMenu' }).submenu.items.length).toBeGreaterThan(5)
    expect(new MenuItem({ role: 'copy', label: 'Take' }).label).toBe('Take')
  })

  // api-menu-item-spec.ts "MenuItem with invalid type throws an exception", "MenuItem with submenu type and missing submenu throws an exception"
  test.each([
    [{ label: 'a', type: 'submenu' }, 'Invalid submenu'],
    [{ label: 'a', type: 'knob' }, 'Unknown menu item type: knob'],
  ])('%j is refused', (item, message) => {
    expect(() => new MenuItem(item)).toThrow(message)
  })
})
