/**
 * Sends one message once. Only a message that surely did not arrive may be retried: no connection, or an answer that
 * says so. A request without an answer may have arrived.
 */
import { z } from 'zod'
import type { DeliveryReason } from '../../shared/model/settings/phone.ts'
import { KeychainUnavailable } from '../account/key-vault.ts'
import { ServiceError } from '../odds-service/failures.ts'
import type { Http, HttpAnswer } from '../odds-service/http.ts'
import { readRetryAfter } from '../odds-service/retry-after.ts'
import { toMessageRequest, type PhoneMessage } from './message-request.ts'
import type { TargetSecret } from './target-secret.ts'
import type { TargetSecrets } from './target-secrets.ts'

export type SendResult =
  | { readonly kind: 'delivered' }
  /** `notBeforeAt`: the earliest time of the next attempt that the target named. */
  | { readonly kind: 'retry'; readonly reason: DeliveryReason; readonly notBeforeAt?: number }
  | { readonly kind: 'failed'; readonly reason: DeliveryReason }
  | { readonly kind: 'unsure'; readonly reason: DeliveryReason }

export interface SendDeps {
  readonly http: Pick<Http, 'send'>
  readonly secrets: Pick<TargetSecrets, 'read'>
  readonly now: () => number
  /** Limit of one attempt. */
  readonly timeoutMs?: number
}

export type SendMessage = (
  targetId: string,
  message: PhoneMessage,
  onSending: () => void,
) => Promise<SendResult>

const defaultTimeoutMs = 10_000
const maxAnswerBytes = 64 * 1024

/** Calls `onSending` right before the request; if that throws, the error is thrown and nothing is sent. */
export function createSendMessage(deps: SendDeps): SendMessage {
  return async (targetId, message, onSending) => {
    const secret = await readSecret(deps.secrets, targetId)
    if (secret === 'locked') return { kind: 'retry', reason: { kind: 'keychain-locked' } }
    if (secret === undefined) return { kind: 'failed', reason: { kind: 'no-secret' } }
    onSending()
    return sendTo(secret, message, deps)
  }
}

async function readSecret(
  secrets: SendDeps['secrets'],
  targetId: string,
): Promise<TargetSecret | 'locked' | undefined> {
  try {
    return await secrets.read(targetId)
  } catch (error) {
    if (error instanceof KeychainUnavailable) return 'locked'
    throw error
  }
}

async function sendTo(
  secret: TargetSecret,
  message: PhoneMessage,
  { http, now, timeoutMs = defaultTimeoutMs }: SendDeps,
): Promise<SendResult> {
  let hasLeft = false
  try {
    const answer = await http.send({
      ...toMessageRequest(secret, message, now()),
      ...{ method: 'POST', query: {}, key: null, isAlone: true, timeoutMs, maxBytes: maxAnswerBytes },
      onLeaving: () => {
        hasLeft = true
      },
    })
    return readAnswer(answer, now())
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
    return readFailure(error, hasLeft)
  }
}

function readFailure({ failure }: ServiceError, hasLeft: boolean): SendResult {
  if (failure.kind === 'redirected')
    return { kind: 'failed', reason: { kind: 'redirected', status: failure.status } }
  if (hasLeft) return { kind: 'unsure', reason: { kind: 'unanswered' } }
  const detail = failure.kind === 'unreachable' ? failure.detail : 'it didn’t respond'
  return { kind: 'retry', reason: { kind: 'unreachable', detail } }
}

/** Statuses of a gateway that got no answer itself: the message may have arrived. */
const gatewayStatus = new Set([502, 504])

function readAnswer(answer: HttpAnswer, now: number): SendResult {
  const { status } = answer
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 429)
    return { kind: 'retry', reason: { kind: 'limited' }, notBeforeAt: readPause(answer, now) }
  if (gatewayStatus.has(status)) return { kind: 'unsure', reason: { kind: 'unanswered' } }
  if (status < 500) return { kind: 'failed', reason: { kind: 'rejected', status } }
  const pause = answer.retryAfter === undefined ? {} : { notBeforeAt: readRetryAfter(answer, now) }
  return { kind: 'retry', reason: { kind: 'server-error', status }, ...pause }
}

const TelegramLimit = z.object({ parameters: z.object({ retry_after: z.number() }) })

/** Telegram names the pause in the body of its answer. */
function readPause(answer: HttpAnswer, now: number): number {
  if (answer.retryAfter !== undefined) return readRetryAfter(answer, now)
  try {
    const { parameters } = TelegramLimit.parse(JSON.parse(answer.body.toString()))
    return readRetryAfter({ retryAfter: String(parameters.retry_after), date: undefined }, now)
  } catch {
    return readRetryAfter(answer, now)
  }
}
