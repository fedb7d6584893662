import { defineStore } from 'pinia'
import type { ActivityEntry } from '../../../src-shared/activity.ts'
import type { Recipe, RecipeContent } from '../../../src-shared/recipes/recipe.ts'
import type {
  CheckedRecipe,
  RecipeWire,
  TriedStep,
  WholeRecipe,
} from '../../../src-shared/recipes/recipe-wire.ts'
import { useGateway } from '../../gateway/gateway.ts'
import { createRemote } from '../../gateway/remote.ts'

/** A recipe without what only a saved one has. */
export type NamedRecipe = RecipeContent & Pick<Recipe, 'slug'>

/** How a test run of a recipe ended. */
export interface Tried {
  readonly ok: boolean
  readonly data?: object
  readonly error?: { readonly message: string }
  readonly steps: readonly TriedStep[]
  readonly credits_used: number
}

const PATH = '/app/recipes'
const pathOf = (slug: string) => `${PATH}/${encodeURIComponent(slug)}`

/** The recipes that the owner has saved. */
export const useRecipes = defineStore('recipes', () => {
  const { client } = useGateway()
  const list = createRemote<readonly RecipeWire[]>(
    async () => (await client.ask<{ recipes: readonly RecipeWire[] }>('GET', PATH)).recipes,
    [],
  )

  /** A recipe as it is saved. */
  async function read(slug: string): Promise<NamedRecipe> {
    const { recipe } = await client.ask<{ recipe: WholeRecipe }>('GET', pathOf(slug))
    return { ...recipe.recipe, slug }
  }

  async function save({ slug, ...content }: NamedRecipe): Promise<void> {
    await client.ask('PUT', pathOf(slug), content)
    await list.load()
  }

  async function remove(slug: string): Promise<void> {
    await client.ask('DELETE', pathOf(slug))
    await list.load()
  }

  /** What a recipe would be, without saving or running it. */
  async function check({ slug, ...recipe }: NamedRecipe): Promise<CheckedRecipe> {
    return await client.ask<CheckedRecipe>('POST', `${PATH}/check`, { slug, recipe })
  }

  /** Runs a recipe that need not be saved, at its price. */
  async function run({ slug, ...recipe }: NamedRecipe, input: object): Promise<Tried> {
    return await client.ask<Tried>('POST', `${PATH}/try`, { slug, recipe, input })
  }

  /** Makes a recipe of calls in the record, in this order; they are named by their places or their request ids. */
  async function draft(calls: readonly (number | string)[]): Promise<NamedRecipe> {
    const made = await client.ask<{ slug: string; recipe: RecipeContent }>('POST', `${PATH}/draft`, {
      calls,
    })
    return { ...made.recipe, slug: made.slug }
  }

  /** The latest calls that succeeded, newest first. */
  async function latest(): Promise<readonly ActivityEntry[]> {
    const path = '/app/activity?ok=true&limit=20'
    return (await client.ask<{ entries: readonly ActivityEntry[] }>('GET', path)).entries
  }

  return {
    ...{ list: list.value, state: list.state, error: list.error, load: list.load },
    ...{ read, save, remove, check, run, draft, latest },
  }
})
