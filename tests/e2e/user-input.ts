/** A user's input by one device: the keyboard alone, or the mouse with typing into fields that were clicked. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Fields that a plain click leads into. */
const fieldSelector = 'input, textarea, [contenteditable]'

export class Keyboard {
  /** Presses so far; a word typed counts once. */
  inputs = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string, times = 1): Promise<void> {
    for (let at = 0; at < times; at++) await this.#page.keyboard.press(key)
    this.inputs += times
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.inputs++
  }

  /** Tabs on until this control has the focus. Fails where that takes more than a user would go through. */
  async tabTo(control: Locator, maxSteps = 25): Promise<void> {
    await expect(control.first()).toBeVisible()
    for (let step = 0; step < maxSteps; step++) {
      if (await isFocused(control.first())) return
      await this.press('Tab')
    }
    await expect(control.first()).toBeFocused()
  }

  /** Runs a command by the words a user would try. */
  async command(words: string): Promise<void> {
    const palette = this.#page.getByRole('dialog', { name: 'Commands' })
    await this.press('Control+k')
    await expect(palette.getByRole('combobox')).toBeFocused()
    await this.type(words)
    await expect(palette.getByRole('option', { selected: true })).toBeVisible()
    await this.press('Enter')
    await expect(palette).toBeHidden()
  }
}

export class Mouse {
  /** Clicks and turns of the wheel so far; a word typed counts once. */
  inputs = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async click(target: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    await target.click(options)
    this.inputs++
  }

  /** Clicks into a field, selects what is there, and types. */
  async type(field: Locator, text: string): Promise<void> {
    await this.click(field, { clickCount: 3 })
    await expect(field).toBeFocused()
    await this.#page.keyboard.type(text)
    this.inputs++
  }

  async wheel(over: Locator, pixels: number): Promise<void> {
    await over.hover()
    await this.#page.mouse.wheel(0, pixels)
    this.inputs++
  }
}

const isFocused = (control: Locator) => control.evaluate(element => element === document.activeElement)

declare global {
  interface Window {
    otherInputs: string[]
  }
}

/** Records each use of the other device: presses of the mouse, or keys other than text typed into a field. */
export async function watchOtherDevice(page: Page, inUse: 'keyboard' | 'mouse'): Promise<void> {
  await page.evaluate(
    ([device, fields]) => {
      window.otherInputs = []
      const record = (event: Event) => {
        const isText =
          event instanceof KeyboardEvent &&
          event.key.length === 1 &&
          event.target instanceof Element &&
          event.target.matches(fields)
        if (!isText)
          window.otherInputs.push(`${event.type} ${event instanceof KeyboardEvent ? event.key : ''}`)
      }
      const types = device === 'keyboard' ? ['pointerdown', 'wheel'] : ['keydown']
      for (const type of types) addEventListener(type, record, { capture: true, passive: true })
    },
    [inUse, fieldSelector] as const,
  )
}

/** Fails if the other device was used. */
export async function expectOtherDeviceUnused(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.otherInputs)).toEqual([])
}
