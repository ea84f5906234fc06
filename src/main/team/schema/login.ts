/**
 * Logins of a team's members. A password is made on a desk and goes to the server as a SCRAM verifier (RFC 5803), so that
 * neither the server's log nor its tables have it.
 */
import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'

/** The server's own default; `invite` accepts no other. */
const iterations = 4_096

export interface NewLogin {
  readonly login: string
  readonly password: string
  readonly verifier: string
}

/** `prefix`: of the team's roles. */
export function createLogin(prefix: string): NewLogin {
  const password = randomBytes(24).toString('base64url')
  const login = `${prefix}_${randomBytes(4).toString('hex')}`
  return { login, password, verifier: toVerifier(password, randomBytes(16)) }
}

/** Verifier of an ASCII password. */
export function toVerifier(password: string, salt: Buffer): string {
  const salted = pbkdf2Sync(password, salt, iterations, 32, 'sha256')
  const toKey = (name: string) => createHmac('sha256', salted).update(name).digest()
  const stored = createHash('sha256').update(toKey('Client Key')).digest('base64')
  const server = toKey('Server Key').toString('base64')
  return `SCRAM-SHA-256$${iterations}:${salt.toString('base64')}$${stored}:${server}`
}
