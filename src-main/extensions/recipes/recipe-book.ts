import { GatewayError } from '../../../src-shared/errors.ts'
import { RECIPE_LIMITS, type Recipe, type RecipeContent } from '../../../src-shared/recipes/recipe.ts'
import type { ListedTool } from '../../registry/listed-tool.ts'
import type { Registry } from '../../registry/registry.ts'
import type { Engine } from '../../storage/engine/engine.ts'
import { followedBy, type Work } from '../../storage/engine/work.ts'
import { checkRecipe, invalidRecipe } from './check-recipe.ts'
import { graphIssues, usersOf } from './recipe-graph.ts'
import { putRecipe, removeRecipe, storedRecipes, type StoredRecipes } from './recipe-store.ts'
import { recipeTools, toTool } from './recipe-tools.ts'

/** What a book of recipes is made of. */
export interface RecipeParts {
  readonly registry: Registry
  readonly engine: Engine
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** A step whose tool is not served now. */
export interface ClosedStep {
  readonly id: string
  readonly tool: string
}

/** The recipes of an instance: in memory, because lists and calls read them, and in the database for the next start. */
export class RecipeBook {
  readonly #parts: RecipeParts
  readonly #recipes = new Map<string, Recipe>()
  #version: number | null = null
  readonly #remake: () => void
  /** Ends when the last change has ended. */
  #changing: Promise<unknown> = Promise.resolve()

  private constructor(parts: RecipeParts, stored: StoredRecipes) {
    this.#parts = parts
    this.#take(stored)
    this.#remake = parts.registry.derive((others) => recipeTools(this.#recipes, others))
    if (this.#recipes.size > 0) this.#remake()
  }

  /** Reads all recipes and serves them. */
  static async open(parts: RecipeParts): Promise<RecipeBook> {
    return new RecipeBook(parts, await parts.engine.read(storedRecipes))
  }

  /** Reads what other gateways have changed. */
  async refresh(): Promise<void> {
    await this.#inTurn(() => this.#refresh())
  }

  async #refresh(): Promise<void> {
    const stored = await this.#parts.engine.read(storedRecipes)
    const isSame =
      stored.recipes.length === this.#recipes.size &&
      stored.recipes.every(({ slug, version, savedAt }) => {
        const known = this.#recipes.get(slug)
        return known?.version === version && known.savedAt === savedAt
      })
    this.#take(stored)
    if (!isSame) this.#remake()
  }

  #take({ recipes, version }: StoredRecipes): void {
    this.#recipes.clear()
    for (const recipe of recipes) this.#recipes.set(recipe.slug, recipe)
    this.#version = version
  }

  /** All recipes, by slug. */
  list(): readonly Recipe[] {
    return [...this.#recipes.values()].toSorted((a, b) => (a.slug < b.slug ? -1 : 1))
  }

  find(slug: string): Recipe | null {
    return this.#recipes.get(slug) ?? null
  }

  /** @throws GatewayError not_found */
  get(slug: string): Recipe {
    const recipe = this.#recipes.get(slug)
    if (recipe) return recipe
    const named = JSON.stringify(slug.slice(0, 64))
    throw new GatewayError('not_found', `There is no recipe ${named}. GET /app/recipes lists them.`)
  }

  /** The recipes that have another among their steps. */
  usersOf(slug: string): readonly string[] {
    return usersOf(slug, this.#recipes)
  }

  /** The steps of a recipe whose tools are not served now; it runs when there are none. */
  closedSteps({ steps }: RecipeContent): readonly ClosedStep[] {
    return steps
      .filter(({ tool }) => this.#parts.registry.find(tool) === null)
      .map(({ id, tool }) => ({ id, tool }))
  }

  /** A recipe that cannot run now, by its slug; null for any other. */
  closed(slug: string): Recipe | null {
    const recipe = this.#recipes.get(slug)
    return recipe && this.#parts.registry.find(slug) === null ? recipe : null
  }

  /**
   * Makes a tool of a recipe that is not saved.
   * @throws GatewayError validation_error naming every problem
   */
  async tool(slug: string, sent: RecipeContent): Promise<ListedTool> {
    const { registry, now } = this.#parts
    const content = await this.#checked(slug, sent)
    const steps = content.steps.flatMap(({ tool }) => registry.find(tool) ?? [])
    // They were all there a moment ago.
    if (steps.length < content.steps.length) throw invalidRecipe([GONE])
    const version = (this.#recipes.get(slug)?.version ?? 0) + 1
    return toTool({ ...content, slug, version, savedAt: now() }, steps)
  }

  /**
   * Saves a recipe, in place of a former one of its slug.
   * @param record runs in the transaction
   * @throws GatewayError validation_error naming every problem
   */
  async save(slug: string, sent: RecipeContent, record: (saved: Recipe) => Work<void>): Promise<Recipe> {
    return await this.#inTurn(() => this.#save(slug, sent, record))
  }

  async #save(slug: string, sent: RecipeContent, record: (saved: Recipe) => Work<void>): Promise<Recipe> {
    const { engine, now } = this.#parts
    for (;;) {
      const content = await this.#checked(slug, sent)
      const facts = { savedAt: now(), checkedWith: this.#version }
      const saved = await engine.write('recipes', () => putRecipe(slug, content, facts, record))
      if (saved !== null) {
        this.#recipes.set(slug, saved)
        this.#remake()
        return saved
      }
      // Together with what another gateway has saved meanwhile it could make a circle.
      await this.#refresh()
    }
  }

  /** Removes a recipe. @param record runs in the transaction @throws GatewayError not_found */
  async remove(slug: string, record: () => Work<void>): Promise<void> {
    await this.#inTurn(() => this.#remove(slug, record))
  }

  async #remove(slug: string, record: () => Work<void>): Promise<void> {
    this.get(slug)
    await this.#parts.engine.write('recipes', () => followedBy(removeRecipe(slug), record))
    this.#recipes.delete(slug)
    this.#remake()
  }

  // Two changes at once could each fit alone, and together make a circle.
  async #inTurn<T>(change: () => Promise<T>): Promise<T> {
    const mine = this.#changing.then(change)
    // Its own caller hears why a change has failed.
    this.#changing = mine.catch(() => undefined)
    return await mine
  }

  async #checked(slug: string, sent: RecipeContent): Promise<RecipeContent> {
    const content = await checkRecipe(slug, sent, this.#parts.registry)
    this.#assertFits(slug, content)
    return content
  }

  #assertFits(slug: string, content: RecipeContent): void {
    const { registry } = this.#parts
    const former = registry.find(slug)
    const isTaken = former !== null && !this.#recipes.has(slug)
    if (isTaken) throw invalidRecipe([{ path: 'slug', message: 'A tool of a source has this name' }])
    if (!this.#recipes.has(slug) && this.#recipes.size >= RECIPE_LIMITS.recipes)
      throw invalidRecipe([
        { path: 'slug', message: `There may be ${RECIPE_LIMITS.recipes} recipes. Remove one first` },
      ])
    const issues = graphIssues(
      new Map(this.#recipes).set(slug, { ...content, slug, version: 0, savedAt: 0 }),
      slug,
    )
    if (issues.length > 0) throw invalidRecipe(issues)
  }
}

const GONE = { path: 'steps', message: 'A tool of a step was closed this moment; look at the tools again' }
