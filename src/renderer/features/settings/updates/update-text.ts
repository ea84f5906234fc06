/** Sentences about updates. */
import { byteSize, percentText } from '../../../format/number-text.ts'
import { dayAndTime } from '../../../format/time-text.ts'
import type { UpdateState, UpdateStatus } from '../../../../shared/model/settings/updates.ts'

/** One sentence on what is known of updates now. */
export function describeUpdates({ status, version, checkedAt }: UpdateState): string {
  switch (status.kind) {
    case 'idle':
      return checkedAt === null ? 'Not checked yet.' : `Last checked ${dayAndTime(checkedAt)}.`
    case 'checking':
      return 'Checking…'
    case 'newest':
      return `${version} is the newest version.`
    case 'available':
      return [`Parlay Desk ${status.release.version} is out.`, status.pageReason ?? ''].join(' ').trim()
    case 'downloading': {
      const { size, version: newer } = status.release
      const share = size === null ? '' : ` ${percentText(status.bytes / size, 0)} of ${byteSize(size)}.`
      return `Downloading ${newer}:${share}`
    }
    case 'downloaded':
      return `Parlay Desk ${status.release.version} is downloaded and verified.`
    case 'installed':
      return status.replaces
        ? `Parlay Desk ${status.release.version} is installed. Restart to use it.`
        : `The installer of ${status.release.version} is open. Quit Parlay Desk, then follow it.`
    case 'failed':
      return status.sentence
  }
}

/** Name of the button that installs; empty while nothing can be installed. */
export function nameInstall(status: UpdateStatus): string {
  if (status.kind === 'downloaded')
    return status.replaces ? `Install ${status.release.version}` : 'Open the installer'
  // It may have been closed before it was done.
  return status.kind === 'installed' && !status.replaces ? 'Open the installer again' : ''
}

/** The step that failed while what was found stays; empty when none did. */
export function describeFailedStep(status: UpdateStatus): string {
  const failed = 'failed' in status ? status.failed : null
  if (failed === null) return ''
  return `${failed.step === 'check' ? 'The check failed.' : 'It couldn’t be installed.'} ${failed.sentence}`
}

/** A paragraph, or the points of a list. */
export type NoteBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly points: { readonly text: string; readonly isInner: boolean }[] }

/** Signs of a point of a list, and of one within another, as the tool of a release writes them. */
const point = /^(?<sign>[-–]) (?<text>.+)$/

/** Changes of a release, when one is shown. */
export function readNotes({ status }: UpdateState): readonly NoteBlock[] {
  const blocks: NoteBlock[] = []
  const release = 'release' in status ? status.release : null
  for (const line of release?.notes.split('\n') ?? []) {
    const { sign, text } = point.exec(line)?.groups ?? {}
    const last = blocks.at(-1)
    if (text === undefined) blocks.push({ kind: 'text', text: line })
    else if (last?.kind === 'list') last.points.push({ text, isInner: sign === '–' })
    else blocks.push({ kind: 'list', points: [{ text, isInner: sign === '–' }] })
  }
  return blocks.filter(block => block.kind === 'list' || block.text.trim() !== '')
}
