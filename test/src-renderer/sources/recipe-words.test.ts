import { describe, expect, it } from 'vitest'
import type { NamedPlace } from '../../../src-renderer/sources/recipes/place.ts'
import { firstFields, linkWords, offersBefore } from '../../../src-renderer/sources/recipes/recipe-words.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const HASH = 'crypto-hash-sha256'
const stepOf = (id: string, tool: string) => ({ id, tool, fields: [] })
const STEPS = [stepOf('first', 'text-slugify'), stepOf('second', HASH)]
const inputs = [{ name: 'a/b', isRequired: true, schema: { type: 'string' } }]

describe('where a value comes from', () => {
  it.each([
    ['an earlier step', '/first/slug', 'slug of step 1'],
    ['what the recipe takes', '/input/a~1b/0', 'a/b, 0 of what the recipe takes'],
    ['all that a step gave', '/second', 'all of step 2'],
    ['a step that is missing', '/third/x', 'nothing, because no step is called third'],
    ['no pointer', 'first', 'nothing, because that is not a pointer'],
  ])('is told in words: %s', (_what, pointer, words) => {
    expect(linkWords(pointer, STEPS)).toBe(words)
  })

  it('is offered from the latest step back to what the recipe takes, as far as it has run', async () => {
    await openPageStores()
    const { bySlug } = useCatalogue()
    const offered = (before: number) =>
      offersBefore(before, { inputs, steps: STEPS }, (slug) => bySlug.get(slug))
    const taken = { label: 'What the recipe takes', pointers: ['/input/a~1b'] }
    const slug = {
      label: 'Step 1, Slug for a URL',
      pointers: ['/first/slug', '/first/dropped', '/first/shortened', '/first'],
    }
    expect(offered(0)).toEqual([taken])
    expect(offered(1)).toEqual([slug, taken])
    expect(offered(2).map(({ label }) => label)).toEqual(['Step 2, SHA-256 hash', slug.label, taken.label])
  })

  it('begins, for a tool that was just chosen, with what comes before it', async () => {
    await openPageStores()
    const { bySlug } = useCatalogue()
    const fieldsOf = (index: number, draft: Parameters<typeof firstFields>[2]): NamedPlace[] =>
      firstFields(bySlug.get(draft.steps[index]!.tool)!, index, draft, (slug) => bySlug.get(slug))
    const textFrom = (pointer: string) => [{ name: 'text', place: { from: 'link', pointer } }]
    expect(fieldsOf(0, { inputs, steps: STEPS })).toEqual(textFrom('/input/a~1b'))
    expect(fieldsOf(0, { inputs: [], steps: STEPS })).toEqual(textFrom('/input'))
    expect(fieldsOf(1, { inputs, steps: STEPS })).toEqual(textFrom('/first/slug'))
    const listed = [stepOf('found', 'text-extract-emails'), stepOf('second', HASH)]
    expect(fieldsOf(1, { inputs, steps: listed })).toEqual(textFrom('/found/emails/0/email'))
  })
})
