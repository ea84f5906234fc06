/** The file of `--profile=FILE`, which names a service profile to use. */
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
  const withFeed = typeof content === 'object' && content !== null ? { feed: null, ...content } : content
  const draft = ProfileDraft.safeParse(withFeed)
  if (draft.success) return draft.data
  const { path, message } = draft.error.issues[0] ?? { path: [], message: '' }
  throw new Error(cleanText(`The profile file ${file} has a mistake at “${path.join('.')}”: ${message}.`))
}
