/** Compares two builds byte for byte, and the hashes of one with a published list. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Paths of the files of a build, by name. */
type Build = ReadonlyMap<string, string>

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex')

/** A sentence for each file that only one build has, or that differs, with the text around the first difference. */
export function findDifferences(first: Build, second: Build): string[] {
  const names = [...new Set([...first.keys(), ...second.keys()])].sort()
  return names.flatMap(name => {
    const [one, other] = [first.get(name), second.get(name)]
    if (one === undefined || other === undefined)
      return [`${name}: only in the ${one === undefined ? 'second' : 'first'} build`]
    return compareFiles(name, readFileSync(one), readFileSync(other))
  })
}

function compareFiles(name: string, one: Buffer, other: Buffer): string[] {
  if (one.equals(other)) return []
  const firstOther = one.findIndex((byte, place) => byte !== other[place])
  const at = firstOther < 0 ? one.length : firstOther
  const around = (bytes: Buffer) => JSON.stringify(bytes.toString('utf8', Math.max(0, at - 60), at + 60))
  return [`${name}: differs from byte ${at}\n  ${around(one)}\n  ${around(other)}`]
}

/** Lines as sha256sum writes them: the whole of `out`, source maps included, as one hash, and each archive. */
export function toHashes(build: Build): string[] {
  const toLine = ([name, path]: readonly [string, string]) => `${sha256(readFileSync(path))}  ${name}`
  const files = [...build]
  const built = files.filter(([name]) => name.startsWith('out/')).map(one => `${toLine(one)}\n`)
  const packed = files.filter(([name]) => name.endsWith('/app.asar'))
  return [`${sha256(built.join(''))}  out`, ...packed.map(toLine)]
}

/**
 * A sentence for each hash of this build that a published list lacks, and for each line of the list that this build lacks,
 * but for those of `elsewhere`, which cannot be made on this system. So a list that is empty or cut off is no agreement.
 */
export function compareHashes(
  hashes: readonly string[],
  list: string,
  elsewhere: readonly string[],
): string[] {
  const lines = list.split(/\r?\n/).filter(line => line.trim() !== '')
  const others = lines.filter(line => !hashes.includes(line))
  return [
    ...hashes.filter(hash => !lines.includes(hash)).map(hash => `only this build has ${hash}`),
    ...others
      .filter(line => !elsewhere.some(name => /^[0-9a-f]{64} {2}/.test(line) && line.slice(66) === name))
      .map(line => `only the list has ${line}`),
  ]
}
