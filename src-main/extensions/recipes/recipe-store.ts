import type { Database, Statement } from 'better-sqlite3'
import { parseJson } from '../../../src-shared/parse-json.ts'
import type { Recipe, RecipeContent } from '../../../src-shared/recipes/recipe.ts'

interface RecipeRow {
  readonly slug: string
  readonly version: number
  readonly content: string
  readonly saved_at: number
}

/** The table of recipes. Everything that writes runs in the transaction of its caller. */
export class RecipeStore {
  readonly #put: Statement<[string, number, string, number]>
  readonly #remove: Statement<[string]>
  readonly #find: Statement<[string], RecipeRow>
  readonly #all: Statement<[], RecipeRow>

  constructor(db: Database) {
    this.#put = db.prepare(
      `INSERT INTO recipe (slug, version, content, saved_at) VALUES (?, ?, ?, ?)
       ON CONFLICT (slug) DO UPDATE
       SET version = excluded.version, content = excluded.content, saved_at = excluded.saved_at`,
    )
    this.#remove = db.prepare('DELETE FROM recipe WHERE slug = ?')
    this.#find = db.prepare('SELECT slug, version, content, saved_at FROM recipe WHERE slug = ?')
    this.#all = db.prepare('SELECT slug, version, content, saved_at FROM recipe ORDER BY slug')
  }

  all(): readonly Recipe[] {
    return this.#all.all().map(toRecipe)
  }

  find(slug: string): Recipe | null {
    const row = this.#find.get(slug)
    return row ? toRecipe(row) : null
  }

  put({ slug, version, savedAt, ...content }: Recipe): void {
    this.#put.run(slug, version, JSON.stringify(content), savedAt)
  }

  /** @returns whether there was one */
  remove(slug: string): boolean {
    return this.#remove.run(slug).changes > 0
  }
}

function toRecipe({ slug, version, content, saved_at }: RecipeRow): Recipe {
  // Only `put` fills the table, with content that was checked.
  return { ...(parseJson(content) as RecipeContent), slug, version, savedAt: saved_at }
}
