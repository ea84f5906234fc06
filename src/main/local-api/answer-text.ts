/**
 * JSON of what scripts are sent. Bet slip links are left out wherever they are: a link that the user did not approve
 * opens nothing, and no script can open it for them.
 */

const text = String.raw`(?:null|"(?:[^"\\]|\\.)*")`
const field = `"(?:desktop|mobile)":${text}`
/** Links of a price, as JSON.stringify writes them. In the text of a value, quotes have a backslash. */
const links = new RegExp(String.raw`(?<!\\)"links":\{${field},${field}\}`, 'gs')

/** Edits the text, which takes far less time than a copy of the value. */
export const toAnswerText = (value: unknown): string => JSON.stringify(value).replace(links, '"links":null')
