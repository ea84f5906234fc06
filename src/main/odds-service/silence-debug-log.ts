/**
 * Prevents a leak: under NODE_DEBUG=undici (or fetch) undici writes every address, with the key, to standard error,
 * unless these channels have a subscriber. Imported before undici; Node loads its own copy later.
 */
import { subscribe } from 'node:diagnostics_channel'

for (const channel of ['undici:client:sendHeaders', 'undici:request:headers']) subscribe(channel, () => {})
