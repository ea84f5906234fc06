/** Command line of the demo service: prints its addresses and runs until it is stopped. */
import { readCommandLine, usage, type CommandLine } from './command-line.ts'
import { profileFor, startDemoService, type DemoOptions } from './service.ts'

async function run(): Promise<void> {
  const { options, log } = readCommandLine(process.argv.slice(2))
  const service = await startDemoService({ ...options, ...(log === 'none' ? {} : { onCall: printer(log) }) })
  const profile = profileFor(service.port)
  process.stdout.write(
    `${[
      `Demo odds service on 127.0.0.1:${service.port}, seed ${options.seed}, speed ${options.speed}`,
      `  pricing  ${profile.pricing}`,
      `  queue    ${profile.queue}`,
      `  grader   ${profile.grader}/v1/grader`,
      `  feed     ${profile.feed}`,
      `  key      ${service.key}`,
      `  profile  ${JSON.stringify(profile)}`,
    ].join('\n')}\n`,
  )
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void service.close())
}

function printer(log: CommandLine['log']): NonNullable<DemoOptions['onCall']> {
  return (call, key) => {
    const line = log === 'calls with keys' ? { ...call, key } : call
    process.stdout.write(`${JSON.stringify(line)}\n`)
  }
}

run().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n${usage}\n`)
  process.exitCode = 1
})
