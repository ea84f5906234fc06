/** Requests that wait for a permit. Each leaves once: granted, refused, or cancelled by its signal. */
import { cancelledCall } from '../../odds-service/failures.ts'
import type { CallRequest, Permit } from '../../odds-service/permits.ts'
import { CallQueue, type QueuedCall } from './call-queue.ts'

export interface WaitingCall extends QueuedCall {
  readonly request: CallRequest
  readonly resolve: (permit: Permit) => void
  readonly reject: (why: Error) => void
  readonly cancel: () => void
}

export class WaitingCalls extends CallQueue<WaitingCall> {
  readonly #onLeft: () => void
  readonly #byRequest = new Map<CallRequest, WaitingCall>()
  #count = 0

  /** `onLeft` is called when a request has left the queue. */
  constructor(onLeft: () => void) {
    super()
    this.#onLeft = onLeft
  }

  all(): WaitingCall[] {
    return [...this.#byRequest.values()]
  }

  find(request: CallRequest): WaitingCall | undefined {
    return this.#byRequest.get(request)
  }

  /** Resolves when the request is granted. Rejects when it is refused or cancelled. */
  wait(request: CallRequest): Promise<Permit> {
    return new Promise((resolve, reject) => {
      this.#count += 1
      const { host, priority, signal } = request
      const cancel = () => this.refuse(call, cancelledCall(host))
      const call: WaitingCall = { host, number: this.#count, priority, request, resolve, reject, cancel }
      this.#byRequest.set(request, call)
      this.add(call)
      signal?.addEventListener('abort', cancel)
    })
  }

  grant(call: WaitingCall, permit: Permit): void {
    this.#leave(call)
    call.resolve(permit)
    this.#onLeft()
  }

  refuse(call: WaitingCall, why: Error): void {
    this.#leave(call)
    call.reject(why)
    this.#onLeft()
  }

  #leave(call: WaitingCall): void {
    this.#byRequest.delete(call.request)
    this.remove(call)
    call.request.signal?.removeEventListener('abort', call.cancel)
  }
}
