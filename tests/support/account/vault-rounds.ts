// Uses the system keychain in a separate process, and prints the results: `node vault-rounds.ts`.
import { KeychainUnavailable, keytarVault } from '../../../src/main/account/key-vault.ts'

const canary = 'c4n+ary/k3y=&%"\\?#~'
const startedAt = performance.now()
try {
  const before = await keytarVault.read('p-1')
  await keytarVault.write('p-1', 'first')
  await keytarVault.write('p-1', canary)
  await keytarVault.write('p-2', 'other')
  const [kept, other] = [await keytarVault.read('p-1'), await keytarVault.read('p-2')]
  await keytarVault.remove('p-1')
  await keytarVault.remove('p-1')
  const after = await keytarVault.read('p-1')
  console.log(
    JSON.stringify({ before: before ?? null, isKept: kept === canary, other, after: after ?? null }),
  )
} catch (error) {
  if (!(error instanceof KeychainUnavailable)) throw error
  const seconds = (performance.now() - startedAt) / 1000
  console.log(JSON.stringify({ unavailable: error.message, isInTime: seconds < 6 }))
}
// An unresponsive Secret Service leaves a thread that a normal exit would wait for.
process.kill(process.pid, 'SIGKILL')
