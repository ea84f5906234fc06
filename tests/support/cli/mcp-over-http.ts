/**
 * Carries MCP between HTTP on the loopback and servers on standard input and output, one process a session: the
 * conformance suite speaks HTTP only, and the program never does.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { JSONRPCMessage } from '@modelcontextprotocol/sdk/types.js'

/** Each session starts a program, which reads its code compiled. */
const compiled = { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '' }

interface McpOverHttp {
  readonly url: string
  readonly close: () => Promise<void>
}

/** `args`: of Node, which starts the server. */
export async function serveOverHttp(
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<McpOverHttp> {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  // All of them: a request that is refused has started one too.
  const programs: StdioClientTransport[] = []
  let port = 0
  async function open(): Promise<StreamableHTTPServerTransport> {
    const program = new StdioClientTransport({
      command: process.execPath,
      args: [...args],
      env: { ...compiled, ...env },
      stderr: 'inherit',
    })
    programs.push(program)
    const http: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: id => void sessions.set(id, http),
      enableDnsRebindingProtection: true,
      allowedHosts: [`localhost:${port}`, `127.0.0.1:${port}`],
    })
    connect(http, program)
    await Promise.all([http.start(), program.start()])
    return http
  }
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? sessions.get(id) : undefined
    await (known ?? (await open())).handleRequest(request, response)
  }
  const server: Server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  port = typeof address === 'object' ? (address?.port ?? 0) : 0
  return {
    url: `http://localhost:${port}/mcp`,
    async close() {
      server.closeAllConnections()
      server.close()
      await Promise.all(programs.map(program => program.close()))
    },
  }
}

/** Passes messages on, unchanged. Those about a request go back on its own stream. */
function connect(http: Transport, program: Transport): void {
  const open: (string | number)[] = []
  http.onmessage = message => {
    if ('method' in message && 'id' in message) open.push(message.id)
    void program.send(message)
  }
  program.onmessage = (message: JSONRPCMessage) => {
    const relatedRequestId = open.at(-1)
    if (!('method' in message) && 'id' in message && message.id !== undefined)
      open.splice(open.indexOf(message.id), 1)
    void http.send(message, relatedRequestId === undefined ? {} : { relatedRequestId })
  }
}
