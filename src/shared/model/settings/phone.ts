/**
 * Phone targets that alerts are sent to, by a push service or a webhook, and the delivery of each message. Everything
 * of a target but its name and host is secret: only a draft contains it, never a state.
 */
import { z } from 'zod'

export const maxPhoneTargets = 10

const Name = z.string().max(60)
const Address = z.string().max(2_000)
const Token = z.string().max(500)

export const PhoneTargetDraft = z.discriminatedUnion('kind', [
  /** `address` ends with the topic; `token` is empty when the topic needs none. */
  z.strictObject({ kind: z.literal('ntfy'), name: Name, address: Address, token: Token }),
  z.strictObject({ kind: z.literal('discord'), name: Name, address: Address }),
  /** `server` is Telegram's, or the user's own bot server. */
  z.strictObject({
    kind: z.literal('telegram'),
    name: Name,
    server: Address,
    token: Token,
    chatId: z.string().max(100),
  }),
  /** `signingKey` is empty for messages that are not signed. */
  z.strictObject({ kind: z.literal('webhook'), name: Name, address: Address, signingKey: Token }),
])
export type PhoneTargetDraft = Readonly<z.infer<typeof PhoneTargetDraft>>
export type PhoneTargetKind = PhoneTargetDraft['kind']

export const PhoneTargetId = z.string().regex(/^t-[0-9a-f]{12}$/)

export const PhoneTarget = z.strictObject({
  id: PhoneTargetId,
  kind: z.enum(['ntfy', 'discord', 'telegram', 'webhook']),
  name: z.string(),
  /** Nothing is sent to it before the user approves it. */
  host: z.string(),
  isApproved: z.boolean(),
  isOn: z.boolean(),
  /** Place of its secret: the system keychain, memory of this session, or lost. */
  secretStatus: z.enum(['keychain', 'session', 'missing']),
})
export type PhoneTarget = Readonly<z.infer<typeof PhoneTarget>>

/** Reason why an alert is not delivered, or not yet. */
export const DeliveryReason = z.discriminatedUnion('kind', [
  /** No connection: nothing was sent. */
  z.strictObject({ kind: z.literal('unreachable'), detail: z.string() }),
  z.strictObject({ kind: z.literal('limited') }),
  z.strictObject({ kind: z.literal('server-error'), status: z.number() }),
  z.strictObject({ kind: z.literal('rejected'), status: z.number() }),
  /** Redirects are never followed. */
  z.strictObject({ kind: z.literal('redirected'), status: z.number() }),
  z.strictObject({ kind: z.literal('keychain-locked') }),
  z.strictObject({ kind: z.literal('no-secret') }),
  /** It waited too long to be useful. */
  z.strictObject({ kind: z.literal('too-late') }),
  /** Too many newer ones wait. */
  z.strictObject({ kind: z.literal('too-many') }),
  /** The target was turned off or removed. */
  z.strictObject({ kind: z.literal('turned-off') }),
  /** Sent, and no answer came. */
  z.strictObject({ kind: z.literal('unanswered') }),
  /** The program ended while it was being sent. */
  z.strictObject({ kind: z.literal('interrupted') }),
])
export type DeliveryReason = Readonly<z.infer<typeof DeliveryReason>>

export const DeliveryState = z.discriminatedUnion('kind', [
  /** Sent at `nextAt`, epoch ms. `reason`: that of the last attempt. */
  z.strictObject({
    kind: z.literal('waiting'),
    tries: z.number().int(),
    nextAt: z.number(),
    reason: DeliveryReason.nullable(),
  }),
  z.strictObject({ kind: z.literal('sending'), tries: z.number().int() }),
  z.strictObject({ kind: z.literal('delivered') }),
  /** It may have arrived, so it is not retried. */
  z.strictObject({ kind: z.literal('unsure'), reason: DeliveryReason }),
  z.strictObject({ kind: z.literal('failed'), reason: DeliveryReason }),
])
export type DeliveryState = Readonly<z.infer<typeof DeliveryState>>

/** One message to one target. */
export const Delivery = z.strictObject({
  id: z.number().int().positive(),
  targetName: z.string(),
  /** Firings that the message is about. */
  firedIds: z.array(z.number().int().positive()),
  state: DeliveryState,
  /** Time of the state. */
  at: z.number(),
})
export type Delivery = Readonly<z.infer<typeof Delivery>>

/** Targets, oldest first; deliveries, newest first. */
export const PhoneState = z.strictObject({ targets: z.array(PhoneTarget), deliveries: z.array(Delivery) })
export type PhoneState = Readonly<z.infer<typeof PhoneState>>

/** Result of a test message. */
export const PhoneTestResult = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('delivered') }),
  z.strictObject({ kind: z.literal('unsure'), reason: DeliveryReason }),
  z.strictObject({ kind: z.literal('failed'), reason: DeliveryReason }),
])
export type PhoneTestResult = Readonly<z.infer<typeof PhoneTestResult>>
