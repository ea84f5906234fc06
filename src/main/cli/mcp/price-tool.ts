/** The one tool that makes calls to the odds service, offered on request only. */
import type { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { z } from 'zod'
import { contract } from '../../../shared/contract.ts'
import { BookAnswer } from '../../../shared/model/price/book-answer.ts'
import type { DeskClient } from '../desk/desk-client.ts'
import { toResult } from './tool-result.ts'

export function addPriceTool(server: McpServer, desk: DeskClient): void {
  server.registerTool(
    'price_parlay',
    {
      description:
        'Get prices of a parlay from the books. Uses calls of the user’s plan, within a share that the user set, so don’t repeat it without need. Each book has a status, whether to retry, what to do next, and a sentence. It never places a bet.',
      inputSchema: {
        parlayId: z.number().int().positive(),
        bookIds: z
          .array(z.string())
          .min(1)
          .max(200)
          .optional()
          .describe('only these books; all that offer it without'),
        maxAgeSeconds: z
          .number()
          .int()
          .min(0)
          .max(3_600)
          .default(15)
          .describe('take a price this old without a call'),
      },
      outputSchema: { answers: z.array(BookAnswer) },
      annotations: {
        readOnlyHint: false,
        destructiveHint: false,
        idempotentHint: false,
        openWorldHint: true,
      },
    },
    ({ parlayId, bookIds, maxAgeSeconds }) =>
      toResult(() =>
        desk.call(contract.scripts.price, {
          parlayId,
          books: bookIds ?? null,
          maxAgeMs: maxAgeSeconds * 1_000,
        }),
      ),
  )
}
