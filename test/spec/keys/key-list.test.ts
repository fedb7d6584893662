import { beforeEach, describe, expect, it } from 'vitest'
import { KEYS, KeyDesk } from '../../support/gateway/key-desk.ts'
import type { TestGateway } from '../../support/gateway/test-gateway.ts'

let desk: KeyDesk
let gateway: TestGateway
beforeEach(async () => {
  desk = await KeyDesk.open()
  ;({ gateway } = desk)
})

describe('the list of keys', () => {
  it('comes in pages that neither repeat nor lose a key', async () => {
    for (let i = 0; i < 5; i++) await desk.make({ name: `CI ${i}` })
    const names: string[] = []
    let cursor = ''
    do {
      const { json } = await gateway.asOwner(`${KEYS}?kind=team&limit=2${cursor}`)
      names.push(...json.keys.map((key: { name: string }) => key.name))
      cursor = json.next_cursor ? `&cursor=${json.next_cursor}` : ''
    } while (cursor)
    expect(names).toEqual(['CI 0', 'CI 1', 'CI 2', 'CI 3', 'CI 4'])
  })

  // Catches: the first page once more, and so a client that pages for ever.
  it.each(['', 'key_none', '0'])('refuses the cursor "%s" and says what to send', async (cursor) => {
    const { status, json } = await gateway.asOwner(`${KEYS}?cursor=${cursor}`)
    expect(status).toBe(400)
    expect(json.error).toMatchObject({ code: 'validation_error', issues: [{ path: 'cursor' }] })
    expect(json.error.message).toContain('next_cursor of the previous page')
  })
})
