/** The file of `--profile=FILE`, which names a service profile to use. */
import type { z } from 'zod'
import { Refusal } from '../../shared/failure.ts'
import { cleanText } from '../../shared/clean-text.ts'
import { ProfileDraft } from '../../shared/model/settings/profile.ts'
import { readRegularText } from '../files/regular-file.ts'

const profileLimit = { bytes: 2 ** 16, reason: 'is over 64 KB, too large for a profile' }

/**
 * Reads a `--profile=FILE`: JSON `{"name","pricing","queue","grader","feed"?}`. Throws an Error whose message says in
 * plain words what is wrong with the file.
 */
export function readProfileFile(file: string): ProfileDraft {
  let content: unknown
  try {
    content = JSON.parse(readRegularText(file, profileLimit))
  } catch (cause) {
    const reason =
      cause instanceof Refusal && 'sentence' in cause.failure ? cause.failure.sentence : 'It isn’t JSON.'
    throw new Error(cleanText(`The profile file ${file} can’t be read. ${reason}`), { cause })
  }
  const draft = ProfileDraft.safeParse(fillFeed(content))
  if (draft.success) return draft.data
  throw new Error(cleanText(`The profile file ${file} has a mistake. ${describe(draft.error.issues[0])}`))
}

/** A file without a feed, or with a blank one as in the form of a profile, has none. */
function fillFeed(content: unknown): unknown {
  if (typeof content !== 'object' || content === null || Array.isArray(content)) return content
  const feed: unknown = 'feed' in content ? content.feed : null
  return { ...content, feed: typeof feed === 'string' && feed.trim() === '' ? null : feed }
}

function describe(mistake: z.core.$ZodIssue | undefined): string {
  if (mistake?.code === 'unrecognized_keys')
    return `Remove “${mistake.keys[0] ?? ''}”: a profile has name, pricing, queue, grader and feed.`
  const [field] = mistake?.path ?? []
  if (field === undefined) return 'Write a JSON object with name, pricing, queue and grader.'
  return field === 'name'
    ? 'Give “name” a text of 1 to 60 characters.'
    : `Give “${String(field)}” an address of 1 to 500 characters.`
}
