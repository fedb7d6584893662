import { afterAll, beforeAll, expect, it } from 'vitest'
import { TestGateway } from '../../../support/gateway/test-gateway.ts'

let gateway: TestGateway
beforeAll(async () => {
  gateway = await TestGateway.create()
})
afterAll(async () => await gateway.close())

// Catches: the words of the library that reads bodies, such as "Unrecognized key".
it.each([
  ['/v1/enterprise/keys', { nam: 'a' }, 'There is no field "nam", but there is "name"'],
  ['/v1/enterprise/rate-limits', { limit: 5 }, 'This field is missing; its type is number'],
  ['/v1/credits/buy', { credits: 'ten' }, 'Must be a number'],
])(
  'a body that is not valid is refused in words that say what to send: %s %j',
  async (path, body, says) => {
    const { status, json } = await gateway.asOwner(path, { body })
    expect(status).toBe(400)
    expect(json.error.issues.map(({ message }: { message: string }) => message)).toContain(says)
  },
)
