import { spawn } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SAMPLE_ADDRESS } from '../../../build/docs/api-samples.ts'
import { shellWords } from '../../../src-main/tools/http/lib/shell-words.ts'
import { loadTool, TOOL_MODULES } from '../../../src-main/tools/index.ts'
import type { ToolDefinition } from '../../../src-main/tool-kit/define-tool.ts'
import { manualOfSources } from '../../support/docs/manual-of-sources.ts'
import { startTestGateway, type StartedTestGateway } from '../../support/gateway/start-test-gateway.ts'
import { turnOf } from '../../support/runs.ts'
import { toolgateHere } from '../../support/gateway/toolgate-here.ts'

/** The samples of a tool's page, by their label. */
type Samples = Readonly<Record<'curl' | 'CLI' | 'JavaScript' | 'Python', string>>
type Label = keyof Samples

const LABELS: readonly Label[] = ['curl', 'CLI', 'JavaScript', 'Python']
const END = '\u001e'
/** How the samples of a language run. */
interface Runner {
  readonly program: string
  readonly args: readonly string[]
  /** What the program reads: all samples, each of which runs as it is and is followed by a sign. */
  readonly input: (codes: readonly string[]) => string
}

const JS = `
const codes = JSON.parse((await process.stdin.toArray()).join(''))
for (const code of codes) {
  await Object.getPrototypeOf(async () => {}).constructor(code)()
  process.stdout.write('${END}')
}`
const PYTHON = `
import json, sys
for code in json.load(sys.stdin):
    exec(code, {})
    sys.stdout.write('${END}')
`

/** One process for all samples of a language. */
const RUNNERS: Readonly<Record<'curl' | 'JavaScript' | 'Python', Runner>> = {
  curl: {
    program: 'bash',
    args: ['-eu'],
    input: (codes) => codes.map((code) => `${code}\nprintf '${END}'\n`).join(''),
  },
  JavaScript: {
    program: process.execPath,
    args: ['--input-type=module', '--eval', JS],
    input: (codes) => JSON.stringify(codes),
  },
  Python: { program: 'python3', args: ['-c', PYTHON], input: (codes) => JSON.stringify(codes) },
}

let gateway: StartedTestGateway
let key: string
const pages = await manualOfSources()
const tools: readonly ToolDefinition[] = (
  await Promise.all(Object.keys(TOOL_MODULES).map(loadTool))
).filter((tool) => tool !== null)

beforeAll(async () => {
  gateway = await startTestGateway()
  await ask('/v1/credits/buy', { amount: 20_000 })
  const made = await ask('/v1/enterprise/keys', {
    name: 'Samples',
    rate_limit: { limit: 10_000, window_seconds: 60 },
  })
  key = made['key'] as string
})
afterAll(async () => await gateway?.close())

async function ask(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${gateway.ownerKey}`, 'content-type': 'application/json' }
  const answer = await fetch(`${gateway.url}${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  expect(answer.ok, `${path} ${text}`).toBe(true)
  return JSON.parse(text)
}

function samplesOf({ slug }: ToolDefinition): Samples {
  const page = pages.get(`/docs/tools/${slug}.md`)!
  const blocks = [...page.matchAll(/^(`{3,})\w+ (\w+)\n([\s\S]*?)\n\1$/gm)]
  return Object.fromEntries(blocks.map(([, , label, code]) => [label!, code!])) as Samples // checked below
}

/** Whether a tool sends something to another machine, which a test does not. */
const leaves = ({ tier, slug }: ToolDefinition): boolean => tier === 'network' || slug === 'webhook-send'

/** A tool that reaches other machines is asked for the price of the same call, and says whether it would run. */
function runnable(tool: ToolDefinition, code: string): string {
  const here = code.replaceAll(SAMPLE_ADDRESS, gateway.url)
  if (!leaves(tool)) return here
  return here
    .replace(`/v1/${tool.slug}`, `/v1/dry-run/${tool.slug}`)
    .replace('toolgate call', 'toolgate dry-run')
}

/** Each tool has its turn with one of the languages, and with all of them in the long run. */
function toolsFor(label: Label): readonly ToolDefinition[] {
  return tools.filter((_, at) => turnOf(at, LABELS).includes(label))
}

async function runAll(label: keyof typeof RUNNERS): Promise<Record<string, unknown>[]> {
  const chosen = toolsFor(label)
  const { program, args, input } = RUNNERS[label]
  const child = spawn(program, [...args], { env: { ...process.env, TOOLGATE_KEY: key } })
  child.stdin.end(input(chosen.map((tool) => runnable(tool, samplesOf(tool)[label]))))
  let failed = ''
  child.stderr.on('data', (bytes: Buffer) => (failed += bytes.toString()))
  const [printed, code] = await Promise.all([
    child.stdout.toArray() as Promise<Buffer[]>,
    new Promise<number | null>((resolve) => child.on('close', resolve)),
  ])
  const answers = Buffer.concat(printed).toString().split(END)
  expect([code, answers.length - 1], failed).toEqual([0, chosen.length])
  return answers.slice(0, -1).map((text) => JSON.parse(text))
}

describe('the samples of the pages of tools', () => {
  it('are there in four languages for every tool', () => {
    expect(tools.length).toBeGreaterThan(180)
    for (const tool of tools) expect(Object.keys(samplesOf(tool)), tool.slug).toEqual(LABELS)
  })

  it.each(['curl', 'JavaScript', 'Python'] as const)(
    'run as they are in %s, with the answer of the page',
    async (label) => {
      const answers = await runAll(label)
      for (const [at, tool] of toolsFor(label).entries()) {
        const { slug, tier, cacheable, examples } = tool
        const answer = answers[at]! as {
          ok: boolean
          data: Record<string, unknown>
          would_succeed?: boolean
        }
        // Without a provider, a tool of language models answers how to add one.
        const isGood = answer.ok || (tier === 'llm' && answer.data['_engine'] === 'needs_key')
        expect(isGood, `${slug} ${JSON.stringify(answer)}`).toBe(true)
        const [example] = examples
        if (leaves(tool) || !cacheable || !example || !('output' in example)) continue
        const { _engine: engine, ...data } = answer.data
        expect([slug, engine, data]).toEqual([slug, 'real', example.output])
      }
    },
  )

  it('run as they are on the command line, which sends the same input', async () => {
    for (const tool of toolsFor('CLI')) {
      const { words, rest } = shellWords(runnable(tool, samplesOf(tool).CLI))
      expect(rest).toBe('')
      const [program, ...args] = words
      expect([program, JSON.parse(args.at(-1)!)], tool.slug).toEqual(['toolgate', tool.examples[0]!.input])
      const env = { TOOLGATE_URL: gateway.url, TOOLGATE_KEY: key, TOOLGATE_HOME: gateway.dataDir }
      const { code, stderr } = await toolgateHere(args, env)
      // As above, without a provider.
      expect(code, `${tool.slug} ${stderr}`).toBe(tool.tier === 'llm' && code !== 0 ? 5 : 0)
    }
  })
})
