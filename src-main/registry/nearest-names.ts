const MAX_HINTS = 3

/**
 * The names, of tools or fields, that a caller most likely meant: fewest edits first, with a bonus for shared words.
 * A name that contains every wanted word is included however long it is, so that `sha256` finds
 * `crypto-hash-sha256`.
 * @returns at most three, best first
 */
export function nearestNames(wanted: string, names: readonly string[]): string[] {
  const query = wanted.toLowerCase().slice(0, 64)
  const words = new Set(query.split(/[-_ ]/).filter((word) => word.length > 2))
  return names
    .flatMap((name) => {
      const shared = sharedWords(words, name)
      const hasAll = shared > 0 && shared === words.size
      const most = hasAll ? Infinity : Math.max(2, name.length / 3) + 4 * shared
      // Each letter that one of them has more is an edit, so most names need not be compared.
      if (Math.abs(query.length - name.length) > most) return []
      const edits = editsBetween(query, name)
      return edits > most ? [] : [{ name, score: edits - 4 * shared }]
    })
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, MAX_HINTS)
    .map(({ name }) => name)
}

function sharedWords(words: ReadonlySet<string>, name: string): number {
  const own = new Set(name.split(/[-_]/))
  return [...words].filter((word) => own.has(word)).length
}

// Levenshtein distance by the two-row method.
function editsBetween(a: string, b: string): number {
  let previous = Uint16Array.from({ length: b.length + 1 }, (_, i) => i)
  let row = new Uint16Array(b.length + 1)
  for (let i = 1; i <= a.length; i++) {
    const code = a.charCodeAt(i - 1)
    row[0] = i
    for (let j = 1; j <= b.length; j++) {
      const substitution = previous[j - 1]! + (code === b.charCodeAt(j - 1) ? 0 : 1)
      row[j] = Math.min(row[j - 1]! + 1, previous[j]! + 1, substitution)
    }
    ;[previous, row] = [row, previous]
  }
  return previous[b.length]!
}
