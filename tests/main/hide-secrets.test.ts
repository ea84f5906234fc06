import { describe, expect, it } from 'vitest'
import { hideSecrets } from '../../src/main/hide-secrets.ts'
import { withoutKey } from '../../src/main/odds-service/redact.ts'

const key = 'k3y+with/odd=chars&more'
const hide = (text: string) => hideSecrets(text, each => withoutKey(each, key))
const toBase64 = (text: string) => Buffer.from(text).toString('base64')
const token = 'pd_Zk3v-Qm8xT0aB1cD2eF4gH5i'
const ntfyToken = 'tk_agqdq7mvbofd37zqvn29rhumzniz2'
const proxy = 'http://desk:hunter2@proxy.example:3128'

/** Forms in which an error may have a secret, each beside the part of it that must be in no note. */
const forms: readonly (readonly [form: string, secret: string, text: string])[] = [
  [
    'the key, percent-encoded twice',
    'k3y',
    `?to=${encodeURIComponent(encodeURIComponent(`key ${key} end`))}`,
  ],
  ['the key in JSON within JSON', 'chars', JSON.stringify(JSON.stringify({ id: `${key}"\\` }))],
  ['the key with escapes of JavaScript', 'chars', `'k3y\\x2bwith/odd\\u003dchars\\u0026more'`],
  ['the key in base64 of JSON in an address', 'k3y', `?body=${toBase64(JSON.stringify({ id: key }))}`],
  ['an unknown key with spaces in quotes', 'battery', "{ apiKey: 'correct horse, battery', row: 1 }"],
  ['an unknown key in quotes, one of them escaped', 'tail7', '{"password":"ab\\"tail7","row":1}'],
  ['an unknown key in JSON within JSON', 'tail7', JSON.stringify(JSON.stringify({ password: 'ab"tail7' }))],
  ['an unknown key without quotes', 'battery', 'The API key: correct horse battery'],
  ['an unknown key in an encoded query', 'sEcret123', 'next=%2Fprice%3FapiKey%3DsEcret123%26id%3D1'],
  ['a key in a list of headers', 'sEcret123', "rawHeaders: [ 'X-Api-Key', 'sEcret123' ]"],
  ['a key in a header, written so', 'sEcret123', 'x-api-key: sEcret123'],
  ['cookies', 'second22', 'Cookie: a=first11; b=second22'],
  ['credentials with their scheme encoded', 'abc.def', 'header=Authorization%3A%20Bearer%20abc.def'],
  ['credentials of another scheme', '6629fae4', 'Authorization: Digest username="desk", response="6629fae4"'],
  ['credentials without a header', 'abc.def', 'sent Bearer abc.def.ghi to it'],
  ['a password with an encoded line break', 'tail7', 'password=hunter2%0Atail7'],
  ['a key that Node splits over two lines', 'chars', "'k3y+with/odd' +\n  '=chars&more'"],
  ['a password in SQL', 'hunter2', "ALTER ROLE desk PASSWORD 'hunter2'"],
  ['a password in SQL with a quote', 'tail7', "ALTER ROLE desk PASSWORD 'hunter''tail7'"],
  ['a password with @ in an address', 'w0rd', 'postgres://desk:p@ssw0rd@db.example/parlay'],
  ['a password with / in an address', 'w0rd', 'postgres://desk:12/w0rd@db.example/parlay'],
  [
    'a password with a quote in an address',
    'w0rd',
    "Invalid URL 'postgres://desk:hun'w0rd@db.example/parlay'",
  ],
  [
    'a password with a space in an address',
    'w0rd',
    'Invalid URL: postgres://desk:pass w0rd@db.example/parlay',
  ],
  ['a password of a team', 'hunter2', 'host=db.example user=desk password=hunter2 sslmode=require'],
  ['a credential', 'abc11', 'credential: abc11'],
  ['a password, as passwd', 'abc11', 'passwd=abc11'],
  ['a passphrase', 'abc11', 'passphrase: abc11'],
  ['a passcode', 'abc11', 'passcode: abc11'],
  ['a password, as pwd', 'abc11', 'pwd=abc11'],
  ['a secret', 'abc11', 'client_secret=abc11'],
  ['a signature', 'abc11', 'signature: abc11'],
  ['an invitation by its name', 'abc11', 'invitation: abc11'],
  ['a password, as pass', 'abc11', 'pass: abc11'],
  ['a session', 'abc11', 'session: abc11'],
  ['a password for one time', '445566', 'otp=445566'],
  ['a PIN', '4455', 'pin: 4455'],
  ['a long text of letters alone', 'abcdefghij', `got ${'abcdefghij'.repeat(4)}`],
  ['a webhook of Slack without a scheme', 'T000', 'hooks.slack.com/services/T000/B000 failed'],
  ['a token in brackets', 'abcdef123', 'token(abcdef123) is wrong'],
  ['an invitation', 'eyJ2ZXJz', 'parlay-desk-team-eyJ2ZXJz'],
  ['an invitation with line breaks', 'aW9uIjox', 'parlay-desk-team-eyJ2ZXJz\naW9uIjox'],
  ['a token of a script', 'Qm8xT0', `script ${token} failed`],
  ['a token of ntfy in small letters', 'zqvn29', `sent ${ntfyToken} to it`],
  ['an address of ntfy', 'my-topic', 'POST https://ntfy.sh/my-topic failed'],
  ['an address of ntfy, encoded', 'my-topic', 'to=https%3A%2F%2Fntfy.sh%2Fmy-topic'],
  ['an address of ntfy in JSON that escapes /', 'my-topic', '{"address":"https:\\/\\/ntfy.sh\\/my-topic"}'],
  ['an address of a webhook', 'my-path', 'fetch failed: <https://hooks.example/my-path?id=2>'],
  ['a query of a webhook', 'my-name', 'fetch failed: https://hooks.example?my-name'],
  [
    'a webhook of Discord by its path',
    'wJalr',
    "path: '/api/webhooks/42/wJalrXUtnFEMI-K7MDENGbPxRfiCY_EXAMPLEKEYwJalrXUtnFEMIK7MDENGbPx'",
  ],
  ['a token of Telegram, encoded', 'CvCH1vGWJx', '/bot123456789%3AAAHdqTCvCH1vGWJxfSeofSAs0K5PALDsaw/send'],
  ['a proxy', 'hunter2', `connect by ${proxy}`],
  ['a proxy without scheme', 'hunter2', 'HTTPS_PROXY is desk:hunter2@proxy.example:3128'],
  ['a proxy, encoded', 'hunter2', `?proxy=${encodeURIComponent(proxy)}`],
  ['a proxy in JSON', 'hunter2', JSON.stringify({ proxy })],
  [
    'a private key in JSON',
    'MC4CAQAw',
    '"-----BEGIN PRIVATE KEY-----\\nMC4CAQAw\\n-----END PRIVATE KEY-----"',
  ],
  ['a private key, shown line by line', 'MC4CAQAw', "'-----BEGIN PRIVATE KEY-----\\n' +\n  'MC4CAQAw\\n'"],
  ['a private key of a form', 'MC4CAQAw', 'pem=-----BEGIN+PRIVATE+KEY-----%0AMC4CAQAw%0A'],
  ['a long random text with slashes', 'VBoFD37z', 'got Q7mVBoFD37z/QVN29RhuMzNIz2abcdef+HIJKLMNOP4='],
  ['the home folder of another user', 'jane', "EACCES: open '/home/jane/odds.json'"],
  ['the short name of a home folder', 'JANESM~1', 'open C:\\Users\\JANESM~1\\AppData\\odds.json'],
  ['a home folder of macOS in JSON', 'jane', JSON.stringify({ path: '/Users/jane/odds.json' })],
  ['a home folder of Windows in an address', 'jane', 'file:///C%3A/Users/jane/odds.json'],
]

describe('hideSecrets', () => {
  it.each(forms)('removes %s', (_form, secret, text) => {
    expect(hide(`RequestError: ${text}\n    at send (http.js:1:2)`)).not.toContain(secret)
    expect(hide(encodeURIComponent(text))).not.toContain(secret)
    expect(hide(JSON.stringify({ text }))).not.toContain(secret)
  })

  it.each([
    'TypeError: Cannot read properties of undefined (reading "toDecimal")',
    "Error: ENOSPC: no space left on device, write '/tmp/desk/history.db'",
    'SqliteError: UNIQUE constraint failed: script_tokens.id',
    'Error: connect ECONNREFUSED 127.0.0.1:5432',
    'RangeError: 12:30 is no time of 2026-11-28T01:37:38.123Z',
    'RequestError: no answer from https://bravo.example after 20 s',
    '    at async TeamTables.readAll (file:///opt/Parlay Desk/app/main/team-services-BxY3k2_a9Q.js:4:17)',
    'Error: no answer from http://[::1]:8080 after 20 s',
    'Error: no module at file:///opt/desk/main.js',
    '    at node:internal/process/task_queues:105:5',
  ])('keeps all of a line without a secret: %s', text => {
    expect(hide(text)).toBe(text)
  })

  it('keeps the host of an address, and what follows a value in quotes', () =>
    expect(hide('POST https://ntfy.sh:8443/my-topic {"token":"abc","row":3} failed')).toBe(
      'POST https://ntfy.sh:8443/••• {"token":•••,"row":3} failed',
    ))

  it('keeps what follows a value in quotes in a map', () =>
    expect(hide("{ token => 'abc', row: 1 }")).toBe('{ token => •••, row: 1 }'))

  it('keeps the lines of a stack below a secret', () =>
    expect(hide('Error: password: one two\n    at send (http.js:1:2)')).toBe(
      'Error: password: •••\n    at send (http.js:1:2)',
    ))

  it.each([
    ...['x-', 'a:', 'a', 'aB3', 'key "', 'key=', 'password="', '\\\\', '%25', 'x@', 'a b '],
    ...['https://', '/home/', '-----BEGIN A-----', 'parlay-desk-team-a\n', "' +\n"],
  ])('reads a megabyte of %s in seconds', part => {
    const began = performance.now()
    hide(part.repeat(1_000_000 / part.length))
    expect(performance.now() - began).toBeLessThan(5_000)
  })
})
