/** Starts the desks that the screens are shown on. */
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { launchDesk, type LaunchOptions } from '../../../tools/chromium-host/index.mjs'
import type { Started } from './screen.ts'

/** Hour of the day on every screen: times of the hours before it have a date and two digits, so they are at their widest. */
export const LOCAL_HOUR = 1

/** Prices change only when a screen asks for them. */
const plainSettings = { version: 1, autoSeconds: null }

export async function launch(
  userDataDir: string,
  options: Partial<LaunchOptions> = {},
  stop: () => Promise<unknown> = () => Promise.resolve(),
  settings: object = {},
): Promise<Started> {
  await writeFile(join(userDataDir, 'settings.json'), JSON.stringify({ ...plainSettings, ...settings }), {
    flag: 'wx',
  }).catch(() => undefined)
  const env = { PARLAY_DESK_KEYCHAIN: 'memory', TZ: zoneWhereItIs(LOCAL_HOUR), ...options.env }
  const desk = await launchDesk({ userDataDir, width: 1280, height: 800, ...options, env })
  desk.page.setDefaultTimeout(15_000)
  const end = async () => {
    await desk.close()
    await stop()
    await rm(userDataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
  return { ...desk, end }
}

/** POSIX counts hours west of Greenwich: in Etc/GMT+5 it is five hours earlier than in UTC. */
export function zoneWhereItIs(hour: number): string {
  const west = (new Date().getUTCHours() - hour + 24) % 24
  const offset = west > 12 ? west - 24 : west
  return `Etc/GMT${offset < 0 ? '' : '+'}${offset}`
}
