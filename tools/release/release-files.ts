/** Files published beside the packages: their checksums, a statement of how they were made, and signatures of both. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import path, { join, type PlatformPath } from 'node:path'
import { encodeSigned } from '../../src/main/updates/signed-bytes.ts'

const statementType = 'application/vnd.in-toto+json'
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')

/** A line a file of the folder, in order, as sha256sum writes and checks them. */
export function toChecksums(folder: string, except: readonly string[] = []): string {
  const names = readdirSync(folder).filter(name => !except.includes(name))
  const odd = names.filter(name => !/^[\w.+-]+$/.test(name) || name.startsWith('-'))
  if (odd.length > 0) throw new Error(`Names that a checksum file cannot hold safely: ${odd.join(', ')}`)
  return names
    .sort()
    .map(name => `${sha256(readFileSync(join(folder, name)))}  ${name}\n`)
    .join('')
}

/** Origin of a release. */
interface MadeBy {
  readonly repository: string
  readonly commit: string
  readonly tag: string
  /** SHA-256 of package-lock.json. */
  readonly lockHash: string
  readonly builder: string
  readonly run: string
}

/**
 * An in-toto statement with SLSA's provenance: the files by their checksums, the commit and the command that they come from,
 * and who ran it.
 */
export function toStatement(checksums: string, made: MadeBy): object {
  const { repository, commit, tag, lockHash, builder, run } = made
  const subject = checksums
    .trim()
    .split('\n')
    .map(line => {
      const [hash, name] = line.split('  ')
      return { name, digest: { sha256: hash } }
    })
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: `${repository}/blob/${commit}/docs/delivery.md#releases`,
        externalParameters: { repository, ref: `refs/tags/${tag}`, commands: ['npm ci', 'npm run package'] },
        resolvedDependencies: [
          { uri: `git+${repository}@refs/tags/${tag}`, digest: { gitCommit: commit } },
          { uri: `${repository}/blob/${commit}/package-lock.json`, digest: { sha256: lockHash } },
        ],
      },
      runDetails: { builder: { id: builder }, metadata: { invocationId: run } },
    },
  }
}

/** The statement in an envelope (DSSE), whose signature also covers the type of what is inside. */
export function toEnvelope(statement: object, privateKey: KeyObject): object {
  const payload = Buffer.from(JSON.stringify(statement))
  return {
    payloadType: statementType,
    payload: payload.toString('base64'),
    signatures: [
      {
        keyid: sha256(createPublicKey(privateKey).export({ type: 'spki', format: 'der' })),
        sig: sign(null, encodeSigned(statementType, payload), privateKey).toString('base64'),
      },
    ],
  }
}

/** True of a file in a folder or below it. On Windows the way to another drive begins with that drive's letter. */
export function isWithin(folder: string, file: string, paths: PlatformPath = path): boolean {
  const way = paths.relative(folder, paths.resolve(file))
  return !paths.isAbsolute(way) && way !== '..' && !way.startsWith(`..${paths.sep}`)
}

function parseKey(pem: string): KeyObject {
  try {
    return createPrivateKey(pem)
  } catch (cause) {
    throw new Error('The release key is no private key in PEM.', { cause })
  }
}

/** Reads an Ed25519 key in PEM; any other is refused, since the verifying script knows this one kind. */
export function readPrivateKey(pem: string): KeyObject {
  const key = parseKey(pem)
  if (key.asymmetricKeyType !== 'ed25519')
    throw new Error(`The release key is of type ${key.asymmetricKeyType}; Ed25519 is needed.`)
  return key
}

export const signText = (text: string, privateKey: KeyObject): Buffer =>
  sign(null, Buffer.from(text), privateKey)
