/**
 * The demo service in a worker thread, as the app runs it. It posts `{ ready }` or `{ error }` once, and closes on any
 * message.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { allBooks, type Book } from './books/book.ts'
import { startDemoService, type DemoOptions } from './service.ts'

export type DemoWorkerMessage =
  | {
      readonly ready: {
        readonly port: number
        readonly key: string
        readonly books: readonly Pick<Book, 'id' | 'name'>[]
      }
    }
  | { readonly error: string }

function isOptions(value: unknown): value is DemoOptions {
  return typeof value === 'object' && value !== null
}

function post(message: DemoWorkerMessage): void {
  parentPort?.postMessage(message)
}

try {
  const service = await startDemoService(isOptions(workerData) ? workerData : {})
  const books = allBooks.map(({ id, name }) => ({ id, name }))
  post({ ready: { port: service.port, key: service.key, books } })
  parentPort?.once('message', () => void service.close())
} catch (error) {
  post({ error: error instanceof Error ? error.message : String(error) })
}
