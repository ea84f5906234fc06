/**
 * The conformance suite of the Model Context Protocol against the program's server. The suite calls tools, resources and
 * prompts of its own by name, so those are added to the server; without them, what every server has is tested on the
 * command itself.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { serveOverHttp } from '../../support/cli/mcp-over-http.ts'
import { tempFolder } from '../../support/storage/temp-folder.ts'

const suite = join(
  dirname(createRequire(import.meta.url).resolve('@modelcontextprotocol/conformance/package.json')),
  'dist/index.js',
)
type Served = Awaited<ReturnType<typeof serveOverHttp>>

async function runSuite(url: string, ...args: string[]) {
  const child = spawn(process.execPath, [
    suite,
    'server',
    '--url',
    url,
    '--output-dir',
    tempFolder(),
    ...args,
  ])
  const [output] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, output }
}

describe('the MCP server with what the suite calls by name', () => {
  let served: Served
  beforeAll(async () => {
    served = await serveOverHttp(['tests/support/cli/conformance-server.ts'])
  })
  afterAll(() => served.close())

  it('passes the whole suite', { timeout: 120_000 }, async () => {
    const { code, output } = await runSuite(served.url)
    expect(output).toMatch(/Total: \d+ passed, 0 failed/)
    expect(code).toBe(0)
  })
})

describe('the command `parlay-desk mcp`', () => {
  let served: Served
  beforeAll(async () => {
    served = await serveOverHttp(['src/main/cli/run-in-terminal.ts', 'mcp', '--price'], {
      PARLAY_DESK_TOKEN: 'pd_none',
      XDG_RUNTIME_DIR: '/nowhere',
    })
  })
  afterAll(() => served.close())

  it.each(['server-initialize', 'ping', 'tools-list'])(
    'passes %s as it is',
    { timeout: 60_000 },
    async scenario => {
      const { code, output } = await runSuite(served.url, '--scenario', scenario)
      expect(output).toContain('SUCCESS')
      expect(code).toBe(0)
    },
  )
})
