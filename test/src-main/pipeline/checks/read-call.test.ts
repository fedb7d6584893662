import { beforeAll, describe, expect, it } from 'vitest'
import { readCallBody } from '../../../../src-main/pipeline/checks/read-call.ts'
import { toToolFields } from '../../../../src-main/registry/check-input.ts'
import { loadRegistry, type RegisteredTool } from '../../../../src-main/registry/registry.ts'

let loaded: Map<string, RegisteredTool>
beforeAll(async () => {
  const registry = await loadRegistry()
  const slugs = ['crypto-hash-sha256', 'code-json-to-typescript', 'webhook-send']
  const tools = await Promise.all(slugs.map((slug) => registry.find(slug)!.load()))
  loaded = new Map(tools.map((tool) => [tool.slug, tool]))
})
const tool = (slug: string): RegisteredTool => loaded.get(slug)!

describe('the bare input of a call', () => {
  it('is taken for the main field of a tool that takes text', () => {
    for (const name of ['input', 'text', 'json', 'data']) {
      expect(toToolFields(tool('crypto-hash-sha256'), { [name]: 'abc' })).toEqual({ text: 'abc' })
    }
  })

  it('is spread where it is itself the main field of a tool that takes any JSON', () => {
    expect(toToolFields(tool('code-json-to-typescript'), { input: { json: 1 } })).toEqual({
      json: { json: 1 },
    })
  })

  it('is spread over the fields of a tool with several, and over those of one that takes text', () => {
    const fields = { url: 'https://example.com/', payload: { a: 1 } }
    expect(toToolFields(tool('webhook-send'), { input: fields })).toEqual(fields)
    expect(toToolFields(tool('crypto-hash-sha256'), { input: { text: 'abc', encoding: 'hex' } })).toEqual({
      text: 'abc',
      encoding: 'hex',
    })
  })

  it('stands for the main field where it refers to a file', () => {
    const input = { file: 'file_1', as: 'text' }
    expect(toToolFields(tool('crypto-hash-sha256'), { input, encoding: 'hex' })).toEqual({
      text: input,
      encoding: 'hex',
    })
  })

  it('gives way to a field that is sent by its own name', () => {
    expect(toToolFields(tool('crypto-hash-sha256'), { input: 'no', text: 'yes' })).toMatchObject({
      text: 'yes',
    })
  })
})

describe("the gateway's own fields", () => {
  it('never reach the tool', () => {
    const { fields } = readCallBody({ text: 'a', mode: 'agent', trace: true, session_id: 's' })
    expect(fields).toEqual({ text: 'a' })
  })

  // Catches: a server's tool whose field `mode` could not be sent at all.
  it('are left to a tool that declares a field of that name', () => {
    const body = { mode: 'fast', receipt: 'r-1', trace: true }
    expect(readCallBody(body, ['mode', 'receipt'])).toEqual({
      fields: { mode: 'fast', receipt: 'r-1' },
      agentMode: false,
      trace: true,
      receipt: false,
      sessionId: null,
    })
  })

  it('may stand beside a body, which is nearer', () => {
    const beside = { receipt: true, session_id: 'far' }
    expect(readCallBody({ session_id: 'near', receipt: 'r-1' }, ['receipt'], beside)).toEqual({
      fields: { receipt: 'r-1' },
      agentMode: false,
      trace: false,
      receipt: true,
      sessionId: 'near',
    })
  })

  it('takes a session id of 1 to 200 characters', () => {
    for (const sessionId of ['x', 'x'.repeat(200)])
      expect(readCallBody({ session_id: sessionId }).sessionId).toBe(sessionId)
  })

  it.each([
    { mode: 'robot' },
    { trace: 'yes' },
    { session_id: '' },
    { session_id: 7 },
    { session_id: 'x'.repeat(201) },
  ])('are refused when they are wrong: %j', (body) => {
    expect(() => readCallBody(body)).toThrow(expect.objectContaining({ code: 'validation_error' }))
  })
})
