/** The floor: one socket a book, a request written by hand, and no more read of the answer than its end needs. */
import { once } from 'node:events'
import { connect as connectPlain, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { body, path, priceIn, type Client } from './clients.ts'

export function rawSockets(origins: readonly string[]): Client {
  const open = new Map<string, Promise<Socket>>()
  const socketOf = (origin: string) => {
    const socket = open.get(origin) ?? connected(origin)
    open.set(origin, socket)
    return socket
  }
  return {
    askAll: async () => {
      await Promise.all(origins.map(async origin => priceIn(await exchange(await socketOf(origin), origin))))
    },
    close: async () => {
      for (const socket of await Promise.all(open.values())) socket.destroy()
    },
  }
}

async function connected(origin: string): Promise<Socket> {
  const { protocol, hostname: host, port } = new URL(origin)
  const isTls = protocol === 'https:'
  const socket = isTls ? connectTls({ host, port: Number(port) }) : connectPlain({ host, port: Number(port) })
  socket.setNoDelay(true)
  await once(socket, isTls ? 'secureConnect' : 'connect')
  return socket
}

function exchange(socket: Socket, origin: string): Promise<unknown> {
  const { host } = new URL(origin)
  const type = `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}`
  socket.write(`POST ${path} HTTP/1.1\r\nhost: ${host}\r\n${type}\r\n\r\n${body}`)
  return new Promise(done => {
    let text = ''
    socket.on('data', function gather(chunk: Buffer) {
      text += chunk.toString('latin1')
      const bodyAt = text.indexOf('\r\n\r\n') + 4
      const length = Number(/content-length: (\d+)/i.exec(text)?.[1])
      if (bodyAt < 4 || text.length < bodyAt + length) return
      socket.off('data', gather)
      done(JSON.parse(text.slice(bodyAt)))
    })
  })
}
