import { parseJson } from '../../../src-shared/parse-json.ts'
import { copyVersion, lockedVersion } from '../../storage/engine/copy-version.ts'
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

/** The recipes that are stored. */
export interface StoredRecipes {
  /** By slug. */
  readonly recipes: readonly Recipe[]
  /** Null where no other gateway changes them. */
  readonly version: number | null
}

/** All recipes that are stored. */
export function* storedRecipes(): Work<StoredRecipes> {
  return { recipes: (yield* all(ALL, {})).map(toRecipe), version: yield* copyVersion('recipe') }
}

/**
 * Stores a recipe in place of a former one.
 * @param checkedWith the version of the recipes that it was checked with
 * @param record what else belongs into the transaction
 * @returns null, with nothing stored, where another gateway has changed them since
 */
export function* putRecipe(
  slug: string,
  content: RecipeContent,
  { savedAt, checkedWith }: { readonly savedAt: number; readonly checkedWith: number | null },
  record: (saved: Recipe) => Work<void>,
): Work<Recipe | null> {
  if ((yield* lockedVersion('recipe')) !== checkedWith) return null
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
