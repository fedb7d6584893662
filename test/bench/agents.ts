import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { readFile } from 'node:fs/promises'
import { bytePairsOf, type BytePairs } from '../../src-main/tokens/byte-pairs.ts'
import { createToolRanking } from '../../src-shared/tool-ranking.ts'
import { OWNER_KEY, startMeasuredGateway } from './measured-gateway.ts'
import type { BenchTable } from './run.ts'

const TASKS = 100
const NEEDS = new URL('../fixtures/search-needs.json', import.meta.url)

/** What somebody asks for in their own words, and the tools that are right. */
interface Need {
  readonly need: string
  readonly slugs: readonly string[]
  readonly half: 'seen' | 'held'
}

/** What a task costs an agent until it has the answer of the tool that it chose. */
interface Done {
  readonly tokens: number
  readonly calls: number
  readonly chosen: string | undefined
}

type Way = (need: string) => Promise<Done>

/**
 * What an agent reads and sends for one task in a conversation of its own: with every tool listed, and with the
 * finders alone. The model is scripted: it takes what search finds first, or of a list the tool whose name and
 * description share most with the need, and calls it with its first example, unless it would need a network or a
 * model. So the figures are of the surface, and not of a model.
 */
export async function benchAgents(): Promise<BenchTable> {
  const { gateway, stop } = await startMeasuredGateway()
  try {
    const { encode } = await bytePairsOf('o200k_base')
    // test/src-main/registry/search-needs.test.ts holds the file to this shape.
    const needs = JSON.parse(await readFile(NEEDS, 'utf8')) as readonly Need[]
    const tasks = needs.filter(({ half }) => half === 'held').slice(0, TASKS)
    const url = `http://127.0.0.1:${gateway.port}/mcp`
    const inputs = await exampleInputs(gateway.port)
    const all = await Agent.connect(`${url}?toolset=all`, encode, inputs)
    const finder = await Agent.connect(`${url}?toolset=finder`, encode, inputs)
    const rows = [
      await rowOf('every tool listed', all.byList(), tasks),
      await rowOf('search, describe, call', finder.bySearch(), tasks),
    ]
    await Promise.all([all.close(), finder.close()])
    return { name: `Agents: ${tasks.length} tasks, each in a conversation of its own (o200k_base)`, rows }
  } finally {
    await stop()
  }
}

type Inputs = ReadonlyMap<string, Record<string, unknown>>

/** The first example of each tool that only computes. */
async function exampleInputs(port: number): Promise<Inputs> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/tools?tier=compute`)
  // As src-main/registry/catalogue.ts writes them.
  const { tools } = (await answer.json()) as {
    tools: { slug: string; examples: { input: Record<string, unknown> }[] }[]
  }
  return new Map(tools.flatMap(({ slug, examples: [first] }) => (first ? [[slug, first.input]] : [])))
}

async function rowOf(what: string, way: Way, tasks: readonly Need[]): Promise<Record<string, string>> {
  const sum = { tokens: 0, calls: 0, right: 0 }
  for (const { need, slugs } of tasks) {
    const { tokens, calls, chosen } = await way(need)
    sum.tokens += tokens
    sum.calls += calls
    if (chosen !== undefined && slugs.includes(chosen)) sum.right++
  }
  return {
    what,
    'tokens a task': Math.round(sum.tokens / tasks.length).toLocaleString('en'),
    'calls a task': (sum.calls / tasks.length).toFixed(1),
    'right tool': `${sum.right} of ${tasks.length}`,
  }
}

type ListedTools = Awaited<ReturnType<Client['listTools']>>['tools']

/** A scripted model behind the official client. */
class Agent {
  readonly #client: Client
  readonly #tools: ListedTools
  readonly #encode: BytePairs['encode']
  readonly #inputs: Inputs

  constructor(client: Client, tools: ListedTools, encode: BytePairs['encode'], inputs: Inputs) {
    this.#client = client
    this.#tools = tools
    this.#encode = encode
    this.#inputs = inputs
  }

  static async connect(url: string, encode: BytePairs['encode'], inputs: Inputs): Promise<Agent> {
    const client = new Client({ name: 'bench', version: '1' })
    const requestInit = { headers: { authorization: `Bearer ${OWNER_KEY}` } }
    await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit }))
    return new Agent(client, (await client.listTools()).tools, encode, inputs)
  }

  byList(): Way {
    const choose = createToolRanking(
      this.#tools.map(({ name, title = '', description = '' }) => ({
        slug: name,
        title,
        summary: description,
        category: '',
      })),
    )
    return async (need) => {
      const task = this.#begin()
      const chosen = choose(need)[0]?.slug
      if (chosen !== undefined) await task.run(chosen, (input) => task.call(chosen, input))
      return { ...task.spent, chosen }
    }
  }

  bySearch(): Way {
    return async (need) => {
      const task = this.#begin()
      // As src-main/mcp/finder-tools.ts writes both.
      const found = (await task.call('search_tools', { query: need, limit: 5 })) as {
        tools: { slug: string }[]
      }
      const chosen = found.tools[0]?.slug
      if (chosen === undefined) return { ...task.spent, chosen }
      await task.call('describe_tool', { slug: chosen })
      await task.run(chosen, (input) => task.call('call_tool', { slug: chosen, input }))
      return { ...task.spent, chosen }
    }
  }

  close(): Promise<void> {
    return this.#client.close()
  }

  /** A conversation: it begins with the list, and each call adds what is sent and what is read. */
  #begin() {
    const spent = { tokens: this.#count(this.#tools), calls: 0 }
    const call = async (name: string, args: Record<string, unknown>): Promise<unknown> => {
      const { content, structuredContent } = await this.#client.callTool({ name, arguments: args })
      spent.calls++
      spent.tokens += this.#count({ name, args }) + this.#count(content)
      return structuredContent
    }
    const run = async (
      slug: string,
      send: (input: Record<string, unknown>) => Promise<unknown>,
    ): Promise<void> => {
      const input = this.#inputs.get(slug)
      if (input) await send(input)
      else spent.calls++
    }
    return { spent, call, run }
  }

  #count(value: unknown): number {
    return this.#encode(JSON.stringify(value)).length
  }
}
