/**
 * Closes a leak: under NODE_DEBUG=undici (or fetch) undici writes every address, with its key, to standard error, unless
 * these channels have a subscriber. Imported before undici; Node's own copy is loaded later still.
 */
import { subscribe } from 'node:diagnostics_channel'

for (const channel of ['undici:client:sendHeaders', 'undici:request:headers']) subscribe(channel, () => {})
