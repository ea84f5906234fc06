/**
 * The board's worker threads: one keeps the board and answers, up to two others only read texts into batches. Each
 * takes in no more of the program than it runs: the smaller its heap, the sooner a text begun on is read.
 */
import { parentPort, workerData } from 'node:worker_threads'

if (parentPort === null) throw new Error('This file runs as a worker thread.')
if (workerData === 'parse') (await import('./parse-worker.ts')).parseIn(parentPort)
else (await import('./store-worker.ts')).storeIn(parentPort)
