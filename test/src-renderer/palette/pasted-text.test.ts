// @vitest-environment node
import { effectScope, nextTick, ref } from 'vue'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { ActivityEntry } from '../../../src-shared/activity.ts'
import { paletteGroups } from '../../../src-renderer/palette/palette-rows.ts'
import { usePastedText } from '../../../src-renderer/palette/use-pasted-text.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { useRecents } from '../../../src-renderer/tools/list/recents.ts'
import { useClipboard } from '../../../src-renderer/tools/search/clipboard.ts'
import { inputFor } from '../../../src-renderer/tools/search/read-text.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const CRON = '*/15 9-17 * * 1-5'

/** The palette's rows over a real catalogue, for a query that may be changed. */
async function openPalette(typed = '', found: readonly ActivityEntry[] = []) {
  await openPageStores()
  const query = ref(typed)
  const scope = effectScope()
  onTestFinished(() => scope.stop())
  const { pasted, readOtherwise } = scope.run(() => usePastedText(query))!
  const catalogue = useCatalogue()
  await catalogue.prepareSearch()
  const groups = () =>
    paletteGroups(query.value, {
      tools: catalogue.bySlug,
      index: catalogue.index,
      weigh: () => 1,
      favourites: [],
      calls: useRecents().calls,
      actions: [],
      pasted: pasted.value,
      found,
    })
  return { query, pasted, readOtherwise, groups, firstSlug: () => slugOf(groups()[0]?.rows[0]) }
}

function slugOf(
  row: { readonly tool?: { readonly slug: string } } | { readonly kind: string } | undefined,
) {
  return row && 'tool' in row ? row.tool?.slug : undefined
}

describe('a text that was pasted into the palette', () => {
  // Catches: Ctrl+K, paste, Enter ran the last call again and paid for it.
  it('puts the tools for it before the recent calls', async () => {
    const { groups, firstSlug } = await openPalette()
    useRecents().note('crypto-hash-sha256', { text: 'a' })
    expect(groups()[0]?.title).toBe('Recent calls')
    await useClipboard().take('{"a": 1}')
    await nextTick()
    expect(firstSlug()).toBe('text-json-format')
    expect(groups().map(({ title }) => title)).toEqual(['For this: JSON', 'For any text'])
  })

  it('opens an earlier call on the same text last, and offers nothing else to run', async () => {
    const { groups } = await openPalette(CRON)
    useRecents().note('code-cron-explain', { expression: CRON })
    useRecents().note('crypto-hash-sha256', { text: 'something else' })
    const last = groups().at(-1)
    expect(last?.title).toBe('Earlier calls on this text')
    expect(last?.rows).toMatchObject([{ kind: 'call', onText: true, tool: { slug: 'code-cron-explain' } }])
    const calls = groups().flatMap(({ rows }) => rows.filter(({ kind }) => kind === 'call'))
    expect(calls).toHaveLength(1)
  })

  it('may be the query itself, while words are searched for', async () => {
    const { query, pasted, firstSlug } = await openPalette(CRON)
    expect(firstSlug()).toBe('code-cron-explain')
    query.value = 'hash a text'
    expect(pasted.value).toBeNull()
    query.value = '#2459e2'
    expect(firstSlug()).toBe('math-color-convert')
  })

  it('may be taken for something else, and is read again when it changes', async () => {
    const { query, pasted, readOtherwise, groups, firstSlug } = await openPalette('0x1E90FF')
    expect(pasted.value).toMatchObject({
      label: 'Hexadecimal',
      sure: 0.95,
      others: ['Colour', 'Text'],
    })
    readOtherwise()
    expect(pasted.value?.label).toBe('Colour')
    expect(firstSlug()).toBe('math-color-convert')
    readOtherwise()
    expect(groups()[0]).toMatchObject({ title: 'For any text', rows: { length: 6 } })
    readOtherwise()
    expect(pasted.value?.label).toBe('Hexadecimal')
    readOtherwise()
    query.value = '2026-11-26'
    expect(pasted.value?.label).toBe('Date')
  })

  it.each([
    ['14fb9c03d97e', 'text-base64-encode', { text: '14fb9c03d97e', from: 'hex' }],
    ['a { color: red }', 'code-format', { code: 'a { color: red }', language: 'css' }],
    ['3, 4.5; 5', 'math-statistics', { values: [3, 4.5, 5] }],
    ['{"a": 1}', 'text-json-format', { json: { a: 1 } }],
    ['a,b\n1,2', 'text-csv-to-json', { csv: 'a,b\n1,2' }],
    ['418', 'enrich-http-status-explain', { code: 418 }],
    ['5 kg', 'math-unit-convert', { value: 5, from: 'kg', to: 'lb' }],
    ['1h 30m', 'math-unit-convert', { value: 90, from: 'minutes', to: 'hours' }],
    ['P1Y2M', 'math-unit-convert', { value: 14, from: 'months', to: 'years' }],
    ['PT1H30M', 'date-add', { time: expect.any(String), hours: 1, minutes: 30 }],
    [
      '51°30\'0"N 0°7\'30"W',
      'geo-coordinates-distance',
      { from: { latitude: 51.5, longitude: -0.125 }, to: { latitude: 0, longitude: 1 } },
    ],
    ['mailto:ada@example.com?subject=x', 'validate-email', { email: 'ada@example.com' }],
    ['tel:+14155550132', 'validate-phone', { phone: '+14155550132' }],
    [
      'HTTP/2 200\nServer: nginx\nset-cookie: a=1\nset-cookie: b=2',
      'security-header-audit',
      { headers: { server: 'nginx', 'set-cookie': ['a=1', 'b=2'] } },
    ],
    ['"created": 1764102135,', 'date-unix-to-iso', { value: 1764102135 }],
    ['cron: "30 5 1 * *"', 'code-cron-explain', { expression: '30 5 1 * *' }],
    ['```sql\nSELECT 1 FROM t\n```', 'code-sql-format', { sql: 'SELECT 1 FROM t' }],
    ['q=caf%C3%A9&lang=fr', 'net-url-parse', { url: '?q=caf%C3%A9&lang=fr', base: 'http://localhost/' }],
    ["jq '.[] | .name' a.json", 'exec-jq', { json: expect.anything(), filter: '.[] | .name' }],
    ['01ARYZ6S41TSV4RRFFQ69G5FAV', 'id-ulid', { ulid: '01ARYZ6S41TSV4RRFFQ69G5FAV' }],
    ['request from 203.0.113.7 was slow', 'validate-ip', { ip: '203.0.113.7' }],
    ['$..price', 'text-json-path', { json: expect.anything(), path: '$..price' }],
  ])('fills the field and what belongs to it: %s', async (text, slug, input) => {
    await openPageStores()
    await useClipboard().take(text)
    const offer = useClipboard().tools.find((tool) => tool.slug === slug)
    expect(offer?.slug).toBe(slug)
    const { readText, toolsFor } = await import('../../../src-renderer/tools/search/read-text.ts')
    const found = toolsFor(useCatalogue().tools, readText(text)!, () => 1).find(
      ({ tool }) => tool.slug === slug,
    )!
    expect(inputFor(found, text)).toEqual(input)
  })
})

// Catches: an ID whose letters are like those of a tool, which Enter opened in place of the call.
describe('the ID of a call', () => {
  const entry = { id: 7, request_id: 'ed25519-1', slug: 'crypto-uuid' } as ActivityEntry // The rest is not read.

  it.each([false, true])(
    'puts its call before the tools that are like it (read as a text: %s)',
    async (isPasted) => {
      const { groups, firstSlug } = await openPalette('ed25519', [entry])
      if (isPasted) await useClipboard().take('ed25519-1')
      await nextTick()
      expect(firstSlug()).toBeUndefined()
      expect(groups()[0]).toMatchObject({ title: 'Calls in Activity', rows: [{ kind: 'record', entry }] })
      expect(groups().length).toBeGreaterThan(1)
    },
  )
})
