import type { ContentKind } from '../../../src-shared/kinds/content-kinds.ts'
import { detectKinds } from '../../../src-shared/kinds/detect-kinds.ts'
import { isReadApart } from '../../../src-shared/kinds/values-in.ts'
import { offersFor } from '../../../src-shared/kinds/rank-tools.ts'
import type { Tool } from '../../gateway/gateway-types.ts'
import { type Columns, textOf } from './table.ts'

/** Rows from which the kind of a column is told. */
const SAMPLE_ROWS = 20
/** The share of its values that are of the kind. */
const MOST = 0.8
const SURE = 0.7

/** The kind of most values of each column; null for words and numbers, which could be anything. */
export function kindsOfColumns({ names, rows }: Columns): readonly (ContentKind | null)[] {
  return names.map((_, at) => kindOf(rows.slice(0, SAMPLE_ROWS).map((row) => textOf(row[at]).trim())))
}

function kindOf(values: readonly string[]): ContentKind | null {
  const kinds = values
    .filter((value) => value !== '')
    .map((value) => {
      const best = detectKinds(value)[0]
      return best && best.confidence >= SURE && best.kind !== 'text' ? best.kind : null
    })
  const [first = null] = kinds.filter((kind) => kind !== null)
  return first && kinds.filter((kind) => kind === first).length >= kinds.length * MOST ? first : null
}

/** The tool for the first column whose kind one is made for; null if there is none. */
export function toolForColumns(
  kinds: readonly (ContentKind | null)[],
  tools: readonly Tool[],
): string | null {
  for (const kind of kinds) {
    // A cell fills its field as it is.
    const [offer] = kind && !isReadApart(kind) ? offersFor(tools, [{ kind, confidence: 1 }]) : []
    if (offer) return offer.tool.slug
  }
  return null
}
