/**
 * Certificates that this system trusts beside Node's own, such as those of a company or of a program that inspects
 * traffic. Read once, and only after a certificate with an unknown issuer, because reading takes a tenth of a second.
 */
import tls from 'node:tls'
import { errorCode } from '../files/error-code.ts'

/** Codes of OpenSSL for an unknown issuer. */
const missingIssuer = new Set<string | undefined>([
  'SELF_SIGNED_CERT_IN_CHAIN',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** True if the system had any; undefined until they were read. */
let areTrusted: boolean | undefined

/** Trusts them after an error about an unknown issuer. Returns true if connecting again may succeed. */
export function trustSystemCertificates(error: Error): boolean {
  return missingIssuer.has(errorCode(error)) && (areTrusted ??= trustAll())
}

function trustAll(): boolean {
  try {
    const trusted = new Set(tls.getCACertificates('default'))
    const added = tls.getCACertificates('system').filter(certificate => !trusted.has(certificate))
    if (added.length > 0) tls.setDefaultCACertificates([...trusted, ...added])
    return added.length > 0
  } catch {
    // Some builds of Node lack these functions, and they throw for a damaged certificate.
    return false
  }
}
