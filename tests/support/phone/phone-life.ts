/**
 * Phone alerts in a separate process: `node phone-life.ts JSON`. It stores an alert unless there is one, sends until
 * nothing waits, and ends; or it kills itself at the given point, like a power cut.
 */
import { z } from 'zod'
import { createMemoryVault } from '../../../src/main/account/key-vault.ts'
import { Http } from '../../../src/main/odds-service/http.ts'
import { PhoneAlerts } from '../../../src/main/phone/phone-alerts.ts'
import { isOpen, PhoneStore } from '../../../src/main/phone/phone-store.ts'
import { TargetSecrets } from '../../../src/main/phone/target-secrets.ts'
import { openDatabase } from '../../../src/main/storage/database.ts'
import { deskMigrations } from '../../../src/main/storage/migrations/desk/desk-migrations.ts'
import type { DeliveryState } from '../../../src/shared/model/settings/phone.ts'

/**
 * `death`: the message is `written`, `marked` as being sent, `answered` but not yet recorded, or recorded (`noted`).
 */
const Life = z.object({
  file: z.string(),
  port: z.number(),
  death: z.enum(['written', 'marked', 'answered', 'noted', 'none']),
})
export type PhoneLife = Readonly<z.infer<typeof Life>>

const { file, port, death } = Life.parse(JSON.parse(process.argv[2] ?? ''))

function dieAt(point: PhoneLife['death']): void {
  if (point !== death) return
  process.kill(process.pid, 'SIGKILL')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
}

class MortalStore extends PhoneStore {
  override add(...given: Parameters<PhoneStore['add']>): void {
    super.add(...given)
    dieAt('written')
  }
  override begin(...given: Parameters<PhoneStore['begin']>): void {
    super.begin(...given)
    dieAt('marked')
  }
  override finish(id: number, state: DeliveryState, at: number): void {
    if (state.kind === 'delivered') dieAt('answered')
    super.finish(id, state, at)
    if (state.kind === 'delivered') dieAt('noted')
  }
}

// The program's window keeps it running while the sender waits.
const running = setInterval(() => {}, 60_000)
const database = openDatabase(file, deskMigrations)
const store = new MortalStore(database)
const http = new Http({})
// The keychain outlives the process.
const secret = { kind: 'ntfy', address: `http://127.0.0.1:${port}/topic`, token: '' }
const secrets = new TargetSecrets(createMemoryVault(JSON.stringify(secret)))
const phone = new PhoneAlerts({ store, secrets, http, pausesMs: [5], log: error => console.error(error) })
phone.open()
if (phone.state().targets.length === 0) {
  const target = { id: 't-0123456789ab', kind: 'ntfy', name: 'Pixel', host: `127.0.0.1:${port}` } as const
  store.addTarget({ ...target, isApproved: true, isOn: true, isKept: true }, Date.now())
  phone.send([{ firedIds: [1], title: 'one · two', body: 'Bravo is at +210.' }])
}
const end = () => {
  if (store.deliveries().some(isOpen)) return
  clearInterval(running)
  phone.close()
  database.close()
  void http.close()
}
phone.on('changed', end)
end()
