/** Odds objects of the page can be larger than one call of the bridge carries, so they cross in parts. */

/** UTF-16 units a part of text holds at most; well under the bridge's cap for any text. */
const textLimit = 60_000
/** Bytes a part of a file holds: the cap is 256 KiB of JSON, which writes a control character in six. */
export const bytesLimit = 43_000
/** Arguments of one call that turns bytes into characters; a whole part would be too many. */
const bytesAtOnce = 8_192

/** The text cut into parts of at most `limit` units, never inside a surrogate pair. Empty text is one empty part. */
export function partsOf(text: string, limit = textLimit): string[] {
  const parts: string[] = []
  let from = 0
  do {
    let to = Math.min(from + limit, text.length)
    if (to < text.length && isHighSurrogate(text.charCodeAt(to - 1))) to--
    parts.push(text.slice(from, to))
    from = to
  } while (from < text.length)
  return parts
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}

/** A file's bytes in parts, one character a byte, read as they are asked for. An empty file is one empty part. */
export async function* bytePartsOf(file: Blob, limit = bytesLimit): AsyncGenerator<string> {
  let from = 0
  do {
    yield charactersOf(new Uint8Array(await file.slice(from, from + limit).arrayBuffer()))
    from += limit
  } while (from < file.size)
}

/** How many parts that are. */
export const bytePartCount = (file: Blob): number => Math.max(1, Math.ceil(file.size / bytesLimit))

/** Not a TextDecoder: its `latin1` is Windows-1252, which gives 27 of the 256 bytes other characters. */
function charactersOf(bytes: Uint8Array): string {
  let text = ''
  for (let from = 0; from < bytes.length; from += bytesAtOnce) {
    text += String.fromCharCode(...bytes.subarray(from, from + bytesAtOnce))
  }
  return text
}
