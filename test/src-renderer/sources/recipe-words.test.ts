import { describe, expect, it } from 'vitest'
import { fieldWords, firstFields } from '../../../src-renderer/sources/recipes/recipe-words.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const HASH = 'crypto-hash-sha256'
const STEPS = [
  { id: 'first', tool: 'text-slugify', input: '{}' },
  { id: 'second', tool: HASH, input: '{}' },
]

describe('the fields of a step', () => {
  it.each<[string, unknown, string]>([
    ['a link to an earlier step', { $from: '/first/slug' }, 'slug of step 1'],
    ['a link to what the recipe takes', { $from: '/input/a~1b/0' }, 'a/b, 0 of what the recipe takes'],
    ['a link to all that a step gave', { $from: '/second' }, 'all of step 2'],
    ['a link to a step that is missing', { $from: '/third/x' }, 'nothing, because no step is called third'],
    ['a link that is not a pointer', { $from: 'first' }, 'nothing, because that is not a pointer'],
    ['a fixed value', [1, 'two'], '[1,"two"]'],
  ])('are told in words: %s', (_what, value, words) => {
    expect(fieldWords(JSON.stringify({ text: value }), STEPS)).toMatchObject([{ field: 'text', words }])
  })

  it.each(['', '{"text":', '[1]', 'null'])(
    'are not told while the text is not a JSON object: %j',
    (text) => {
      expect(fieldWords(text, STEPS)).toEqual([])
    },
  )

  it('of a tool that was just chosen begin with what comes before it', async () => {
    await openPageStores()
    const { bySlug } = useCatalogue()
    const draft = { steps: STEPS, input: '{"type":"object","properties":{"a/b":{"type":"string"}}}' }
    const fieldsOf = (index: number, input = draft.input) =>
      firstFields(bySlug.get(STEPS[index]!.tool)!, index, { ...draft, input }, (slug) => bySlug.get(slug))
    expect(JSON.parse(fieldsOf(0))).toEqual({ text: { $from: '/input/a~1b' } })
    expect(JSON.parse(fieldsOf(1))).toEqual({ text: { $from: '/first/slug' } })
    const listed = [{ id: 'found', tool: 'text-extract-emails', input: '{}' }, STEPS[1]!]
    expect(
      JSON.parse(
        firstFields(bySlug.get(HASH)!, 1, { ...draft, steps: listed }, (slug) => bySlug.get(slug)),
      ),
    ).toEqual({ text: { $from: '/found/emails/0/email' } })
    expect(JSON.parse(fieldsOf(0, 'not JSON'))).toEqual({ text: { $from: '/input' } })
  })
})
