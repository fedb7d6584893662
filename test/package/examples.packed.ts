import { mkdtempSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { allTools } from '../../build/catalogue.ts'
import type { ToolDefinition } from '../../src-main/tool-kit/define-tool.ts'
import { ROOT } from '../support/sources/source-files.ts'
import { HeadlessProcess } from '../support/gateway/headless-process.ts'
import { gatewayOf, post, type Answer } from './installed.ts'

// A call that cannot reach the network fails in both.
// Catches: a library that reads a file at run time which the bundle does not have, or that a bundler misreads.

const tools = await allTools()
/** Their answers depend on more than the input: on time, chance, memory or the network. */
const varies = ({ cacheable }: ToolDefinition): boolean => cacheable !== true

type Gateway = HeadlessProcess & { readonly url: string }
let packed: Gateway
let checkout: Gateway
const { root } = inject('installed')
/** Of which nothing is bundled: what a checkout builds has its libraries inside as the package has. */
const SOURCES = { command: process.execPath, args: [join(ROOT, 'src-main/headless.ts')], env: process.env }
const newFolder = (): string => mkdtempSync(join(root, 'data-'))

beforeAll(async () => {
  packed = await HeadlessProcess.start(newFolder(), [], gatewayOf(inject('installed')))
  checkout = await HeadlessProcess.start(newFolder(), [], SOURCES)
  for (const { url } of [packed, checkout]) {
    const { status } = await post(`${url}/v1/credits/buy`, { credits: 10_000 })
    if (status !== 201) throw new Error(`The credits were not bought: ${status}`)
  }
})
afterAll(async () => void (await Promise.all([packed.end('SIGTERM'), checkout.end('SIGTERM')])))

describe('every example of a tool gets the same answer from the package as from the sources', () => {
  it.each(tools.map((tool) => [tool.slug, tool] as const))('%s', async (slug, tool) => {
    for (const { title, input } of tool.examples) {
      const [one, other] = [
        await post(`${packed.url}/v1/${slug}`, input),
        await post(`${checkout.url}/v1/${slug}`, input),
      ]
      if (varies(tool)) expect(kindOf(one), title).toEqual(kindOf(other))
      else expect(bytesOf(one), title).toBe(bytesOf(other))
    }
  })
})

/** The status, and the bytes of what the tool has answered, up to the part that tells of the call. */
function bytesOf({ status, text }: Answer): string {
  const end = text.lastIndexOf(',"meta":')
  return `${status} ${end < 0 ? text : text.slice(0, end)}`
}

/** What stays the same: the status, and the names of the fields or of the error. */
function kindOf({ status, text }: Answer): unknown {
  const body = JSON.parse(text) as { data?: object; error?: { code: string } }
  return { status, fields: Object.keys(body.data ?? {}), error: body.error?.code }
}
