import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { Log } from '../../../src-main/telemetry/log.ts'
import { LlmServer } from '../../support/models/llm-server.ts'
import { makeTempDir } from '../../support/temp-dir.ts'
import { OWNER_KEY, TestGateway } from '../../support/gateway/test-gateway.ts'

const SECRETS = {
  openai: 'sk-planted-openai-0123456789abcdef',
  anthropic: 'sk-ant-planted-0123456789abcdef',
  google: 'AIzaPlanted0123456789abcdefghijklmnop',
  environment: 'planted-environment-0123456789',
}

it('the key of a provider appears in no answer, event, error, log line, metric or file', async () => {
  const dataDir = makeTempDir()
  const server = await LlmServer.start()
  const seen: string[] = []
  const gateway = await TestGateway.create({
    dataDir,
    log: new Log('debug', (line) => seen.push(line)),
    reportBug: new Log('debug', (line) => seen.push(line)).bug,
    providers: {
      environment: { OPENAI_API_KEY: SECRETS.environment, OPENAI_BASE_URL: `${server.origin}/v1` },
      limits: { silenceMs: 200 },
    },
  })
  const send = async (path: string, method: string, body?: object): Promise<string> => {
    const { text, headers } = await gateway.send(path, { key: OWNER_KEY, method, body })
    seen.push(text, JSON.stringify([...headers]))
    return text
  }

  for (const kind of ['openai', 'anthropic', 'google'] as const) {
    const base_url = `${server.origin}/${kind === 'google' ? 'v1beta' : 'v1'}`
    const added = JSON.parse(
      await send('/app/providers', 'POST', { kind, api_key: SECRETS[kind], base_url }),
    )
    const { id } = added.provider
    await send('/app/providers', 'POST', { kind, api_key: SECRETS[kind], base_url: 'not an address' })
    await send('/app/providers', 'POST', { kind, api_key: `${SECRETS[kind]} \u00e4`, name: 'x' })
    await send(`/app/providers/${id}`, 'PATCH', { name: `My ${kind}` })
    // A provider that quotes the key in whatever it says.
    for (const message of [SECRETS.openai, SECRETS.anthropic, SECRETS.google, SECRETS.environment])
      for (const status of [400, 401, 404, 429, 500]) {
        server.script = { status, message: `Bad key ${message}, was sent as Bearer ${message}` }
        await send('/v1/llm-summarize', 'POST', { text: 'Some text.' })
      }
    await send('/v1/stream/llm-summarize', 'POST', { text: 'Some text.' })
    for (const script of [{ hang: true }, { garbleAt: 1 }, { cutAfter: 1 }, {}]) {
      server.script = script
      await send('/v1/llm-summarize', 'POST', { text: 'Some text.' })
      await send(`/app/providers/${id}/test`, 'POST')
    }
  }
  for (const path of [
    '/app/providers',
    '/v1/enterprise/audit',
    '/v1/credits/history',
    '/v1/tools',
    '/metrics',
    '/v1/jobs',
  ])
    await send(path, 'GET')
  expect(new Set(server.seen.flatMap(({ headers }) => headers.authorization ?? []))).toEqual(
    new Set([`Bearer ${SECRETS.openai}`, `Bearer ${SECRETS.environment}`]),
  )
  await send('/app/backup', 'POST')
  await gateway.close()
  await server.close()

  const files = readdirSync(dataDir, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
  expect(files.some((file) => file.endsWith('secrets.json'))).toBe(true)
  const everything = [...seen, ...files.map((file) => `${file}: ${readFileSync(file, 'latin1')}`)]
  expect(everything.some((text) => text.includes('llm-summarize'))).toBe(true)
  for (const secret of Object.values(SECRETS))
    for (const encoding of ['utf8', 'base64', 'hex'] as const) {
      const form = Buffer.from(secret).toString(encoding)
      expect(everything.filter((text) => text.includes(form)).map((text) => text.slice(0, 300))).toEqual([])
    }
})
