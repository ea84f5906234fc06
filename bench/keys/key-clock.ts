/** Measures the time from a key press to the paint of its result, inside the page. */
import type { Page } from '@playwright/test'

/** The elements that show the result of a key: by their ids, or else by their texts. */
export interface Sign {
  readonly selector: string
  readonly isId?: boolean
}

/** Time in which all that follows a key has ended. */
const restMs = 300
/** A result that takes this long is counted as this. */
const maxMs = 1_000

export const readSign = (page: Page, sign: Sign): Promise<string> =>
  page.evaluate(
    ({ selector, isId }) =>
      [...document.querySelectorAll(selector)]
        .map(element => (isId === true ? element.id : element.textContent))
        .join('\n'),
    sign,
  )

/** Presses these keys slowly, and returns the sign's text after each. */
export async function rehearse(page: Page, keys: readonly string[], sign: Sign): Promise<string[]> {
  const shown: string[] = []
  for (const key of keys) {
    await page.keyboard.press(key)
    await page.waitForTimeout(restMs)
    shown.push(await readSign(page, sign))
  }
  return shown
}

/**
 * Presses one key; returns the milliseconds from the key event's timestamp to the paint of the frame that first shows
 * `expected`.
 */
export async function pressToPaint(page: Page, key: string, sign: Sign, expected: string): Promise<number> {
  // Installed before the key is sent, because the key reaches the page by another channel.
  const clock = await page.evaluateHandle(startClock, { sign, expected, maxMs })
  await page.keyboard.press(key)
  const tookMs = await clock.evaluate(({ painted }) => painted)
  await page.waitForTimeout(restMs / 3)
  return tookMs
}

/**
 * Runs in the page. Each frame is read before it is painted; the message sent in the frame that shows the result arrives
 * once that is laid out and painted.
 */
function startClock(given: { sign: Sign; expected: string; maxMs: number }): { painted: Promise<number> } {
  const { selector, isId } = given.sign
  const isShown = () =>
    [...document.querySelectorAll(selector)]
      .map(element => (isId === true ? element.id : element.textContent))
      .join('\n') === given.expected
  const painted = new Promise<number>(done => {
    const listen = ({ timeStamp }: KeyboardEvent) => {
      const check = () => {
        if (!isShown() && performance.now() - timeStamp < given.maxMs) {
          requestAnimationFrame(check)
          return
        }
        const { port1, port2 } = new MessageChannel()
        port1.onmessage = () => done(Math.min(given.maxMs, performance.now() - timeStamp))
        port2.postMessage(null)
      }
      requestAnimationFrame(check)
    }
    addEventListener('keydown', listen, { capture: true, once: true })
  })
  return { painted }
}
