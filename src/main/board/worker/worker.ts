/**
 * Entry of the board's worker threads. The store worker holds the board and answers queries; up to two parse workers
 * read texts into batches. Each imports only the modules it runs, so that it starts sooner.
 */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { CallServer } from '../../async/call-server.ts'
import { listBuffers } from '../batch/batch.ts'
import { PartTexts } from '../batch/part-texts.ts'
import { release } from '../columns/columns.ts'
import { tryReadOdds } from '../read/read-odds.ts'
import type { ParsedLoad, ParserProtocol } from './protocol.ts'

if (parentPort === null) throw new Error('This file runs as a worker thread.')
if (workerData === 'parse') serveParser(parentPort)
else (await import('./board-service.ts')).serveBoard(parentPort)

/** Reads texts one after another and sends each batch to the store worker. */
function serveParser(main: MessagePort): void {
  let store: MessagePort | undefined
  const texts = new PartTexts()
  new CallServer<ParserProtocol>(main, {
    isErrorFatal: true,
    onMessage: ({ port }) => (store = port),
    handlers: {
      read: ({ callId, job: { order, bytes, format } }, { report }) => {
        const read = tryReadOdds(bytes, format, { texts, onProgress: report })
        const parsed: ParsedLoad = { callId, order, read }
        store?.postMessage(parsed, 'batch' in read ? listBuffers(read.batch) : [])
        release(bytes)
        return null
      },
    },
  })
}
