/** The file of `--profile=FILE`, which names a service profile to use. */
import { readFileSync } from 'node:fs'
import { ProfileDraft } from '../../shared/model/settings/profile.ts'

/**
 * Reads a `--profile=FILE`: JSON `{"name","pricing","queue","grader","feed"?}`. Throws an Error whose message says in
 * plain words what is wrong with the file.
 */
export function readProfileFile(file: string): ProfileDraft {
  let content: unknown
  try {
    content = JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    throw new Error(`The profile file ${file} cannot be read, or is not JSON.`)
  }
  const withFeed = typeof content === 'object' && content !== null ? { feed: null, ...content } : content
  const draft = ProfileDraft.safeParse(withFeed)
  if (draft.success) return draft.data
  const { path, message } = draft.error.issues[0] ?? { path: [], message: '' }
  throw new Error(`The profile file ${file} does not fit at “${path.join('.')}”: ${message}.`)
}
