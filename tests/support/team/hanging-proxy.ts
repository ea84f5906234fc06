/** A network between a desk and its server, which can hang and break. */
import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { onTestFinished } from 'vitest'

export class HangingProxy {
  readonly port: number
  readonly #sockets: Set<Socket>
  readonly #state: { isHanging: boolean }

  private constructor(port: number, sockets: Set<Socket>, state: { isHanging: boolean }) {
    this.port = port
    this.#sockets = sockets
    this.#state = state
  }

  static async start(to: number): Promise<HangingProxy> {
    const sockets = new Set<Socket>()
    const state = { isHanging: false }
    const server = createServer(near => {
      const far = connect(to, '127.0.0.1')
      const pipes = [
        [near, far],
        [far, near],
      ] as const
      for (const [from, into] of pipes) {
        sockets.add(from)
        from.on('data', bytes => {
          if (!state.isHanging) into.write(bytes)
        })
        const end = () => {
          if (!state.isHanging) into.destroy()
        }
        from.on('error', end)
        from.on('close', () => {
          sockets.delete(from)
          end()
        })
      }
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const proxy = new HangingProxy(toPort(server.address()), sockets, state)
    onTestFinished(() => {
      proxy.cut()
      server.close()
    })
    return proxy
  }

  /** Loses all that is sent from now on; no side sees an end. */
  hang(isHanging: boolean): void {
    this.#state.isHanging = isHanging
  }

  /** Breaks all connections. */
  cut(): void {
    for (const socket of this.#sockets) socket.destroy()
  }
}

const toPort = (address: AddressInfo | string | null): number =>
  typeof address === 'object' && address !== null ? address.port : 0
