/**
 * Closes a leak: under NODE_DEBUG=undici (or fetch) undici writes every address, key and all, to standard error. It
 * leaves that to whoever listens already, so somebody does. Imported before undici; Node's own copy comes later still.
 */
import { subscribe } from 'node:diagnostics_channel'

for (const channel of ['undici:client:sendHeaders', 'undici:request:headers']) subscribe(channel, () => {})
