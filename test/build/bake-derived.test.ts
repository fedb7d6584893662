import { readdirSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { ROUTES } from '../../src-main/gateway/routes/index.ts'
import { toOpenApiDocument } from '../../src-main/gateway/openapi/openapi-document.ts'
import { toNativeTool } from '../../src-main/registry/catalogue.ts'
import type { DescribedTool } from '../../src-main/registry/described-tool.ts'
import { toMcpTool } from '../../src-main/registry/mcp-tool.ts'
import { loadAll, loadRegistry } from '../../src-main/registry/registry.ts'
import { readAllFacts } from '../../src-main/tools/all-facts.ts'

const CHUNKS = new URL('../../out/main/chunks/', import.meta.url)

/** A value that the build has written down, by the names of its text and of the function that reads it. */
function baked(text: string, reader: string): unknown {
  return JSON.parse(bakedText(text, reader))
}

function bakedText(text: string, reader: string): string {
  const code = readdirSync(CHUNKS)
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(new URL(name, CHUNKS), 'utf8'))
    .find((chunk) => chunk.includes(`${reader} =`))
  const written = new RegExp(`\\b${text} = ("(?:\\\\.|[^"\\\\])*")`).exec(code ?? '')?.[1]
  return JSON.parse(written ?? '""') as string
}

// Unnoticed, every start would import every definition again.
it('the built gateway carries the facts of every tool exactly as the definitions state them', async () => {
  expect(baked('facts', 'readAllFacts')).toEqual(await readAllFacts())
})

// Unnoticed, the first request for a list would load every definition and derive every schema while all others wait.
it('the built gateway lists every tool in each format as its definition describes it', async () => {
  const { tools } = await loadRegistry()
  const written = baked('descriptions', 'describeTools') as Record<string, DescribedTool>
  expect(Object.keys(written)).toEqual(tools.map(({ slug }) => slug))
  for (const tool of await loadAll(tools))
    for (const format of [toNativeTool, toMcpTool])
      expect(JSON.stringify(format(written[tool.slug]!))).toBe(JSON.stringify(format(tool)))
})

it('the built gateway carries the OpenAPI document that its routes and tools make', async () => {
  const { tools } = await loadRegistry()
  const document = toOpenApiDocument(ROUTES, await loadAll(tools))
  const packed = Buffer.from(bakedText('openApi', 'writeOpenApi'), 'base64')
  expect(brotliDecompressSync(packed).toString()).toBe(JSON.stringify(document))
})
