import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { eventsOf } from '../../support/events/events-of.ts'
import { CANARIES, guardedKey, guardOf, setGuards } from '../../support/gateway/guard-desk.ts'
import { LLM_TEXT, LlmGateway } from '../../support/models/llm-gateway.ts'

const { email: EMAIL } = CANARIES

let desk: LlmGateway
beforeEach(async () => {
  desk = await LlmGateway.open()
  // The two halves of it come in pieces of their own.
  desk.server.script = { pieces: ['Ask ann@exa', 'mple.com for it.'] }
})
afterEach(async () => await desk.close())

describe('a stream of a key with guards for results', () => {
  it('sends no tokens, and the whole text with its labels at the end', async () => {
    const { gateway } = desk
    const { key, key_id } = await guardedKey(gateway, [guardOf('results', 'redact')])
    const ask = () => gateway.send('/v1/stream/llm-summarize', { key, body: { text: LLM_TEXT } })
    const { text } = await ask()
    const events = eventsOf(text)
    expect(events.map(({ event }) => event)).not.toContain('token')
    expect(events.find(({ event }) => event === 'result')?.data).toMatchObject({
      result: 'Ask [EMAIL] for it.',
      meta: { redacted: { arguments: 0, results: 1 } },
    })
    expect(text).not.toMatch(/ann@exa|mple\.com/)
    await setGuards(gateway, key_id, null)
    expect((await ask()).text).toContain('event: token')
  })

  it('is charged for a model that has answered what it withholds', async () => {
    const { gateway } = desk
    const { key } = await guardedKey(gateway, [guardOf('results', 'refuse')])
    const body = { text: LLM_TEXT }
    const { text } = await gateway.send('/v1/stream/llm-summarize', { key, body })
    const [error, done] = eventsOf(text).slice(-2)
    expect(error).toMatchObject({ event: 'error', data: { code: 'guard_refused', credits_used: 10 } })
    expect(done).toMatchObject({ event: 'done', data: { ok: false, credits_used: 10 } })
    expect(text).not.toContain(EMAIL)
  })
})
