import { describe, expect, it } from 'vitest'
import { loadRegistry } from '../../../src-main/registry/registry.ts'
import { isDirection, toStems, toWords } from '../../../src-shared/words/search-words.ts'

const { tools } = await loadRegistry()
const stemsOf = (text: string) => toStems(toWords(text))
const wordStemsOf = (text: string) => stemsOf(text).filter((stem) => !isDirection(stem))

describe.each(tools.map(({ facts }) => [facts.slug, facts] as const))(
  'the search words of %s',
  (_slug, { slug, title, searchWords }) => {
    it('are 5 to 25, in lower case and with no space to spare', () => {
      expect(searchWords.length).toBeGreaterThanOrEqual(5)
      expect(searchWords.length).toBeLessThanOrEqual(25)
      expect(searchWords.map((each) => each.toLowerCase().trim().replaceAll(/\s+/g, ' '))).toEqual(
        searchWords,
      )
    })

    it('say nothing twice, and nothing that the name says', () => {
      const said = searchWords.map((each) => stemsOf(each).toSorted().join(' '))
      expect(said.filter((each, at) => said.indexOf(each) !== at)).toEqual([])
      const name = new Set(wordStemsOf(`${slug} ${title}`))
      expect(searchWords.filter((each) => wordStemsOf(each).every((stem) => name.has(stem)))).toEqual([])
    })
  },
)
