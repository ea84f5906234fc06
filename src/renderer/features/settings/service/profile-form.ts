/** Form of a service profile: typed text in each field, where an empty feed means none. */
import type { Failure } from '../../../../shared/failure.ts'
import type { ProfileDraft } from '../../../../shared/model/settings/profile.ts'
import { readProfileAddress } from '../../../../shared/model/settings/service-address.ts'
import type { SettingId } from '../setting-list.ts'

export type ProfileText = Record<keyof ProfileDraft, string>
export type FieldErrors = Partial<Record<keyof ProfileDraft, string>>

interface ProfileField {
  readonly name: keyof ProfileDraft
  readonly setting: SettingId
  readonly placeholder: string
  readonly hint: string
  /** Error of an empty field; undefined when it may be empty. */
  readonly ifEmpty: string | undefined
}

export const profileFields: readonly ProfileField[] = [
  {
    name: 'name',
    setting: 'profile-name',
    placeholder: 'My odds service',
    hint: '',
    ifEmpty: 'Enter a name.',
  },
  {
    name: 'pricing',
    setting: 'pricing',
    placeholder: 'https://{book}.odds.example/',
    hint: '{book} is replaced with each book’s ID.',
    ifEmpty: 'Enter the pricing address, with {book} for the book’s ID.',
  },
  {
    name: 'queue',
    setting: 'queue',
    placeholder: 'https://queue.odds.example/',
    hint: '',
    ifEmpty: 'Enter the trending queue’s address.',
  },
  {
    name: 'grader',
    setting: 'grader',
    placeholder: 'https://grader.odds.example/',
    hint: '',
    ifEmpty: 'Enter the grader address.',
  },
  {
    name: 'feed',
    setting: 'feed',
    placeholder: 'https://feed.odds.example/',
    hint: 'Optional. Without it, add odds yourself.',
    ifEmpty: undefined,
  },
]

/** Texts of a profile, or empty ones for a new one. */
export function toProfileText(draft: ProfileDraft | undefined): ProfileText {
  const { name = '', pricing = '', queue = '', grader = '', feed = null } = draft ?? {}
  return { name, pricing, queue, grader, feed: feed ?? '' }
}

export function toProfileDraft(text: ProfileText): ProfileDraft {
  return {
    name: text.name.trim(),
    pricing: text.pricing.trim(),
    queue: text.queue.trim(),
    grader: text.grader.trim(),
    feed: text.feed.trim() || null,
  }
}

/** Errors of all fields: required ones that are empty, and addresses that the key may not be sent to. */
export function findFieldErrors(text: ProfileText): FieldErrors {
  return Object.fromEntries(
    profileFields.flatMap(({ name, ifEmpty }) => {
      const error = findError(name, text[name].trim(), ifEmpty)
      return error === undefined ? [] : [[name, error]]
    }),
  )
}

function findError(
  name: ProfileField['name'],
  typed: string,
  ifEmpty: string | undefined,
): string | undefined {
  if (typed === '') return ifEmpty
  if (name === 'name') return undefined
  const check = readProfileAddress(name, typed)
  return check.ok ? undefined : check.sentence
}

/** Error of the field that a failure names; undefined if it names none. */
export function toFieldError(failure: Failure): FieldErrors | undefined {
  if (failure.kind !== 'invalid') return undefined
  const field = profileFields.find(({ name }) => name === failure.field.split('.').at(-1))
  return field && { [field.name]: failure.sentence }
}
