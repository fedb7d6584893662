import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { describe, expect, it, onTestFinished } from 'vitest'
import { OWNER_KEY } from '../../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const OUT = fileURLToPath(new URL('../../../../out/main/', import.meta.url))
const ENTRIES = [
  ['headless', [`${OUT}headless.js`]],
  ['toolgate serve', [`${OUT}cli.js`, 'serve']],
] as const

describe('a gateway whose output nobody reads any more', () => {
  it.each(ENTRIES)('keeps answering, and ends when it is told to (%s)', async (_name, program) => {
    const { url, child } = await startLogging(program)
    child.stdout.destroy()
    child.stderr.destroy()
    await Promise.all([once(child.stdout, 'close'), once(child.stderr, 'close')])

    // Each of these writes a line at this level of logging.
    for (let asked = 0; asked < 3; asked++)
      expect((await fetch(`${url}/v1/health`)).status, `request ${asked}`).toBe(200)
    const answer = await fetch(`${url}/v1/crypto-hash-sha256`, {
      method: 'POST',
      headers: { authorization: `Bearer ${OWNER_KEY}`, 'content-type': 'application/json' },
      body: JSON.stringify({ text: 'still here' }),
    })
    expect(answer.status).toBe(200)

    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
  })
})

async function startLogging(program: readonly string[]) {
  const options = ['--port', '0', '--data-dir', makeTempDir(), '--json', '--log-level', 'info']
  const child = spawn(process.execPath, [...program, ...options], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, TOOLGATE_OWNER_KEY: OWNER_KEY },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  child.stderr.resume()
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string]
  return { child, url: (JSON.parse(line) as { url: string }).url } // the ready line of --json
}
