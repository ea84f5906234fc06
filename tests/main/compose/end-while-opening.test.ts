import { expect, it } from 'vitest'
import { readLog, startProgram } from '../../support/bridge/running-program.ts'

it('A program that ends while its profile is being opened starts nothing more', async () => {
  const { services, close, folder } = startProgram()
  const opening = services.account.open()
  await close()
  await expect(opening).resolves.toBeUndefined()
  expect(readLog(folder)).toBe('')
})
