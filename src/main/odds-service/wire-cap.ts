/**
 * Caps the size of one answer on the wire, including headers, chunk extensions and trailers, which the cap of its body
 * does not count. A connection has one request at a time, so each request written to it starts another answer.
 */
import type { Socket } from 'node:net'
import { ServiceError } from './failures.ts'

/** Room for headers and chunk framing. */
const roomBytes = 64 * 1024

/** `maxBytes`: cap of a body on this connection. */
export function capAnswers(socket: Socket, maxBytes: number): void {
  let { bytesRead: seen, bytesWritten: written } = socket
  let start = seen
  socket.on('readable', () => {
    if (socket.bytesWritten !== written) {
      written = socket.bytesWritten
      start = seen
    }
    seen = socket.bytesRead
    if (seen - start > maxBytes + roomBytes)
      socket.destroy(new ServiceError({ kind: 'too-large', limitBytes: maxBytes }))
  })
}
