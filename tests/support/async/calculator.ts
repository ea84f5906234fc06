/** A worker that answers sums: the other end of the tests of worker calls. */
import { parentPort, type MessagePort } from 'node:worker_threads'
import { CallServer } from '../../../src/main/async/call-server.ts'

export interface Calculator {
  readonly request:
    | { readonly name: 'add' | 'divide'; readonly a: number; readonly b: number }
    | { readonly name: 'fill'; readonly bytes: Uint8Array<ArrayBuffer> }
    | { readonly name: 'end' }
    | { readonly name: 'never' }
  readonly answers: {
    readonly add: number
    readonly divide: number
    readonly fill: Uint8Array<ArrayBuffer>
    readonly end: null
    readonly never: null
  }
  readonly progress: number
  readonly toWorker: { readonly echo: string } | { readonly port: MessagePort }
  readonly fromWorker: { readonly echo: string }
}

if (parentPort !== null) {
  const server = new CallServer<Calculator>(parentPort, {
    handlers: {
      add: async ({ a, b }, call) => {
        call.report(0.5)
        await Promise.resolve()
        return a + b
      },
      divide: ({ a, b }) => {
        if (b === 0) throw new Error('No division by zero.')
        return a / b
      },
      fill: ({ bytes }) => bytes.fill(7),
      end: () => process.exit(3),
      never: () => new Promise<null>(() => {}),
    },
    onMessage: message => {
      if ('echo' in message) server.send(message)
      // A request through another port: the id of its call.
      else message.port.on('message', (id: number) => server.answer(id, 'add', () => 42))
    },
  })
}
