/** A certificate of our own for the books of this machine, made by openssl and trusted by this process. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'

export interface Certificate {
  readonly keyFile: string
  readonly certFile: string
}

/** For the books of these ids; undefined where there is no openssl. */
export function trustedCertificate(folder: string, hostIds: readonly string[]): Certificate | undefined {
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const names = ['IP:127.0.0.1', ...hostIds.map(id => `DNS:${id}.localhost`)].join()
  const subject = ['-subj', '/CN=localhost', '-addext', `subjectAltName=${names}`]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  try {
    const files = ['-keyout', keyFile, '-out', certFile]
    execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], { stdio: 'ignore' })
  } catch {
    return undefined
  }
  setDefaultCACertificates([...getCACertificates('default'), readFileSync(certFile, 'utf8')])
  return { keyFile, certFile }
}
