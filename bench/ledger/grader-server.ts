/** A grader for the bench, on a separate thread: answers each token with a documented item. */
import { createServer } from 'node:http'
import { json } from 'node:stream/consumers'
import { parentPort } from 'node:worker_threads'
import { z } from 'zod'

const Batch = z.object({ odds: z.array(z.object({ grade: z.string() })) })

/** One parlay in five has a loser. */
const toResult = (token: string) => (/[05]-2-/.test(token) ? 'Lost' : 'Won')

const toItem = (grade: string) => ({
  grade,
  market: 'Player Points',
  name: 'Name Surname Over 27.5',
  game: {
    id: 'ubl:team-a:team-b:2026-11-20',
    teams: {
      away: { id: 'ubl:team-a', name: 'Team A', abbreviation: 'TMA', score: 101 },
      home: { id: 'ubl:team-b', name: 'Team B', abbreviation: 'TMB', score: 99 },
    },
    status: 'Final',
    live: false,
  },
  players: [{ name: 'Name Surname', position: 'G', score: 31 }],
  result: toResult(grade),
})

const server = createServer((request, response) => {
  void json(request).then(body => {
    const odds = Batch.parse(body).odds.map(({ grade }) => toItem(grade))
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ odds }))
  })
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  parentPort?.postMessage(typeof address === 'object' ? address?.port : undefined)
})
