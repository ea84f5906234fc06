import { globSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')
const builder = createRequire(createRequire(import.meta.url).resolve('electron-builder'))
/** The YAML reader that electron-builder brings. */
const { load } = z
  .object({ load: z.custom<(text: string) => unknown>(value => typeof value === 'function') })
  .parse(builder('js-yaml'))

const Permissions = z.record(z.string(), z.enum(['read', 'write', 'none']))
/** Closed, as is that of a workflow and a job: a variable or a container of all steps would escape the tests below. */
const Step = z.strictObject({
  name: z.string().optional(),
  if: z.string().optional(),
  shell: z.literal('bash').optional(),
  'timeout-minutes': z.number().optional(),
  uses: z.string().optional(),
  run: z.string().optional(),
  env: z.record(z.string(), z.string()).optional(),
  with: z.record(z.string(), z.unknown()).optional(),
})
const Workflow = z.strictObject({
  name: z.string(),
  on: z.record(z.string(), z.unknown()),
  permissions: Permissions,
  concurrency: z.unknown().optional(),
  jobs: z.record(
    z.string(),
    z.strictObject({
      needs: z.union([z.string(), z.array(z.string())]).optional(),
      strategy: z.unknown().optional(),
      'runs-on': z.string(),
      environment: z.literal('release').optional(),
      permissions: Permissions.optional(),
      'timeout-minutes': z.number(),
      steps: z.array(Step),
    }),
  ),
})

/** Every action that a workflow may use; a new one is read before it is added here. */
const actions = [
  ...['checkout', 'setup-node', 'upload-artifact', 'download-artifact', 'attest-build-provenance'],
  ...['cache', 'cache/restore', 'cache/save'],
].map(name => `actions/${name}`)

const files = globSync('.github/workflows/*', { cwd: root })
const read = (file: string) => readFileSync(resolve(root, file), 'utf8')
const workflows = files.map(file => ({ file, ...Workflow.parse(load(read(file))) }))
const release = workflows.find(({ file }) => file.endsWith('release.yml'))
const jobs = release?.jobs ?? {}
const runsOf = (job: string) => (jobs[job]?.steps ?? []).flatMap(({ run }) => run ?? [])

/** Splits scripts into lines, so that a list is easy to read and to compare. */
const toLines = (content: unknown): unknown =>
  JSON.parse(
    JSON.stringify(content, (_, value: unknown) =>
      typeof value === 'string' && value.includes('\n') ? value.trimEnd().split('\n') : value,
    ),
  )

/** The lists hold all that a workflow runs, and when, where and with which rights: each change is reviewed in both files. */
describe('every workflow', () => {
  it('is one of these, each with a list of what it does', () =>
    expect(files.toSorted()).toEqual(['.github/workflows/ci.yml', '.github/workflows/release.yml']))

  it.each(files)(
    '%s has the triggers, systems, steps, inputs, commands and conditions of its list, and no other',
    file => {
      const list = resolve(import.meta.dirname, 'workflows', basename(file, '.yml').concat('.json'))
      expect(toLines(load(read(file)))).toEqual(JSON.parse(readFileSync(list, 'utf8')))
    },
  )
})

describe.each(workflows)('$file', ({ file, on, permissions, jobs: all }) => {
  const steps = Object.values(all).flatMap(job => job.steps)

  it('pins every action by hash, with its version beside it', () => {
    const uses = [...read(file).matchAll(/uses: (.*)$/gm)].map(([, name]) => name ?? '')
    expect(uses.length).toBeGreaterThan(5)
    expect(uses.filter(name => !/^actions\/[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(name))).toEqual([])
    expect(uses).toHaveLength(steps.filter(step => step.uses !== undefined).length)
    expect(uses.map(name => name.split('@')[0]).filter(name => !actions.includes(name ?? ''))).toEqual([])
  })

  it('has no permission by default but to read, and never runs code of strangers with more', () => {
    expect([{}, { contents: 'read' }]).toContainEqual(permissions)
    expect(Object.keys(on)).not.toContain('pull_request_target')
    expect(Object.keys(on)).not.toContain('workflow_run')
  })

  it('keeps no credentials in a checkout', () => {
    const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'))
    expect(checkouts.filter(one => one.with?.['persist-credentials'] !== false)).toEqual([])
  })

  it('fetches Electron before a bill of materials asks it for its versions', () => {
    const asking = Object.values(all)
      .map(job => job.steps.flatMap(({ run }) => run ?? []).join('\n'))
      .filter(run => run.includes('bom.mjs'))
    expect(asking).toHaveLength(1)
    for (const run of asking) expect(run).toMatch(/^node node_modules\/electron\/install\.js$[^]*bom\.mjs/m)
  })

  it('gives secrets and texts of others to steps as variables, never inside a command', () => {
    const commands = steps.flatMap(({ run }) => run ?? [])
    expect(commands.filter(run => run.includes('${{'))).toEqual([])
  })
})

/** Steps with secrets or the token of the workflow, and these: those of CI and of a release. */
const secretsOf = (all: typeof jobs) =>
  Object.entries(all).flatMap(([job, one]) =>
    one.steps.flatMap(step => {
      const named = [...JSON.stringify(step).matchAll(/\bsecrets\b(?:\.(\w+))?|\bgithub\.token\b/g)]
      const names = [...new Set(named.map(([all, name]) => name ?? all))]
      return names.length === 0 ? [] : [[`${job}: ${step.name ?? ''}`, names] as const]
    }),
  )

describe('permissions and secrets', () => {
  const permissionsOf = Object.fromEntries(
    workflows.map(one => [
      one.file.replace('.github/workflows/', ''),
      Object.fromEntries(Object.entries(one.jobs).map(([name, job]) => [name, job.permissions])),
    ]),
  )

  it('are those of these jobs, and of no other', () => {
    const [none, read] = [undefined, { contents: 'read' }]
    const ofCi = ['test', 'mutants', 'bench', 'package', 'repeat', 'same-hashes', 'compare-packages']
    expect(permissionsOf).toEqual({
      'ci.yml': Object.fromEntries(ofCi.map(name => [name, none])),
      'release.yml': {
        check: read,
        package: read,
        sign: { ...read, 'id-token': 'write', attestations: 'write' },
        draft: { contents: 'write' },
      },
    })
  })

  it('reach the steps that need them, each as a variable, from an environment that can be protected', () => {
    const certificates = ['CSC_LINK', 'CSC_KEY_PASSWORD', 'WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD']
    const account = ['APPLE_API_KEY_ID', 'APPLE_API_ISSUER', 'APPLE_API_KEY_BASE64']
    expect(secretsOf(jobs)).toEqual([
      ['package: Say what will not be signed', ['WIN_CSC_LINK', 'CSC_LINK', 'APPLE_API_KEY_ID']],
      ['package: Package', [...certificates, ...account]],
      ['sign: Write and sign checksums and provenance', ['RELEASE_KEY']],
      ['draft: Make a draft', ['github.token']],
    ])
    for (const { file, jobs: all } of workflows) {
      if (file.endsWith('ci.yml')) expect(secretsOf(all)).toEqual([])
      for (const [name, job] of Object.entries(all)) {
        const hasSecrets = /\bsecrets\b/.test(JSON.stringify(job))
        expect([name, job.environment]).toEqual([name, hasSecrets ? 'release' : undefined])
        expect(job.steps.filter(step => /\bsecrets\b/.test(JSON.stringify({ ...step, env: {} })))).toEqual([])
      }
    }
  })

  it('are given to no code of npm that a release does not need: signing installs nothing', () => {
    expect(runsOf('sign')).toEqual(['node tools/release/sign.mjs files'])
  })
})

describe('the workflow of a release', () => {
  it('begins by a tag alone, whose entry in the changelog is checked before all else', () => {
    expect(release?.on).toEqual({ push: { tags: ['v*'] } })
    expect(runsOf('check').join()).toContain('check-tag.mjs "$GITHUB_REF_NAME"')
    expect(Object.entries(jobs).map(([name, { needs }]) => [name, needs])).toEqual([
      ['check', undefined],
      ['package', 'check'],
      ['sign', 'package'],
      ['draft', ['check', 'sign']],
    ])
  })

  it('lets one job write to the repository, and another sign the attestation', () => {
    const writing = Object.entries(jobs).flatMap(([name, job]) =>
      Object.entries(job.permissions ?? {})
        .filter(([, access]) => access === 'write')
        .map(([permission]) => `${name}: ${permission}`),
    )
    expect(writing).toEqual(['sign: id-token', 'sign: attestations', 'draft: contents'])
    // No code of the repository or of npm runs beside a token that may write.
    expect(jobs['draft']?.steps.some(({ uses }) => uses?.startsWith('actions/checkout@'))).toBe(false)
    expect(runsOf('draft').join()).not.toMatch(/\bn(?:pm|ode)\b/)
  })

  it('makes drafts only, once the checksums are right', () => {
    const commands = Object.keys(jobs).flatMap(runsOf)
    const published = commands.filter(run => run.includes('gh release'))
    expect(published).toEqual([
      expect.stringMatching(/^gh release create "\$GITHUB_REF_NAME" --draft --verify-tag /),
    ])
    expect(runsOf('draft')[0]).toContain('sha256sum --check --strict SHA256SUMS')
    expect(read('.github/workflows/release.yml')).not.toContain('--draft=false')
  })
})

describe('the papers of a release', () => {
  it('are a bill of materials, hashes, checksums and an attestation of all of them', () => {
    expect(runsOf('package').join()).toContain('bom.mjs "dist/parlay-desk-$version.cdx.json"')
    expect(runsOf('package').join()).toContain('npm run reproducible -- --write')
    expect(runsOf('sign').join()).toContain('sign.mjs files')
    const attest = jobs['sign']?.steps.find(({ uses }) =>
      uses?.startsWith('actions/attest-build-provenance@'),
    )
    expect(attest?.with).toEqual({ 'subject-checksums': 'files/SHA256SUMS' })
  })

  it('need no secret: each that is missing is a warning', () => {
    const text = read('.github/workflows/release.yml')
    const secrets = new Set([...text.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name))
    expect(secrets.size).toBeGreaterThan(4)
    expect(text.match(/::warning title=/g)).toHaveLength(2)
    expect(read('tools/release/sign.mjs')).toContain('::warning title=Unsigned release::')
    expect(text).not.toMatch(/secrets\.RELEASE_KEY[^}]*}}(?![\s\S]*sign\.mjs)/)
  })
})
