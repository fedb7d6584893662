import { afterEach, describe, expect, it, vi } from 'vitest'
import { effectScope, nextTick, ref } from 'vue'
import { isPartOfId } from '../../../src-renderer/palette/palette-rows.ts'
import { useFoundCalls } from '../../../src-renderer/palette/use-found-calls.ts'
import { addToBatch } from '../../../src-renderer/batch/run/add-to-batch.ts'
import { useCopyCode } from '../../../src-renderer/tools/code/use-copy-code.ts'
import { useActivity } from '../../../src-renderer/activity/activity.ts'
import { useBatch } from '../../../src-renderer/batch/batch.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { useClipboard } from '../../../src-renderer/tools/search/clipboard.ts'
import { CODE_CREDITS, CODE_KEY_NAME } from '../../../src-renderer/tools/code/code-key.ts'
import { useDraft } from '../../../src-renderer/tools/call/draft.ts'
import { useKeys } from '../../../src-renderer/balance/keys.ts'
import { useSession } from '../../../src-renderer/gateway/session.ts'
import { useSnippet } from '../../../src-renderer/tools/code/snippet.ts'
import { useToasts } from '../../../src-renderer/ui/kept/toasts.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const TYPES = 'code-json-to-typescript'
const HASH = 'crypto-hash-sha256'

afterEach(() => vi.unstubAllGlobals())

const said = () => useToasts().shown.at(-1)?.text
const tool = (slug: string) => useCatalogue().bySlug.get(slug)!

describe('adding a call to a batch', () => {
  it('starts another batch for another tool, keeps the open one, and adds what the form holds', async () => {
    await openPageStores()
    const batch = useBatch()
    const slugs = () => batch.rows.filter(({ state }) => state !== 'removed').map(({ slug }) => slug)
    await addToBatch(tool(HASH), { text: 'a' })
    await addToBatch(tool(HASH), { text: 'b' })
    expect(batch.rows.map(({ input }) => input)).toEqual(['{"text":"a"}', '{"text":"b"}'])
    expect(said()).toBe(`Added to batch ${tool(HASH).name}: 2 rows`)
    await batch.save()
    const first = batch.id

    // The form's example, since nothing was written yet.
    await addToBatch(tool(TYPES), useDraft().inputOf(tool(TYPES)))
    expect(slugs()).toEqual([TYPES])
    expect(JSON.parse(batch.rows[0]!.input)).toEqual(tool(TYPES).examples?.[0]?.input)
    useToasts().undoLast()
    await expect.poll(() => batch.id).toBe(first)
    await expect.poll(slugs).toEqual([HASH, HASH])
  })

  it('replaces no rows that are kept nowhere, and adds no invalid input', async () => {
    await openPageStores()
    await addToBatch(tool(HASH), null)
    expect(useBatch().rows).toEqual([])
    expect(said()).toBe('Not added: fix the input first')
    useSession().expire(undefined)
    await addToBatch(tool(HASH), { text: 'a' })
    await addToBatch(tool(TYPES), { json: {} })
    expect(useBatch().rows.map(({ slug }) => slug)).toEqual([HASH])
    expect(said()).toContain('is not saved')
  })
})

describe('copying code', () => {
  function withClipboard() {
    const copied: string[] = []
    const clipboard = { writeText: async (text: string) => void copied.push(text) }
    vi.stubGlobal('navigator', { platform: 'Linux', clipboard })
    return copied
  }
  const call = { slug: HASH, input: { text: 'a' } }

  it('writes out a working key on request alone, and the same one each time until it is revoked', async () => {
    const { gateway } = await openPageStores()
    const copied = withClipboard()
    const { copyCode } = effectScope().run(useCopyCode)!
    copyCode(call)
    await expect.poll(() => copied.length).toBe(1)
    expect(copied[0]).toContain('$TOOLGATE_KEY')
    const keyIn = (text: string | undefined) => /sk-toolgate-team-[0-9a-f]{48}/.exec(text ?? '')?.[0] ?? ''
    copyCode(call, true)
    await expect.poll(() => keyIn(copied[1])).not.toBe('')
    const answer = await gateway.send(`/v1/${HASH}`, { key: keyIn(copied[1]), body: call.input })
    expect(answer.status).toBe(200)
    copyCode(call, true)
    await expect.poll(() => keyIn(copied[2])).toBe(keyIn(copied[1]))

    const keys = useKeys()
    await keys.load()
    const made = keys.active.filter(({ name }) => name === CODE_KEY_NAME)
    expect(
      made.map(({ credit_limit, permissions }) => [credit_limit, permissions.includes('admin')]),
    ).toEqual([[CODE_CREDITS, false]])
    await keys.revoke(made[0]!.key_id)
    copyCode(call, true)
    await expect.poll(() => copied.length).toBe(4)
    expect(keyIn(copied[3])).not.toBe(keyIn(copied[1]))
  })

  it('gives no key to a page without its owner, nor to code that has no place for one', async () => {
    await openPageStores()
    const copied = withClipboard()
    const { copyCode } = effectScope().run(useCopyCode)!
    useSnippet().choose('mcp')
    copyCode(call, true)
    await expect.poll(() => copied.length).toBe(1)
    expect(copied[0]).not.toContain('sk-toolgate')
    useSnippet().choose('curl')
    useSession().expire(undefined)
    copyCode(call, true)
    await expect.poll(said).toContain('sign in')
    expect(copied.length).toBe(1)
  })
})

describe('a request id in the palette', () => {
  it('leads to its call by any part of it', async () => {
    const { gateway } = await openPageStores()
    for (const text of ['a', 'b']) await gateway.send(`/v1/${HASH}`, { body: { text } })
    const activity = useActivity()
    await expect.poll(async () => (await activity.load(), activity.entries.length)).toBe(2)
    const { request_id: id, output_hash: hash } = activity.entries[1]!
    const query = ref('')
    const scope = effectScope()
    const found = scope.run(() => useFoundCalls(query))!
    for (const part of [id, id.slice(4, 20), hash!.slice(0, 12)]) {
      expect(isPartOfId(part)).toBe(true)
      query.value = part
      await expect.poll(() => found.value.map(({ request_id }) => request_id)).toEqual([id])
      query.value = 'sha'
      await nextTick()
      expect(found.value).toEqual([])
    }
    scope.stop()
    for (const word of ['facade', 'sha256', '12', 'f'.repeat(70) + '1'])
      expect(isPartOfId(word)).toBe(false)
  })
})

describe('the content of the clipboard', () => {
  it('is offered once, unless it was copied here, may be a secret, or watching is switched off', async () => {
    await openPageStores()
    const clipboard = useClipboard()
    const offered = () => clipboard.offer?.text ?? null
    await clipboard.look('[{"a": 1}]')
    expect(offered()).toBe('[{"a": 1}]')
    expect(clipboard.offer?.from).toBe('clipboard')
    clipboard.dismiss()
    await clipboard.look('[{"a": 1}]')
    expect(offered()).toBeNull()
    clipboard.passOver('[{"b": 1}]')
    await clipboard.look('[{"b": 1}]')
    expect(offered()).toBeNull()
    await clipboard.look(`sk-proj-${'a1'.repeat(20)}`)
    expect(offered()).toBeNull()
    clipboard.watches = false
    await clipboard.look('[{"c": 1}]')
    expect(offered()).toBeNull()
  })
})
