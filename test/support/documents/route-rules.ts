import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ON_POSTGRES, OWNER_KEY, TestGateway, type TestCall } from '../gateway/test-gateway.ts'

/** A route, and what every route with a key has to refuse. */
export interface RuledRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Whether the permission admin is asked for. */
  readonly admin: boolean
  /** A body that is right, where the route reads one. */
  readonly body?: Readonly<Record<string, unknown>>
  /** Bodies that are JSON and yet wrong, each with the field that is at fault. */
  readonly wrong?: readonly (readonly [body: unknown, field: string])[]
}

const NOT_JSON = ['', '{', 'null', '[]', '"text"', '{"a":1}{}', '['.repeat(2_000)]

/** Holds routes to the rules that all of them share: key, permission, rate limit, method, body. */
export function itObeysTheRules(routes: readonly RuledRoute[]): void {
  describe.each(routes)('$method $path', ({ method, path, admin, body, wrong = [] }) => {
    let gateway: TestGateway
    // One for all refusals, which leave nothing behind.
    beforeAll(async () => {
      gateway = await TestGateway.create()
    })
    afterAll(async () => await gateway.close())

    const send = (call: TestCall = {}, to = gateway) =>
      to.send(path, { method, key: OWNER_KEY, ...(body ? { body } : {}), ...call })

    it('asks for a key, and tells a bad one from a missing one', async () => {
      expect(await send({ key: null })).toMatchObject({
        status: 401,
        json: { error: { code: 'auth_required' } },
      })
      for (const key of ['x', `${OWNER_KEY}0`, 'sk-toolgate-team-' + '0'.repeat(48)]) {
        expect(await send({ key })).toMatchObject({ status: 401, json: { error: { code: 'invalid_key' } } })
      }
    })

    it('counts against the rate limit of the key', async () => {
      const limited = await TestGateway.create()
      await limited.instance.services.keys.setRateLimit(limited.ownerId, 1, 60)
      expect((await send({}, limited)).status).not.toBe(429)
      const refused = await send({}, limited)
      expect(refused).toMatchObject({ status: 429, json: { error: { code: 'rate_limited' } } })
      // PostgreSQL counts a window in parts.
      expect(refused.headers.get('retry-after')).toMatch(ON_POSTGRES ? /^6[01]$/ : /^60$/)
      await limited.close()
    })

    it('answers no other method', async () => {
      // HEAD and OPTIONS belong to no single route.
      const answer = await send({ method: 'OPTIONS' })
      expect(answer).toMatchObject({ status: 405, json: { error: { code: 'method_not_allowed' } } })
      expect(answer.headers.get('allow')?.split(', ')).toContain(method)
    })

    if (admin)
      it('is for administrators alone', async () => {
        expect(await send({ key: gateway.key })).toMatchObject({
          status: 403,
          json: { error: { code: 'forbidden' } },
        })
      })

    if (body)
      it('refuses a body that is not a JSON object, or of another type', async () => {
        for (const malformed of NOT_JSON) {
          const answer = await send({ body: malformed })
          expect([malformed.slice(0, 9), answer.status]).toEqual([malformed.slice(0, 9), 400])
        }
        const form = await send({ headers: { 'content-type': 'text/plain' } })
        expect(form).toMatchObject({ status: 415, json: { error: { code: 'unsupported_media_type' } } })
      })

    if (wrong.length > 0)
      it('names the field that is wrong', async () => {
        for (const [body, field] of wrong) {
          const answer = await send({ body })
          expect([body, answer.status, answer.json.error.code]).toEqual([body, 400, 'validation_error'])
          const paths = answer.json.error.issues.map(({ path }: { path: string }) => path)
          expect([body, paths]).toEqual([body, expect.arrayContaining([field])])
        }
      })
  })
}
