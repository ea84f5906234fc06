/** The one error of updates: a named problem, with its sentence for the screen. */
import type { UpdateProblem } from '../../shared/model/settings/updates.ts'
import { errorCode } from '../files/error-code.ts'

const nothingChanged = 'Nothing was changed.'

/** Sentences by problem: what happened and what to do. */
const sentences: Readonly<Record<UpdateProblem, string>> = {
  unreachable: 'The update address couldn’t be reached. Check your connection, then try again.',
  'server-error': 'The update address has an error. Try again later.',
  redirected: `The update address redirects, which is blocked. ${nothingChanged} Get updates from the release page.`,
  'too-large': `The response of the update address was too large to read. ${nothingChanged}`,
  'not-a-manifest':
    'The response of the update address isn’t an update. If your network asks you to sign in, do so, then try again.',
  'wrong-type': `The response of the update address is a signed file of another kind. ${nothingChanged}`,
  'no-release-keys':
    'This build has no release keys, so it can’t verify updates. Get them from the release page.',
  'repeated-signature': `The update names one signer twice, so it counts as unsigned. ${nothingChanged}`,
  'wrong-signature': `A signature of the update is wrong: it was changed after it was signed. ${nothingChanged}`,
  'too-few-signatures': `The update isn’t signed by 2 of the release keys that this version knows. ${nothingChanged} Get updates from the release page.`,
  'unreadable-manifest': `The update is signed, but this version can’t read it. ${nothingChanged} Get updates from the release page.`,
  'newer-format': 'The update is in a format that this version doesn’t know. Get it from the release page.',
  'other-product': `The update is signed for another product. ${nothingChanged}`,
  rollback: `The update is older than one this computer has seen. ${nothingChanged} If it stays so, get updates from the release page.`,
  'mixed-up': `The update has the number of one this computer has seen, with other content. ${nothingChanged}`,
  'clock-set-back':
    'This computer’s clock is earlier than at the last check for updates. Set its date and time, then try again. If they’re right now, get updates from the release page.',
  'clock-behind':
    'The update was signed later than this computer’s clock says it is now. Set the date and time, then try again.',
  expired: `The update is out of date, so a newer one may be held back. ${nothingChanged} Check again, or look at the release page.`,
  'lasts-too-long': `The update claims to be valid for longer than updates ever are. ${nothingChanged}`,
  'no-file': 'The update has no file for this system. Get it from the release page.',
  'wrong-size': `The download isn’t as long as the update says. It was deleted; try again.`,
  'wrong-content': `The download isn’t the file that was signed. It was deleted; try again.`,
  'disk-full': 'The disk is full. Free up space, then try again: a download goes on where it stopped.',
  'not-writable':
    'The folder can’t be written. Check its permissions, or get the update from the release page.',
  unexpected: 'Something went wrong. The log has details. Try again.',
  cancelled: 'The download was stopped. It goes on where it stopped.',
}

export class UpdateRefused extends Error {
  override readonly name = 'UpdateRefused'
  readonly problem: UpdateProblem
  readonly sentence: string
  /** `detail`: for the log only. */
  constructor(problem: UpdateProblem, detail = '', options?: ErrorOptions) {
    super(detail === '' ? problem : `${problem}: ${detail}`, options)
    this.problem = problem
    this.sentence = sentences[problem]
  }
}

const byCode: ReadonlyMap<string | undefined, UpdateProblem> = new Map([
  ['ENOSPC', 'disk-full'],
  ['EDQUOT', 'disk-full'],
  ['EFBIG', 'disk-full'],
  ['EACCES', 'not-writable'],
  ['EPERM', 'not-writable'],
  ['EROFS', 'not-writable'],
  ['ENOENT', 'not-writable'],
  ['ENOTDIR', 'not-writable'],
])

/** Names the problem of an error of the file system; any other error is returned unchanged. */
export function toFileProblem(error: unknown): unknown {
  const problem = byCode.get(errorCode(error))
  return problem === undefined ? error : new UpdateRefused(problem, errorCode(error), { cause: error })
}
