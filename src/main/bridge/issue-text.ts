/** Sentences for what a request has wrong; the schema library writes its own in the words of programmers. */
import type { z } from 'zod'

type Issue = Parameters<z.core.$ZodErrorMap>[0]

const units: Readonly<Record<string, string>> = { string: ' characters', array: ' entries' }
const types: Readonly<Record<string, string>> = {
  ...{ string: 'a text', number: 'a number', int: 'a whole number', boolean: 'true or false' },
  ...{ object: 'an object', array: 'a list', null: 'null' },
}

/** Undefined for an issue that the schema library describes. A schema's own sentence comes first. */
export function toIssueSentence(issue: Issue): string | undefined {
  switch (issue.code) {
    case 'too_big':
      return `It may have at most ${issue.maximum}${units[issue.origin] ?? ''}.`
    case 'too_small':
      return `It must have at least ${issue.minimum}${units[issue.origin] ?? ''}.`
    case 'invalid_type':
      return issue.input === undefined
        ? 'It is missing.'
        : `It must be ${types[issue.expected] ?? 'of another type'}.`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'It must be a UUID.' : 'It has another form than it must have.'
    default:
      return undefined
  }
}
