/**
 * Ends worker threads in order. Terminating a thread inside a native call, or while another one starts, can crash the
 * process, so each is first asked to exit.
 */
import type { Worker } from 'node:worker_threads'
import type { CloseRequest } from './worker-calls.ts'

/** Time for a worker to finish its work. */
const maxEndMs = 1_000

/** Resolves when the thread is gone. Its `CallServer` closes its port, and it exits once nothing is under way. */
export async function endWorker(worker: Worker, maxMs = maxEndMs): Promise<void> {
  // The thread number of one that has exited.
  if (worker.threadId === -1) return
  const request: CloseRequest = { isClose: true }
  const exit = new Promise<unknown>(resolve => worker.once('exit', resolve))
  const limit = setTimeout(() => void worker.terminate(), maxMs)
  // The process waits for the thread if it exits meanwhile.
  worker.ref()
  worker.postMessage(request)
  await exit
  clearTimeout(limit)
}
