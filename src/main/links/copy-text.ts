/** Puts a text on the clipboard; the page itself has no right to. */
import { clipboard } from 'electron'

export async function copyText(text: string): Promise<void> {
  await clipboard.writeText(text)
}
