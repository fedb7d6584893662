import { describe, expect, it } from 'vitest'
import {
  jsonOf,
  recipeIn,
  renameLinks,
  toDraft,
  toRecipe,
  type RecipeDraft,
} from '../../../src-renderer/sources/recipes/recipe-draft.ts'
import { typeOf, withType } from '../../../src-renderer/sources/recipes/recipe-inputs.ts'
import type { NamedRecipe } from '../../../src-renderer/sources/recipes/recipes.ts'
import { useCatalogue } from '../../../src-renderer/tools/catalogue.ts'
import { openPageStores } from '../../support/browser/page-stores.ts'

const RECIPE: NamedRecipe = {
  ...{ slug: 'recipe__digest', title: 'Digest', summary: 'Makes a digest.' },
  input: {
    type: 'object',
    properties: {
      text: { type: 'string', maxLength: 500, description: 'A title' },
      mode: { enum: ['a', 'b'] },
      anything: {},
    },
    required: ['text'],
    additionalProperties: false,
    $defs: { other: { type: 'string' } },
  },
  steps: [
    {
      ...{ id: 'slug', tool: 'text-slugify' },
      // A text, a number, a choice and a switch, as the form draws them.
      input: { text: { $from: '/input/text' }, max_length: 40, separator: '_', lowercase: false },
    },
    // Links within a value, and a value that the tool does not take.
    { id: 'rows', tool: 'data-group-by', input: { rows: [{ a: { $from: '/slug/slug' } }], by: ['a'] } },
    { id: 'wrong', tool: 'crypto-hash-sha256', input: { text: 5, encoding: 'base32' } },
    // What a closed tool takes is not known.
    { id: 'closed', tool: 'mail__send', input: { to: 'a@example.org', deep: { $from: '/rows', and: 1 } } },
  ],
  output: {
    digest: { $from: '/rows/groups/0' },
    version: 2,
    note: 'a text',
    list: [1, { $from: '/slug' }],
  },
}

async function open(recipe = RECIPE) {
  await openPageStores()
  const { bySlug } = useCatalogue()
  const toolOf = (slug: string) => bySlug.get(slug)
  const draft = toDraft(recipe, toolOf)
  return { draft, written: (from: RecipeDraft = draft) => toRecipe(from, toolOf) }
}
const pointersOf = (draft: RecipeDraft): string[] =>
  [...draft.steps.flatMap(({ fields }) => fields), ...draft.outputs].flatMap(({ place }) =>
    place.from === 'link' ? [place.pointer] : [],
  )

describe('the form of a recipe', () => {
  it('gives back what it was opened with, also what it cannot draw', async () => {
    const { draft, written } = await open()
    expect(written()).toEqual(RECIPE)
    expect(draft.steps[0]?.fields.map(({ place }) => place.from)).toEqual(['link', 'form', 'form', 'form'])
  })

  it('is the same after it was shown as JSON', async () => {
    const { written } = await open()
    const recipe = written()
    if (typeof recipe === 'string') throw new Error(recipe)
    expect(recipeIn(jsonOf(recipe), recipe.slug)).toEqual(RECIPE)
  })

  it.each<[string, string, string]>([
    ['a text that is not JSON', '{"title":', 'The recipe must be JSON.'],
    ['a list', '[]', 'A recipe has a title'],
    [
      'steps without fields',
      '{"title":"","summary":"","input":{},"output":{},"steps":[{}]}',
      'A recipe has a title',
    ],
  ])('refuses JSON that is not a recipe: %s', (_what, text, said) => {
    expect(recipeIn(text, 'recipe__x')).toContain(said)
  })

  it('says which value is missing or wrong', async () => {
    const { draft, written } = await open()
    const said = (change: (draft: RecipeDraft) => void) => {
      const changed = structuredClone(draft)
      change(changed)
      return written(changed)
    }
    expect(said(({ steps }) => (steps[0]!.fields[1]!.place = { from: 'form', value: '4,5' }))).toBe(
      'max_length of step 1: Enter a number.',
    )
    expect(said(({ steps }) => (steps[0]!.fields[1]!.place = { from: 'form', value: '' }))).toBe(
      'max_length of step 1: Enter a value, or leave the field out.',
    )
    expect(said(({ outputs }) => (outputs[1]!.place = { from: 'json', text: 'two' }))).toContain(
      'version that it gives: This is not JSON',
    )
    expect(said(({ outputs }) => (outputs[1]!.name = ' digest'))).toBe(
      'What it gives has two values called digest.',
    )
    expect(said(({ steps }) => (steps[1]!.tool = ''))).toBe('Choose the tool of step 2.')
    expect(said(({ steps }) => steps[1]!.fields.pop())).toBe('by of step 2 is needed.')
    expect(said(({ inputs }) => (inputs[1]!.name = ' '))).toBe('What it takes needs a name for each value.')
  })

  it('follows an input and a step that are called otherwise', async () => {
    const { draft } = await open()
    renameLinks(draft, ['input', 'text'], ['input', 'a/b'])
    renameLinks(draft, ['rows'], ['groups'])
    expect(pointersOf(draft)).toEqual(['/input/a~1b', '/groups/groups/0'])
  })
})

describe('the type of an input', () => {
  it('is told where it is one of the list, and else left to JSON', () => {
    const schemas = [{ type: 'integer' }, {}, { enum: [1] }, { type: ['string', 'null'] }, { type: 'null' }]
    expect(schemas.map(typeOf)).toEqual(['integer', '', null, null, null])
  })

  it('takes with it what the former type said of the value, but not what it is for', () => {
    const schema = { type: 'string', maxLength: 5, description: 'A title' }
    expect(withType(schema, 'number')).toEqual({ type: 'number', description: 'A title' })
    expect(withType(schema, '')).toEqual({ description: 'A title' })
  })
})
