import { expect } from 'vitest'
import type { RawAnswer } from './raw-http.ts'

/** Every answer but a success is the error object, with the headers of the table and no internals. */
export function expectRefusal(answer: RawAnswer | undefined, status: number, code: string): void {
  expect(answer?.status).toBe(status)
  const { headers, body } = answer!
  expect(JSON.parse(body)).toEqual({
    ok: false,
    error: expect.objectContaining({ code, message: expect.any(String) }),
  })
  expect(body).not.toMatch(/\bat .+:\d+:\d+|node_modules|src-main|sk-toolgate|HPE_|llhttp/)
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  for (const name of ['x-request-id', 'x-latency-ms', 'x-output-hash', 'server-timing'])
    expect(headers.get(name), name).toBeTruthy()
  expect(headers.get('link')).toBe(`</docs/errors/${code}>; rel="help"`)
  expect(headers.get('x-credits-used')).toBe('0')
  expect(headers.get('x-cost-usd')).toBe('0')
  expect(headers.get('x-engine')).toBe('error')
  expect(headers.get('x-cache')).toBe('MISS')
}
