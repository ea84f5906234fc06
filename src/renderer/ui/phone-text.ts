/** Describes the delivery of alerts to phones, and its failures. */
import { describeConnectionError } from '../../shared/connection-error.ts'
import type {
  Delivery,
  DeliveryReason,
  PhoneTargetKind,
  PhoneTestResult,
} from '../../shared/model/settings/phone.ts'
import { clockTime } from '../format/time-text.ts'

export const phoneKindNames: Readonly<Record<PhoneTargetKind, string>> = {
  ntfy: 'ntfy',
  discord: 'Discord',
  telegram: 'Telegram',
  webhook: 'Webhook',
}

function describeRejection(status: number): string {
  if (status === 401 || status === 403) return `Rejected: check the token (HTTP ${status}).`
  return status === 404 || status === 410
    ? `Address not found (HTTP ${status}).`
    : `Rejected (HTTP ${status}).`
}

function describeReason(reason: DeliveryReason): string {
  switch (reason.kind) {
    case 'unreachable':
      return `No connection: ${describeConnectionError(reason.detail)}.`
    case 'limited':
      return 'Rate limited.'
    case 'server-error':
      return `Server error (HTTP ${reason.status}).`
    case 'rejected':
      return describeRejection(reason.status)
    case 'redirected':
      return `The address redirects (HTTP ${reason.status}). Use the final one.`
    case 'keychain-locked':
      return 'Your keychain is locked.'
    case 'no-secret':
      return 'Its address was forgotten. Remove it and add it again.'
    case 'too-late':
      return 'It waited over 15 min.'
    case 'too-many':
      return 'Too many alerts were waiting.'
    case 'turned-off':
      return 'It was turned off.'
    case 'unanswered':
      return 'No response.'
    case 'interrupted':
      return 'Parlay Desk closed while sending.'
  }
}

/** `Pixel: retrying at 6:01 PM. Rate limited.` */
export function describeDelivery({ targetName, state }: Pick<Delivery, 'targetName' | 'state'>): string {
  switch (state.kind) {
    case 'waiting':
      if (state.reason === null) return `${targetName}: sending…`
      return `${targetName}: retrying at ${clockTime(state.nextAt)}. ${describeReason(state.reason)}`
    case 'sending':
      return `${targetName}: sending…`
    case 'delivered':
      return `${targetName}: delivered`
    case 'unsure':
      return `${targetName}: may have arrived. ${describeReason(state.reason)}`
    case 'failed':
      return `${targetName}: not delivered. ${describeReason(state.reason)}`
  }
}

export function describeTest(result: PhoneTestResult, to: PhoneTargetKind): string {
  switch (result.kind) {
    case 'delivered':
      return to === 'webhook' ? 'Test delivered.' : 'Test delivered. Check your phone.'
    case 'unsure':
      return `Test may have arrived. ${describeReason(result.reason)}`
    case 'failed':
      return `Test not delivered. ${describeReason(result.reason)}`
  }
}
