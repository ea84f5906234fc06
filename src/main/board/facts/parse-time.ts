/** Times as services write them: ISO text with or without a zone, the dates of HTTP, epoch seconds or milliseconds. */

const iso = /^(\d{4}-\d{2}-\d{2})(?:[T ](\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?) ?(Z|[+-]\d{2}(?::?\d{2})?)?)?$/i
/** Date.parse finds a time in nearly any words; these at least say where it is that late. */
const ofGreenwich = /\d:\d{2}.* (?:GMT|UTC)$/
const earliestStart = Date.UTC(2000, 0)
const latestStart = Date.UTC(2100, 0)

/** Epoch ms; text without a zone is UTC. Undefined for what is no time. */
export function timeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value > 0 ? (value < 1e11 ? value * 1000 : value) : undefined
  if (typeof value !== 'string') return undefined
  const text = value.trim()
  if (/^\d+(?:\.\d+)?$/.test(text)) return timeOf(Number(text))
  const at = Date.parse(ofGreenwich.test(text) ? text : isoWithZone(text))
  return Number.isNaN(at) ? undefined : at
}

/** The same for a time of day in this century: a date alone does not say when a game starts. */
export function startTimeOf(value: unknown): number | undefined {
  const at =
    typeof value === 'string' && !value.includes(':') && value.includes('-') ? undefined : timeOf(value)
  return at !== undefined && at >= earliestStart && at < latestStart ? at : undefined
}

/** Empty for what is not ISO. */
function isoWithZone(text: string): string {
  const [, date = '', time = '00:00', zone = 'Z'] = iso.exec(text) ?? []
  const [, hours, minutes = '00'] = /^([+-]\d{2}):?(\d{2})?$/.exec(zone) ?? []
  return date === '' ? '' : `${date}T${time}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`
}
