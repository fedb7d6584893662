import { parseJson } from '../../../src-shared/parse-json.ts'
import { all, one, run, statement, type Work } from '../../storage/engine/work.ts'
import type { Recipe, RecipeContent } from '../../../src-shared/recipes/recipe.ts'

type RecipeRow = {
  readonly slug: string
  readonly version: number
  readonly content: string
  readonly saved_at: number
}

const PUT = statement<RecipeRow>(
  `INSERT INTO recipe (slug, version, content, saved_at) VALUES (:slug, :version, :content, :saved_at)
   ON CONFLICT (slug) DO UPDATE
   SET version = excluded.version, content = excluded.content, saved_at = excluded.saved_at`,
)
const REMOVE = statement<{ slug: string }>('DELETE FROM recipe WHERE slug = :slug')
const VERSION = statement<{ slug: string }, { version: number }>(
  'SELECT version FROM recipe WHERE slug = :slug',
)
const ALL = statement<Record<never, never>, RecipeRow>(
  'SELECT slug, version, content, saved_at FROM recipe ORDER BY slug',
)

/** All recipes that are stored, by slug. */
export function* storedRecipes(): Work<readonly Recipe[]> {
  return (yield* all(ALL, {})).map(toRecipe)
}

/**
 * Stores a recipe in place of a former one.
 * @param record what else belongs into the transaction
 */
export function* putRecipe(
  slug: string,
  content: RecipeContent,
  savedAt: number,
  record: (saved: Recipe) => Work<void>,
): Work<Recipe> {
  const version = ((yield* one(VERSION, { slug }))?.version ?? 0) + 1
  yield* run(PUT, { slug, version, content: JSON.stringify(content), saved_at: savedAt })
  const saved = { ...content, slug, version, savedAt }
  yield* record(saved)
  return saved
}

/** Removes a recipe, if there is one. */
export function* removeRecipe(slug: string): Work<void> {
  yield* run(REMOVE, { slug })
}

function toRecipe({ slug, version, content, saved_at }: RecipeRow): Recipe {
  // Only `putRecipe` fills the table, with content that was checked.
  return { ...(parseJson(content) as RecipeContent), slug, version, savedAt: saved_at }
}
