// Uses the system keychain as a process of its own, and prints what came of it: `node vault-rounds.ts`.
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
// A Secret Service that never answers leaves a thread behind, which an ordinary end would wait for.
process.kill(process.pid, 'SIGKILL')
