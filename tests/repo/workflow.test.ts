import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { packages } from '../support/package/packages.ts'

const root = resolve(import.meta.dirname, '../..')
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
/** The YAML reader that electron-builder brings. */
const { load } = z
  .object({ load: z.custom<(text: string) => unknown>(value => typeof value === 'function') })
  .parse(builder('js-yaml'))

const step = z.object({
  name: z.string().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  with: z.record(z.string(), z.unknown()).optional(),
  if: z.string().optional(),
  shell: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  'timeout-minutes': z.number().optional(),
})
const build = z.object({ os: z.string(), program: z.string(), display: z.string().optional() })
const { jobs } = z
  .object({
    jobs: z.object({
      test: z.object({ steps: z.array(step) }),
      mutants: z.object({ steps: z.array(step) }),
      bench: z.object({ steps: z.array(step) }),
      package: z.object({
        strategy: z.object({ matrix: z.object({ include: z.array(build) }) }),
        steps: z.array(step),
      }),
      repeat: z.object({ steps: z.array(step) }),
      'compare-packages': z.object({ steps: z.array(step) }),
    }),
  })
  .parse(load(readFileSync(resolve(root, '.github/workflows/ci.yml'), 'utf8')))
const { include } = jobs.package.strategy.matrix
const steps = jobs.package.steps
const findPlace = (text: string) => steps.findIndex(({ run }) => run?.includes(text))
const placeOf = (text: string) => {
  const place = findPlace(text)
  return place === -1 ? expect.unreachable(`no step has ${text}`) : place
}

describe('the job that packages', () => {
  it('runs on three systems and starts the program that electron-builder makes for each', () => {
    const programOf = (system: string, arch: string) =>
      packages.find(one => one.system === system && one.arch === arch)?.program
    expect(include.map(({ os, program }) => [os, program])).toEqual([
      [expect.stringMatching(/^ubuntu-/), `dist/${programOf('linux', 'x64')}`],
      [expect.stringMatching(/^macos-/), `dist/${programOf('mac', 'arm64')}`],
      [expect.stringMatching(/^windows-/), `dist/${programOf('win', 'x64')}`],
    ])
  })

  it('starts it on every system once it is packed, in a shell that waits for its end, within two minutes', () => {
    const place = placeOf('"$PROGRAM" --smoke')
    expect(place).toBeGreaterThan(placeOf('npm run package'))
    expect(steps[place]).toMatchObject({
      shell: 'bash',
      run: 'time $WITH_DISPLAY "$PROGRAM" --smoke',
      env: { PROGRAM: '${{ matrix.program }}', WITH_DISPLAY: '${{ matrix.display }}' },
      'timeout-minutes': 2,
    })
    expect(steps[place]?.if).toBeUndefined()
  })

  it('has a display and a session bus on Linux, whose sandbox it never turns off', () => {
    expect(include.map(({ display }) => display)).toEqual([
      expect.stringMatching(/^dbus-run-session .*xvfb-run/),
      undefined,
      undefined,
    ])
    expect(placeOf('chmod 4755 dist/linux-unpacked/chrome-sandbox')).toBeLessThan(
      placeOf('"$PROGRAM" --smoke'),
    )
    expect(findPlace('--no-sandbox')).toBe(-1)
  })
})

describe('the job that packages, on one system', () => {
  it('starts the installed deb and the AppImage on Linux', () => {
    const place = placeOf(' parlay-desk --smoke')
    expect(place).toBeGreaterThan(placeOf('apt-get install'))
    expect(steps[place]?.run).toContain('.AppImage --smoke')
    expect(steps[place]?.if).toBe("runner.os == 'Linux'")
  })

  it('reads the fuses everywhere before the program is started', () => {
    const place = placeOf('tools/release/fuses.mjs "$PROGRAM"')
    expect(place).toBeLessThan(placeOf('"$PROGRAM" --smoke'))
    expect(steps[place]?.run).toBe('node tools/release/fuses.mjs "$PROGRAM"')
    expect(steps[place]?.if).toBeUndefined()
  })

  it('runs the specs on a copy whose fuse lets them, last, since the copy may do without AppArmor', () => {
    const place = placeOf('npm run e2e -- --project=desk')
    expect(place).toBe(steps.length - 1)
    expect(steps[place]?.run).toContain('fuses.mjs inspectable/electron --inspectable')
    expect(steps[place]?.run).toContain('ELECTRON_OVERRIDE_DIST_PATH=$PWD/inspectable')
  })

  it('verifies the signature on macOS once the program is packed', () => {
    const place = placeOf('codesign --verify')
    expect(place).toBeGreaterThan(placeOf('npm run package'))
    expect(steps[place]?.if).toBe("runner.os == 'macOS'")
  })
})

describe('the job that tests', () => {
  it('runs every test that mounts a disk once more as root', () => {
    const commands = jobs.test.steps.map(({ run }) => run)
    expect(commands).toContainEqual(expect.stringMatching(/^sudo .* npm run unit:disks$/))
    const { scripts } = z
      .object({ scripts: z.object({ 'unit:disks': z.string() }) })
      .parse(JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8')))
    const named = scripts['unit:disks'].split('--project node ')[1]?.split(' ') ?? []
    const mounting = globSync('tests/main/**/*.test.ts', { cwd: root }).filter(path =>
      readFileSync(resolve(root, path), 'utf8').includes('storage/mounts.ts'),
    )
    expect(mounting.length).toBeGreaterThan(4)
    expect(mounting.filter(path => !named.some(name => path.includes(name)))).toEqual([])
  })
})

describe('the job that tests, from run to run', () => {
  it('runs the command of every other machine, and keeps the days of second tries', () => {
    const tests = jobs.test.steps.filter(({ run }) => /^(?:xvfb-run -a )?npm test$/.test(run ?? ''))
    expect(tests.map(one => one.if)).toEqual(["runner.os == 'Linux'", "runner.os != 'Linux'"])
    const path = 'tests/second-tries.json'
    expect(readFileSync(resolve(root, 'tools/second-tries.mjs'), 'utf8')).toContain(`'${path}'`)
    const [restored, saved, ...others] = jobs.test.steps.filter(one => one.with?.['path'] === path)
    expect(others).toEqual([])
    expect(restored?.uses).toMatch(/^actions\/cache\/restore@/)
    expect(restored?.with?.['restore-keys']).toMatch(/^second-tries-/)
    expect(saved?.uses).toMatch(/^actions\/cache\/save@/)
    expect(saved?.if).toBe('always()')
    // A key that is new in each run, because what is stored under a key never changes.
    expect(saved?.with?.['key']).toMatch(/^second-tries-.*github\.run_id/)
  })
})

describe('the job that breaks what changed', () => {
  it('fails on its own where tests notice too little, and ends within ten minutes', () => {
    expect(jobs.mutants.steps.at(-1)).toEqual({ run: 'npm run mutants -- --changed --minutes 10' })
  })
})

describe('the job that measures', () => {
  it('runs the quick benchmarks, whose failure is its own', () => {
    const place = jobs.bench.steps.findIndex(({ run }) => run?.startsWith('npm run bench -- --quick'))
    expect(place).toBeGreaterThan(jobs.bench.steps.findIndex(({ run }) => run === 'npm ci'))
    expect(jobs.bench.steps[place]).toEqual({ run: 'npm run bench -- --quick --json bench.json' })
  })
})

describe('every job', () => {
  it('pins its actions by hash and installs what package-lock.json says', () => {
    for (const job of Object.values(jobs)) {
      const uses = job.steps.flatMap(one => one.uses ?? [])
      expect(uses.length).toBeGreaterThan(0)
      expect(uses.filter(name => !/^actions\/[\w-]+(?:\/[\w-]+)?@[0-9a-f]{40}$/.test(name))).toEqual([])
      expect(job.steps.filter(({ run }) => run === 'npm ci')).toHaveLength(1)
    }
  })
})
