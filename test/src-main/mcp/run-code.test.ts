import type { Client } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { doScriptTask, type RanCode } from '../../../src-main/extensions/folder/script-thread.ts'
import { runCode } from '../../../src-main/mcp/code/run-code.ts'
import { blocksOf, readDocument } from '../../support/docs/doc-blocks.ts'
import { mcpClient, textsOf } from '../../support/gateway/mcp-client.ts'
import { TestGateway, type Json } from '../../support/gateway/test-gateway.ts'

let gateway: TestGateway
let client: Client
beforeAll(async () => {
  gateway = await TestGateway.create()
  client = await mcpClient(gateway, { query: '?tools=search_tools,run_code' })
})
afterAll(async () => {
  await client.close()
  await gateway.close()
  expect(gateway.bugs).toEqual([])
})
// Calls of one test must not use up the rate of another.
beforeEach(() => gateway.advance(60_000))

const run = (code: string, by = client) => by.callTool({ name: 'run_code', arguments: { code } })
const resultOf = async (code: string): Promise<unknown> => {
  const { isError, structuredContent, content } = await run(code)
  if (isError) throw new Error(textsOf({ content }).join('\n'))
  return (structuredContent as { result: unknown }).result
}
const failureOf = async (code: string, by = client): Promise<string> => {
  const answer = await run(code, by)
  expect(answer.isError).toBe(true)
  return textsOf(answer).join('\n')
}

describe('code that calls tools', () => {
  it('passes what one tool gives to the next, each with a charge and an entry of its own', async () => {
    const before = gateway.balance()
    const { structuredContent, _meta } = await run(`
      const { slug } = await tools['text-slugify']({ text: 'Tide Tables' })
      const { hash } = await tools['crypto-hash-sha256']({ text: slug })
      return { slug, hash }`)
    // SHA-256 of "tide-tables", as sha256sum of coreutils gives it.
    const hash = '89743896cfd93bfc00da5b6c7639bd4da4a136a8bb78a56fd9099e50a923f6c4'
    expect(structuredContent).toEqual({ result: { slug: 'tide-tables', hash } })
    expect(_meta).toMatchObject({
      'toolgate/credits_used': 2,
      'toolgate/calls': [
        { slug: 'text-slugify', ok: true, credits_used: 1 },
        { slug: 'crypto-hash-sha256', ok: true, credits_used: 1 },
      ],
    })
    expect(gateway.balance()).toBe(before - 2)
  })

  it('gets each answer where it was asked for, when chains of different lengths run beside each other', async () => {
    const encode = `async (text, rests) => {
      for (let rest = 0; rest < rests; rest++) await null
      const once = await tools['text-base64-encode']({ text })
      for (let rest = 0; rest < rests * 3; rest++) await null
      const twice = await tools['text-base64-encode']({ text: once.base64 })
      return [text, once.base64, twice.base64]
    }`
    const texts = ['one', 'two', 'three', 'four', 'five', 'six', 'seven']
    const result = await resultOf(
      `const encode = ${encode}; return await Promise.all(${JSON.stringify(texts)}.map((text, at) => encode(text, at * 2)))`,
    )
    const base64 = (text: string): string => Buffer.from(text).toString('base64')
    expect(result).toEqual(texts.map((text) => [text, base64(text), base64(base64(text))]))
  })

  it('catches the failure of a tool with its code, and goes on', async () => {
    const result = await resultOf(`
      const failure = await tools['text-base64-decode']({ text: 5 }).catch(({ name, code, message }) => ({ name, code, message }))
      const { slug } = await tools['text-slugify']({ text: 'After It' })
      const unknown = await tools['text-slugifi']({ text: 'x' }).catch(({ code, message }) => ({ code, message }))
      return { failure, slug, unknown }`)
    expect(result).toMatchObject({
      failure: { name: 'ToolError', code: 'validation_error' },
      slug: 'after-it',
      unknown: { code: 'api_not_found', message: expect.stringContaining('text-slugify') },
    })
  })

  it('fails with the place and with what its calls were charged, which stand', async () => {
    const before = gateway.balance()
    const said = await failureOf(`await tools['text-slugify']({ text: 'a' })\nnull.member`)
    expect(said).toMatch(
      /^TypeError: .*\(line 2, column \d+\)\. Before that 1 call of tools ended, for 1 credit\.$/,
    )
    expect(gateway.balance()).toBe(before - 1)
    expect(await failureOf('null.member')).toMatch(/\(line 1, column [1-9]\d?\)\. No tool was called\.$/)
  })

  it('writes what it prints, and names calls that nothing has waited for', async () => {
    const { structuredContent } = await run(
      `console.warn('two', [2]); tools['text-slugify']({ text: 'a' }); return 1`,
    )
    expect(structuredContent).toEqual({
      result: 1,
      logs: ['warn: two [2]'],
      not_called: [['text-slugify', '{"text":"a"}']],
    })
  })

  it('says what JSON cannot write, in what it sends and in what it returns', async () => {
    expect(await failureOf('return { rate: 0 / 0 }')).toContain('"rate" is NaN, which JSON cannot write')
    expect(await failureOf(`await tools['text-slugify']({ text: 5n })`)).toContain('"text" is a bigint')
    expect(await failureOf(`await tools['text-slugify']('a')`)).toContain('takes an object')
    expect(await resultOf(';')).toBe(null)
  })

  it('has no clock, no random numbers and no network', async () => {
    const names = ['Date', 'fetch', 'process', 'require', 'setTimeout', 'performance']
    expect(
      await resultOf(`return ${JSON.stringify(names)}.map((name) => typeof globalThis[name])`),
    ).toEqual(names.map(() => 'undefined'))
    expect(await resultOf('return typeof Math.random')).toBe('undefined')
  })

  it('is stopped at its limits, with a sentence that says what to do', async () => {
    expect(await failureOf('for (;;);')).toContain('ran longer than 0.25 seconds')
    expect(await failureOf('await new Promise(() => {})')).toContain(
      'waits for something that never happens',
    )
    const many = `await Promise.all(Array.from({ length: 51 }, () => tools['text-slugify']({ text: 'a' })))`
    expect(await failureOf(many)).toMatch(/may call tools 50 times.*No tool was called\.$/)
    const rounds = `for (let at = 0; at < 26; at++) await tools['text-slugify']({ text: String(at) })`
    expect(await failureOf(rounds)).toMatch(
      /may wait for tools 25 times.*25 calls of tools ended, for 25 credits\.$/,
    )
    const long = `({ text: 'a'.repeat(1_100_000) })`
    for (const script of [`await tools['text-slugify']${long}`, `tools['text-slugify']${long}; return 1`])
      expect(await failureOf(script)).toMatch(/may send 1048576 characters.*No tool was called\.$/)
    const deep = `let deep = {}; for (let at = 0; at < 2_000; at++) deep = { deep }; await tools['text-slugify'](deep)`
    expect(await failureOf(deep)).toMatch(/levels/)
  })

  it('makes no more calls when nobody waits for the result', async () => {
    let called = 0
    const script = runCode(`for (let at = 0; ; at++) await tools['text-slugify']({ text: String(at) })`, {
      // A task of this part is answered so.
      run: async (task) => (await doScriptTask(task)) as RanCode,
      call: async () => {
        called += 1
        return { isOk: true, json: '{}', creditsUsed: 1 }
      },
      gone: () => called === 2,
      began: () => undefined,
    })
    await expect(script).rejects.toMatchObject({ code: 'caller_left', details: { credits_used: 2 } })
    expect(called).toBe(2)
  })

  it('has the rate of its key for its calls', async () => {
    const { keys } = gateway.instance.services
    const { key } = await keys.create({ kind: 'personal', name: 'Slow', rateLimit: 4, grant: 10 })
    const slow = await mcpClient(gateway, { key, query: '?tools=run_code' })
    const { structuredContent } = await run(
      `const textOf = (at) => ({ text: String(at) })
      return await Promise.all([1, 2, 3, 4, 5].map((at) =>
        tools['text-slugify'](textOf(at)).then(() => 'called', ({ code }) => code)))`,
      slow,
    )
    // The script is a request of the key, too.
    const limited = 'rate_limited'
    expect(structuredContent).toEqual({ result: ['called', 'called', 'called', limited, limited] })
    await slow.close()
  })

  // Catches: a script that changes what the sandbox works with, and so what the gateway reads.
  it('reads nothing but calls from code that changes the built-in objects', async () => {
    for (const hostile of [
      `Array.prototype.toJSON = () => 'x'; await tools['text-slugify']({ text: 'a' })`,
      `Array.prototype.toJSON = () => [[1, 2]]; await tools['text-slugify']({ text: 'a' })`,
      `Array.prototype.toJSON = () => undefined; await tools['text-slugify']({ text: 'a' })`,
      `Object.prototype.toJSON = () => undefined; await tools['text-slugify']({ text: 'a' })`,
      `Object.prototype.toJSON = () => undefined; return { a: 1 }`,
      `String.prototype.toJSON = () => 7; await tools['text-slugify']({ text: 'a' })`,
      `await tools['x'.repeat(1e6)]({})`,
      `})(); (async()=>{ throw 'out' `,
      'Object.prototype.then = 1; return tools',
    ]) {
      const answer = await run(hostile)
      expect(textsOf(answer).join('\n')).not.toMatch(/went wrong|undefined/)
    }
  })

  it('can do no more than its key', async () => {
    const made = await gateway.asOwner('/v1/enterprise/keys', {
      body: { name: 'narrow', credit_limit: 1, slugs: ['text-slugify'] },
    })
    const narrow = await mcpClient(gateway, { key: made.json.key, query: '?tools=run_code' })
    const codeOf = (slug: string): string =>
      `return await tools['${slug}']({ text: 'a' }).then(() => 'called', ({ code }) => code)`
    const results = []
    for (const slug of ['crypto-hash-sha256', 'text-slugify', 'text-slugify'])
      results.push(((await run(codeOf(slug), narrow)).structuredContent as Json).result)
    expect(results).toEqual(['scope_denied', 'called', 'insufficient_credits'])
    await narrow.close()
  })
})

describe('run_code', () => {
  it('runs what the guide shows', async () => {
    const guide = 'docs/guides/mcp.md'
    const shown = blocksOf(guide, readDocument(guide)).find(({ language }) => language === 'js')
    const csv = JSON.stringify('city,year\nOslo,2024\nRoma,2024\nOslo,2025\n')
    expect(await resultOf(`const csv = ${csv}\n${shown?.code}`)).toBe(2)
  })

  const namesWith = async (query: string): Promise<string[]> => {
    const chosen = await mcpClient(gateway, { query })
    const { tools } = await chosen.listTools()
    await chosen.close()
    return tools.map(({ name }) => name)
  }

  it('is there for clients that ask for it by name, and for no other', async () => {
    expect(await namesWith('')).not.toContain('run_code')
    expect(await namesWith('?toolset=finder')).not.toContain('run_code')
    expect(await namesWith('?toolset=all')).not.toContain('run_code')
    expect(await namesWith('?toolset=finder&tools=run_code')).toContain('run_code')
    const usual = await mcpClient(gateway)
    await expect(run('return 1', usual)).rejects.toThrow('run_code')
    await usual.close()
  })

  it('is told the types of the tools by the search', async () => {
    const { structuredContent } = await client.callTool({
      name: 'search_tools',
      arguments: { query: 'make a url part of a title', limit: 1, detail: 'types' },
    })
    const [tool] = (structuredContent as Json).tools
    expect(tool).toMatchObject({ slug: 'text-slugify', credits: 1 })
    expect(tool.type).toMatch(/^\(input: \{ text: string; .*\}\) => \{ slug: string.*\}$/)
  })
})
