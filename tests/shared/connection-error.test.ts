import { expect, it } from 'vitest'
import { describeConnectionError } from '../../src/shared/connection-error.ts'

it.each([
  ['ENOTFOUND', 'no server was found by this name'],
  ['EAI_AGAIN', 'no server was found by this name'],
  ['ECONNREFUSED', 'it rejected the connection'],
  ['UND_ERR_SOCKET', 'it cut the connection off'],
  ['UND_ERR_CONNECT_TIMEOUT', 'it didn’t respond'],
  ['EHOSTUNREACH', 'there is no network connection to it'],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'its certificate isn’t trusted'],
  ['EPROTO', 'https doesn’t work there'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'https doesn’t work there'],
  ['EMFILE', 'EMFILE'],
  ['the proxy a.example rejected the login', 'the proxy a.example rejected the login'],
])('a connection that failed by %s, says %s', (detail, words) => {
  expect(describeConnectionError(detail)).toBe(words)
})
