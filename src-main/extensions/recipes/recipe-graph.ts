import { counted } from '../../../src-shared/counted.ts'
import type { Issue } from '../../../src-shared/errors.ts'
import { RECIPE_LIMITS, type RecipeContent } from '../../../src-shared/recipes/recipe.ts'

/** What is known of a recipe's size: how deep recipes are in it, itself counted, and how many tools a call runs. */
interface Size {
  readonly depth: number
  readonly calls: number
}

/**
 * What would be wrong with the recipes if these were all: one that would run itself, one that would be too deep, or
 * that would run too many tools. A change of one recipe can make this true of another.
 */
export function graphIssues(
  recipes: ReadonlyMap<string, Pick<RecipeContent, 'steps'>>,
  changed: string,
): Issue[] {
  const circle = circleFrom(changed, recipes)
  if (circle) return [{ path: 'steps', message: `It would run itself: ${circle.join(', which runs ')}` }]
  const sizes = new Map<string, Size>()
  const { depth: deepest, calls: most } = RECIPE_LIMITS
  return [...recipes.keys()].flatMap((slug): Issue[] => {
    const { depth, calls } = sizeOf(slug, recipes, sizes)
    if (depth > deepest)
      return [
        { path: 'steps', message: `${slug} would have recipes ${depth} deep, and ${deepest} is the most` },
      ]
    return calls > most
      ? [{ path: 'steps', message: `${slug} would run ${counted(calls, 'tool')}, and ${most} is the most` }]
      : []
  })
}

/** The recipes that have another among their steps. */
export function usersOf(slug: string, recipes: Iterable<readonly [string, Pick<RecipeContent, 'steps'>]>) {
  return [...recipes]
    .filter(([, { steps }]) => steps.some(({ tool }) => tool === slug))
    .map(([user]) => user)
}

// Only the recipe that is changed can close a circle.
function circleFrom(
  changed: string,
  recipes: ReadonlyMap<string, Pick<RecipeContent, 'steps'>>,
): readonly string[] | null {
  const seen = new Set<string>()
  const search = (slug: string, way: readonly string[]): readonly string[] | null => {
    for (const { tool } of recipes.get(slug)?.steps ?? []) {
      if (tool === changed) return [...way, changed]
      if (seen.has(tool) || !recipes.has(tool)) continue
      seen.add(tool)
      const found = search(tool, [...way, tool])
      if (found) return found
    }
    return null
  }
  return search(changed, [changed])
}

function sizeOf(
  slug: string,
  recipes: ReadonlyMap<string, Pick<RecipeContent, 'steps'>>,
  sizes: Map<string, Size>,
): Size {
  const known = sizes.get(slug)
  if (known) return known
  let depth = 1
  let calls = 0
  for (const { tool } of recipes.get(slug)?.steps ?? []) {
    const nested = recipes.has(tool) ? sizeOf(tool, recipes, sizes) : { depth: 0, calls: 1 }
    depth = Math.max(depth, 1 + nested.depth)
    calls += nested.calls
  }
  const size = { depth, calls }
  sizes.set(slug, size)
  return size
}
