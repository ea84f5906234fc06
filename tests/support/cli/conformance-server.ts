/**
 * The program's own MCP server over standard input and output, with the tools, resources and prompts that the
 * conformance suite calls by name added to it. Run as a process of its own.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { completable } from '@modelcontextprotocol/sdk/server/completable.js'
import { ResourceTemplate, type McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import {
  CreateMessageResultSchema,
  ElicitResultSchema,
  ListToolsRequestSchema,
  SetLevelRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { DeskClient } from '../../../src/main/cli/desk/desk-client.ts'
import { createMcpServer, serveOnStdio } from '../../../src/main/cli/mcp/mcp-server.ts'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA='
const text = (content: string) => ({ type: 'text' as const, text: content })
const image = { type: 'image' as const, data: png, mimeType: 'image/png' }
const resource = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'Embedded resource content for testing.' },
})

function addContentTools(server: McpServer): void {
  const fixed = {
    test_simple_text: [text('This is a simple text response for testing.')],
    test_image_content: [image],
    test_audio_content: [{ type: 'audio' as const, data: wav, mimeType: 'audio/wav' }],
    test_embedded_resource: [resource('test://embedded-resource')],
    test_multiple_content_types: [
      text('Multiple content types test:'),
      image,
      resource('test://mixed-content-resource'),
    ],
  }
  for (const [name, content] of Object.entries(fixed))
    server.registerTool(name, { description: 'Of the suite' }, () => ({ content }))
  server.registerTool('test_error_handling', { description: 'Of the suite' }, () => {
    throw new Error('This tool intentionally returns an error for testing')
  })
}

function addTalkingTools(server: McpServer): void {
  server.registerTool(
    'test_tool_with_logging',
    { description: 'Of the suite' },
    async ({ sendNotification }) => {
      for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
        await sendNotification({ method: 'notifications/message', params: { level: 'info', data } })
        await pause(50)
      }
      return { content: [text('Logged.')] }
    },
  )
  server.registerTool(
    'test_tool_with_progress',
    { description: 'Of the suite' },
    async ({ sendNotification, _meta }) => {
      for (const progress of [0, 50, 100]) {
        const progressToken = _meta?.progressToken
        if (progressToken !== undefined)
          await sendNotification({
            method: 'notifications/progress',
            params: { progressToken, progress, total: 100 },
          })
        await pause(50)
      }
      return { content: [text('Done.')] }
    },
  )
  server.registerTool(
    'test_sampling',
    { description: 'Of the suite', inputSchema: { prompt: z.string() } },
    async ({ prompt }, { sendRequest }) => {
      const messages = [{ role: 'user' as const, content: text(prompt) }]
      const params = { messages, maxTokens: 100 }
      const { content } = await sendRequest(
        { method: 'sampling/createMessage', params },
        CreateMessageResultSchema,
      )
      return { content: [text(`LLM response: ${JSON.stringify(content)}`)] }
    },
  )
}

const user = {
  type: 'object' as const,
  properties: { username: { type: 'string' as const }, email: { type: 'string' as const } },
  required: ['username', 'email'],
}
const defaults = {
  type: 'object' as const,
  properties: {
    name: { type: 'string' as const, default: 'John Doe' },
    age: { type: 'integer' as const, default: 30 },
    score: { type: 'number' as const, default: 95.5 },
    status: { type: 'string' as const, enum: ['active', 'inactive', 'pending'], default: 'active' },
    verified: { type: 'boolean' as const, default: true },
  },
}
const options = ['option1', 'option2', 'option3']
const titled = [
  { const: 'value1', title: 'First' },
  { const: 'value2', title: 'Second' },
]
const choices = {
  type: 'object' as const,
  properties: {
    untitledSingle: { type: 'string' as const, enum: options },
    titledSingle: { type: 'string' as const, oneOf: titled },
    legacyEnum: { type: 'string' as const, enum: ['opt1', 'opt2'], enumNames: ['Option One', 'Option Two'] },
    untitledMulti: { type: 'array' as const, items: { type: 'string' as const, enum: options } },
    titledMulti: { type: 'array' as const, items: { anyOf: titled } },
  },
}

function addAskingTools(server: McpServer): void {
  const schemas = {
    test_elicitation: user,
    test_elicitation_sep1034_defaults: defaults,
    test_elicitation_sep1330_enums: choices,
  }
  for (const [name, requestedSchema] of Object.entries(schemas))
    server.registerTool(
      name,
      { description: 'Of the suite', inputSchema: { message: z.string().default('Which?') } },
      async ({ message }, { sendRequest }) => {
        const params = { message, requestedSchema }
        const result = await sendRequest({ method: 'elicitation/create', params }, ElicitResultSchema)
        return { content: [text(`User response: ${JSON.stringify(result)}`)] }
      },
    )
}

function addResources(server: McpServer): void {
  const about = { description: 'Of the suite', mimeType: 'text/plain' }
  server.registerResource('text', 'test://static-text', about, ({ href }) => ({
    contents: [
      { uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' },
    ],
  }))
  server.registerResource('binary', 'test://static-binary', about, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: png }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, about, ({ href }, { id }) => ({
    contents: [{ uri: href, mimeType: 'application/json', text: JSON.stringify({ id }) }],
  }))
  server.server.registerCapabilities({ resources: { subscribe: true }, logging: {} })
  server.server.setRequestHandler(SubscribeRequestSchema, () => ({}))
  server.server.setRequestHandler(UnsubscribeRequestSchema, () => ({}))
  server.server.setRequestHandler(SetLevelRequestSchema, () => ({}))
}

function addPrompts(server: McpServer): void {
  const say = (...content: ReturnType<typeof text | typeof resource>[] | [typeof image]) => ({
    messages: content.map(part => ({ role: 'user' as const, content: part })),
  })
  server.registerPrompt('test_simple_prompt', { description: 'Of the suite' }, () =>
    say(text('A simple prompt.')),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    {
      description: 'Of the suite',
      argsSchema: { arg1: completable(z.string(), () => ['test']), arg2: z.string() },
    },
    ({ arg1, arg2 }) => say(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'Of the suite', argsSchema: { resourceUri: z.string() } },
    ({ resourceUri }) => say(resource(resourceUri)),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'Of the suite' }, () => say(image))
}

/** Adds a tool whose schema no library writes, beside those of the server. */
async function addSchemaTool(server: McpServer, like: McpServer): Promise<void> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair()
  const client = new Client({ name: 'list', version: '1' })
  await Promise.all([like.connect(theirs), client.connect(ours)])
  const { tools } = await client.listTools()
  const inputSchema = {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    type: 'object' as const,
    $defs: { address: { type: 'object', properties: { street: { type: 'string' } } } },
    properties: { address: { $ref: '#/$defs/address' } },
    additionalProperties: false,
  }
  const added = { name: 'json_schema_2020_12_tool', description: 'Of the suite', inputSchema }
  server.server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: [...tools, added] }))
}

function create(): McpServer {
  // Never connected: the suite calls only its own tools.
  const signal = new AbortController().signal
  const desk = new DeskClient({ socket: '/nowhere/desk.sock', token: 'pd_none', signal })
  const server = createMcpServer(desk, { hasPrices: true })
  for (const add of [addContentTools, addTalkingTools, addAskingTools, addResources, addPrompts]) add(server)
  return server
}

const server = create()
await addSchemaTool(server, create())
await serveOnStdio(server, new AbortController().signal)
