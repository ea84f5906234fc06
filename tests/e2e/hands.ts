/** A user's hands: keys alone, or the mouse with typing into fields that were clicked. Each counts its acts. */
import { expect, type Locator, type Page } from '@playwright/test'

/** Fields that a plain click leads into. */
const fieldSelector = 'input, textarea, [contenteditable]'

export class Keyboard {
  /** Presses so far; a word typed counts once. */
  acts = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async press(key: string, times = 1): Promise<void> {
    for (let at = 0; at < times; at++) await this.#page.keyboard.press(key)
    this.acts += times
  }

  async type(text: string): Promise<void> {
    await this.#page.keyboard.type(text)
    this.acts++
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
  acts = 0
  readonly #page: Page

  constructor(page: Page) {
    this.#page = page
  }

  async click(target: Locator, options: Parameters<Locator['click']>[0] = {}): Promise<void> {
    await target.click(options)
    this.acts++
  }

  /** Clicks into a field, selects what is there, and types. */
  async type(field: Locator, text: string): Promise<void> {
    await this.click(field, { clickCount: 3 })
    await expect(field).toBeFocused()
    await this.#page.keyboard.type(text)
    this.acts++
  }

  async wheel(over: Locator, pixels: number): Promise<void> {
    await over.hover()
    await this.#page.mouse.wheel(0, pixels)
    this.acts++
  }
}

const isFocused = (control: Locator) => control.evaluate(element => element === document.activeElement)

declare global {
  interface Window {
    strayActs: string[]
  }
}

/** Records each use of the other device: presses of the mouse, or keys other than text typed into a field. */
export async function watchHands(page: Page, inUse: 'keyboard' | 'mouse'): Promise<void> {
  await page.evaluate(
    ([hand, fields]) => {
      window.strayActs = []
      const note = (event: Event) => {
        const isText =
          event instanceof KeyboardEvent &&
          event.key.length === 1 &&
          event.target instanceof Element &&
          event.target.matches(fields)
        if (!isText) window.strayActs.push(`${event.type} ${event instanceof KeyboardEvent ? event.key : ''}`)
      }
      const types = hand === 'keyboard' ? ['pointerdown', 'wheel'] : ['keydown']
      for (const type of types) addEventListener(type, note, { capture: true, passive: true })
    },
    [inUse, fieldSelector] as const,
  )
}

/** Fails if the other hand was used. */
export async function expectNoStrayActs(page: Page): Promise<void> {
  expect(await page.evaluate(() => window.strayActs)).toEqual([])
}
