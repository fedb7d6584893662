import type { RecipeContent } from '../../../src-shared/recipes/recipe.ts'
import { OWNER_KEY, type Json, type TestAnswer, type TestGateway } from '../gateway/test-gateway.ts'

/** A link of a recipe. */
export const from = (pointer: string) => ({ $from: pointer })

/** The input of most recipes of the tests. */
export const TEXT_INPUT = {
  type: 'object',
  properties: { text: { type: 'string' }, separator: { type: 'string' } },
  required: ['text'],
  additionalProperties: false,
}

/** A pure recipe of two steps, at 2 credits. */
export const DIGEST: RecipeContent = {
  title: 'Digest of a slug',
  summary: 'Makes a slug of a title and hashes it.',
  input: TEXT_INPUT,
  steps: [
    {
      id: 'slug',
      tool: 'text-slugify',
      input: { text: from('/input/text'), separator: from('/input/separator') },
    },
    { id: 'hash', tool: 'crypto-hash-sha256', input: { text: from('/slug/slug') } },
  ],
  output: { slug: from('/slug/slug'), digest: from('/hash/hash') },
}

/** A recipe with other steps and another output. */
export function recipe(
  steps: readonly (readonly [id: string, tool: string, input: object])[],
  more: Partial<RecipeContent> = {},
): RecipeContent {
  const last = steps.at(-1)?.[0] ?? ''
  return {
    ...{ title: 'A recipe', summary: 'Does what its steps do.', input: TEXT_INPUT },
    steps: steps.map(([id, tool, input]) => ({ id, tool, input: { ...input } })),
    output: { last: from(`/${last}`) },
    ...more,
  }
}

/** Saves a recipe as its owner. */
export async function saveRecipe(
  gateway: TestGateway,
  name: string,
  content: RecipeContent = DIGEST,
): Promise<TestAnswer> {
  return await gateway.asOwner(`/app/recipes/recipe__${name}`, { method: 'PUT', body: content })
}

/** Saves a recipe that must be valid. @returns its slug */
export async function addRecipe(
  gateway: TestGateway,
  name: string,
  content: RecipeContent = DIGEST,
): Promise<string> {
  const { status, text } = await saveRecipe(gateway, name, content)
  if (status !== 200) throw new Error(text)
  return `recipe__${name}`
}

/** Calls a recipe as the owner. */
export async function callRecipe(gateway: TestGateway, slug: string, input: object = { text: 'Ab Cd' }) {
  return await gateway.call(slug, input, { key: OWNER_KEY })
}

/** What the owner has. */
export async function ownerBalance(gateway: TestGateway): Promise<number> {
  return (await gateway.instance.services.ledger.balanceOf(gateway.ownerId)).balance
}

/** The problems that an answer names, each with its place. */
export function issuesOf({ json }: TestAnswer): string[] {
  return json.error.issues.map(({ path, message }: Json) => `${path}: ${message}`)
}

/** A key of the owner's with these scopes and rules, which may spend 100 credits. */
export async function keyWith(gateway: TestGateway, scopes: object, rules?: object): Promise<Json> {
  const body = {
    name: 'Scoped',
    credit_limit: 100,
    rate_limit: 100_000,
    ...scopes,
    ...(rules && { rules }),
  }
  const { status, json, text } = await gateway.asOwner('/v1/enterprise/keys', { body })
  if (status !== 201) throw new Error(text)
  return json
}
