import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { RedirectFiles } from '../../../../src-main/gateway/session/redirect-files.ts'
import { OWNER_KEY, TestGateway, type Json } from '../../../support/gateway/test-gateway.ts'
import { makeTempDir } from '../../../support/temp-dir.ts'

const ADDRESS = 'http://127.0.0.1:4777/#t=abc_DEF-123'

afterEach(() => vi.useRealTimers())

it('a browser is sent on by a file that only its owner can read', () => {
  const file = new RedirectFiles(makeTempDir()).write(ADDRESS)
  expect(readFileSync(file, 'utf8')).toContain(`content="0; url=${ADDRESS}"`)
  expect(file).not.toContain('abc_DEF-123')
  if (process.platform === 'win32') return
  expect(statSync(file).mode & 0o777).toBe(0o600)
  expect(statSync(dirname(file)).mode & 0o777).toBe(0o700)
})

it('the file is gone after a minute, when the gateway stops, and when the next one starts', () => {
  vi.useFakeTimers()
  const dataDir = makeTempDir()
  const files = new RedirectFiles(dataDir)
  const old = files.write(ADDRESS)
  vi.advanceTimersByTime(59_000)
  const later = files.write(ADDRESS)
  expect([existsSync(old), existsSync(later)]).toEqual([true, true])
  vi.advanceTimersByTime(1_000)
  expect([existsSync(old), existsSync(later)]).toEqual([false, true])
  files.close()
  expect(existsSync(later)).toBe(false)
  const left = join(dataDir, 'open', 'left.html')
  mkdirSync(dirname(left), { recursive: true })
  writeFileSync(left, 'of a killed process')
  new RedirectFiles(dataDir)
  expect(existsSync(left)).toBe(false)
})

it('the file is gone as soon as the page has signed in', async () => {
  const gateway = await TestGateway.create({ dataDir: makeTempDir() })
  const ask = async (path: string): Promise<Json> =>
    (await gateway.send(path, { key: OWNER_KEY, method: 'POST' })).json
  expect(await ask('/app/session-code')).not.toHaveProperty('page_file')
  const { page_url: url, page_file: file } = await ask('/app/session-code?file=1')
  expect(readFileSync(file, 'utf8')).toContain(url)
  const opened = await gateway.send('/app/session', {
    key: null,
    body: { code: String(url).split('#t=')[1] },
    headers: { origin: 'http://127.0.0.1:4777' },
  })
  expect([opened.status, existsSync(file)]).toEqual([200, false])
  await gateway.close()
})
