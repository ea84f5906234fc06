/** A parse worker that takes more memory than there is for a text that begins with 1, and reads any other. */
import { parentPort } from 'node:worker_threads'
import { CallServer } from '../../../src/main/async/call-server.ts'
import type { ParserProtocol } from '../../../src/main/board/worker/protocol.ts'

if (parentPort !== null)
  new CallServer<ParserProtocol>(parentPort, {
    handlers: {
      read: ({ job: { bytes } }, { report }) => {
        const taken: object[] = []
        while (bytes[0] === 1) taken.push({ number: taken.length })
        report({ share: 1, objects: 1 })
        return null
      },
    },
  })
