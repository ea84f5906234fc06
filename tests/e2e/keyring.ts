/** Locks and unlocks the keyring that `tools/with-keyring.mjs` started, without a window that asks for the password. */
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { connect } from 'node:net'
import { join } from 'node:path'

const service = '/org/freedesktop/secrets'

/** Locks the keyring, as the Secret Service does when the user locks it. */
export function lockKeyring(): void {
  execFileSync('dbus-send', [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.secrets',
    service,
    'org.freedesktop.Secret.Service.Lock',
    `array:objpath:${service}/collection/login`,
  ])
}

/**
 * Unlocks the keyring over the daemon's control socket, as the login screen does: an empty byte, which carries the
 * sender's user id, then length, operation (1 is unlock) and password.
 */
export async function unlockKeyring(): Promise<void> {
  const password = Buffer.from('keyring')
  const message = Buffer.alloc(13 + password.length)
  message.writeUInt32BE(message.length - 1, 1)
  message.writeUInt32BE(1, 5)
  message.writeUInt32BE(password.length, 9)
  password.copy(message, 13)
  const socket = connect(join(process.env['XDG_RUNTIME_DIR'] ?? '', 'keyring/control'))
  socket.write(message)
  const data: unknown[] = await once(socket, 'data')
  socket.destroy()
  const answer = data[0]
  if (!Buffer.isBuffer(answer) || answer.readUInt32BE(4) !== 0)
    throw new Error('gnome-keyring did not unlock')
}
