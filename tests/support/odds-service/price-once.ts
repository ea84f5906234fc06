// Asks for one price as a process of its own: `node price-once.ts PORT KEY [https] [DOMAIN]`. Prints the kind of the outcome.
import { Caller } from '../../../src/main/odds-service/caller.ts'
import { Http } from '../../../src/main/odds-service/http.ts'
import { createPricing } from '../../../src/main/odds-service/pricing.ts'
import { freePermits } from './free-permits.ts'

const [, , port = '', key = '', scheme = 'http', domain = 'localhost'] = process.argv
const http = new Http()
const { acquirePermit } = freePermits()
const ask = createPricing(new Caller({ http, keys: { current: () => key, refuse: () => {} }, acquirePermit }))
const profile = { id: 'mine', pricing: `${scheme}://{book}.${domain}:${port}/` }
const outcome = await ask({ profile, hostId: 'bravo', tokens: ['t'], format: 'american' })
console.log(outcome.kind)
// Node loads its own copy of undici for this global, and that copy has a debug log too.
console.log(new Response(null).status)
await ask({ profile, hostId: 'bravo', tokens: ['t'], format: 'american' })
await http.close()
