import { hash } from 'node:crypto'
import { canonicalJson } from '../../../src-shared/canonical-json.ts'
import { RECIPE_SOURCE, type Recipe } from '../../../src-shared/recipes/recipe.ts'
import { ChainedTool, engineOfSteps, factsOfSteps } from '../../registry/chained-tool.ts'
import { RegisteredTool, type ListedTool, type LoadedStep } from '../../registry/listed-tool.ts'
import type { Tools } from '../../registry/tool-list.ts'
import { jsonFields } from '../schemas/json-fields.ts'
import { RecipeOutput } from './output-schema.ts'
import { RecipeChain } from './recipe-chain.ts'

/**
 * The recipes that can run, made of the tools that are served now. One whose tools are not all served is left out.
 * @param others all tools but recipes
 */
export function recipeTools(recipes: ReadonlyMap<string, Recipe>, others: Tools): ListedTool[] {
  const made = new Map<string, ListedTool | null>()
  const make = (recipe: Recipe): ListedTool | null => {
    const known = made.get(recipe.slug)
    if (known !== undefined) return known
    // Until it is made it is in none of its own steps: no recipe is saved that would be.
    made.set(recipe.slug, null)
    const steps = recipe.steps.map(({ tool }) => {
      const nested = recipes.get(tool)
      return nested ? make(nested) : others.find(tool)
    })
    const tool =
      others.find(recipe.slug) === null && steps.every((step) => step !== null)
        ? toTool(recipe, steps)
        : null
    made.set(recipe.slug, tool)
    return tool
  }
  return [...recipes.values()].flatMap((recipe) => make(recipe) ?? [])
}

/** A recipe as a tool. @param steps the tools of its steps, in their order */
export function toTool(recipe: Recipe, steps: readonly ListedTool[]): ChainedTool {
  const { slug, title, summary, version } = recipe
  const facts = {
    ...{ slug, title, summary, searchWords: [], aliases: [], category: RECIPE_SOURCE },
    ...factsOfSteps(steps),
    fields: [...jsonFields(recipe.input).fields],
    source: { id: RECIPE_SOURCE, kind: RECIPE_SOURCE, revision: version },
  }
  return new ChainedTool(facts, steps, async () => {
    const loaded = await Promise.all(
      recipe.steps.map(async ({ id }, index): Promise<LoadedStep> => {
        const listed = steps[index]!
        return { id, listed, tool: await listed.load() }
      }),
    )
    const input = jsonFields(recipe.input)
    const known = new Map([
      ['input', input.json],
      ...loaded.map(({ id, tool }) => [id, tool.outputSchema] as const),
    ])
    return new RegisteredTool(
      { ...facts, version, keepsTime: true, examples: [], handler: runsAsChain },
      { input, output: new RecipeOutput(recipe.output, known) },
      {
        id: RECIPE_SOURCE,
        kind: RECIPE_SOURCE,
        version: String(version),
        definition: hashOfRecipe(recipe, loaded),
      },
      new RecipeChain(recipe, loaded, engineOfSteps(steps)),
    )
  })
}

/** What stands for a recipe and for all that it is made of: SHA-256 of its canonical JSON. */
function hashOfRecipe(
  { title, summary, input, steps, output }: Recipe,
  loaded: readonly LoadedStep[],
): string {
  const made = steps.map((step, index) => {
    const { version, source } = loaded[index]!.tool
    return { ...step, ...(source ? { definition: source.definition } : { version }) }
  })
  return hash('sha256', canonicalJson({ title, summary, input, steps: made, output }))
}

function runsAsChain(): never {
  throw new Error('A recipe runs by its steps')
}
