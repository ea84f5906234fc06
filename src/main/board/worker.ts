/** The board's worker threads: one keeps the board and answers, up to two others only read texts into batches. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { parseIn } from './parse-worker.ts'
import { storeIn } from './store-worker.ts'

if (parentPort === null) throw new Error('This file runs as a worker thread.')
const run: (port: MessagePort) => void = workerData === 'parse' ? parseIn : storeIn
run(parentPort)
