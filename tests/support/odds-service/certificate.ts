/** Certificates of tests, made by openssl. Each is its own authority. */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { onTestFinished } from 'vitest'
import { tempFolder } from '../storage/temp-folder.ts'

export interface Certificate {
  readonly key: Buffer
  readonly cert: Buffer
  readonly certFile: string
}

export function makeCertificate(...names: readonly string[]): Certificate {
  const folder = tempFolder()
  const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const subjectNames = names.map(name => (/^[\d.]+$/.test(name) ? `IP:${name}` : `DNS:${name}`))
  const subject = ['-subj', '/CN=test', '-addext', `subjectAltName=${subjectNames.join()}`]
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const files = ['-keyout', keyFile, '-out', certFile]
  execFileSync('openssl', ['req', '-x509', ...curve, ...subject, ...files], { stdio: 'ignore' })
  return { key: readFileSync(keyFile), cert: readFileSync(certFile), certFile }
}

/** This process trusts it until the test ends. */
export function trust({ cert }: Certificate): void {
  const before = getCACertificates('default')
  setDefaultCACertificates([...before, cert.toString()])
  onTestFinished(() => {
    setDefaultCACertificates(before)
  })
}

/** A certificate for a name that this process trusts until the test ends. */
export function makeTrusted(name: string): Certificate {
  const certificate = makeCertificate(name)
  trust(certificate)
  return certificate
}
