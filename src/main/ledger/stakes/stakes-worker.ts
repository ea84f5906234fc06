/** Worker for stakes beside many open tickets, which take tens of milliseconds. */
import { parentPort } from 'node:worker_threads'
import { jointStakes, planStakes } from '../../../shared/value/kelly.ts'
import { CallServer } from '../../async/call-server.ts'
import type { StakesProtocol } from './stake-planner.ts'

if (parentPort === null) throw new Error('stakes-worker.ts runs as a worker only')
new CallServer<StakesProtocol>(parentPort, {
  handlers: {
    stakes: ({ beside, alone }) => ({
      ...planStakes(beside.bets, beside.options),
      alone: jointStakes(alone.bets, alone.options),
    }),
  },
})
