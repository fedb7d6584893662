const MAX_HINTS = 3

/**
 * The slugs that a caller most likely meant: fewest edits first, shared words counting in their favour. A slug that
 * has every word of the wanted one is among them however long it is, so that `sha256` finds `crypto-hash-sha256`.
 */
export function nearestSlugs(wanted: string, slugs: readonly string[]): string[] {
  const query = wanted.toLowerCase().slice(0, 64)
  const words = new Set(query.split(/[-_ ]/).filter((word) => word.length > 2))
  return slugs
    .map((slug) => {
      const shared = sharedWords(words, slug)
      const hasAll = shared > 0 && shared === words.size
      return { slug, hasAll, score: editsBetween(query, slug) - 4 * shared }
    })
    .filter(({ slug, score, hasAll }) => hasAll || score <= Math.max(2, slug.length / 3))
    .sort((a, b) => a.score - b.score || (a.slug < b.slug ? -1 : 1))
    .slice(0, MAX_HINTS)
    .map(({ slug }) => slug)
}

function sharedWords(words: ReadonlySet<string>, slug: string): number {
  const own = new Set(slug.split('-'))
  return [...words].filter((word) => own.has(word)).length
}

// Levenshtein distance by the two-row method.
function editsBetween(a: string, b: string): number {
  let previous = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(row[j - 1]! + 1, previous[j]! + 1, substitution))
    }
    previous = row
  }
  return previous[b.length]!
}
