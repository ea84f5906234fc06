/** Reads server-sent events, of which the desk sends one line of data each. */
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'

/** Yields the data of each event with this name. Ends with the stream. */
export async function* readEvents(stream: Readable, name: string): AsyncGenerator<string> {
  let event = ''
  let data = ''
  for await (const line of createInterface({ input: stream, crlfDelay: Infinity })) {
    if (line.startsWith('event:')) event = line.slice('event:'.length).trim()
    else if (line.startsWith('data:')) data += line.slice('data:'.length).trimStart()
    else if (line === '') {
      if (event === name) yield data
      event = ''
      data = ''
    }
  }
}
