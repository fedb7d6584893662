import { createToolRankingByTurns, type ToolRanking } from '../../../src-shared/tool-ranking.ts'
import type { Tools } from '../../registry/tool-list.ts'
import { TimeSlices } from '../request/time-slices.ts'
import type { ManualPage } from './manual.ts'

/** A page that fits a search. */
export type FoundPage = Pick<ManualPage, 'path' | 'title' | 'summary' | 'section'>

const MOST = 12
// Pages are ranked under private characters: as slugs, addresses would be found by the words of their folders.
const FIRST_SIGN = 0xe000
const TOOL = 'tools/'
const rankings = new WeakMap<readonly ManualPage[], Promise<ToolRanking>>()

/**
 * The pages that fit a need, best first, ranked as tools are.
 * @param tools the built-in ones, which have the search words of their pages
 */
export async function searchManual(
  pages: readonly ManualPage[],
  tools: Tools,
  query: string,
): Promise<readonly FoundPage[]> {
  const ranking = await rankingOf(pages, tools)
  return ranking(query)
    .flatMap(({ slug }) => pages[slug.charCodeAt(0) - FIRST_SIGN] ?? [])
    .slice(0, MOST)
    .map(({ path, title, summary, section }) => ({ path, title, summary, section }))
}

// Made at the first search, in slices that let calls go first: most manuals are never searched.
function rankingOf(pages: readonly ManualPage[], tools: Tools): Promise<ToolRanking> {
  const known = rankings.get(pages)
  if (known) return known
  const slices = new TimeSlices()
  const ranking = createToolRankingByTurns(
    pages.map(({ path, title, summary, words = [] }, place) => {
      const name = path.split('/').at(-1) ?? ''
      const facts = path.startsWith(TOOL) ? tools.find(name)?.facts : undefined
      return {
        slug: String.fromCharCode(FIRST_SIGN + place),
        title,
        summary,
        category: facts?.category ?? '',
        aliases: [name, ...(facts?.aliases ?? [])],
        searchWords: facts?.searchWords ?? words,
        fields: facts?.fields,
      }
    }),
    () => slices.turn(),
  )
  rankings.set(pages, ranking)
  return ranking
}
