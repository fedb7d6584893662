import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'
import { isInRange, precedenceOf } from './lib/semver-text.ts'

export default defineTool({
  slug: 'semver-range-resolve',
  title: 'Resolve a version range',
  summary: 'Picks from a list the newest version that a range such as ^1.2 or >=2 <3 allows, as npm does.',
  searchWords: [
    'caret',
    'tilde',
    'npm dependency',
    'which version satisfies',
    'compatible',
    'package.json',
    'highest matching',
    'newest allowed',
    'constraint',
    'max satisfying',
    'dependency resolution',
    '^1.2',
    'newest version matching',
    'allowed by a range',
    'does a version fit',
    'version picker',
    'which release fits',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  related: ['code-semver-compare', 'code-semver-bump'],
  takes: { range: ['semver-range'] },
  firstFor: ['semver-range'],
  gives: 'semver',
  mainOutput: 'best',

  input: z.strictObject({
    range: wellFormedText(256).describe("The range in npm's syntax; empty or * for any release"),
    versions: z.array(wellFormedText(256)).max(5_000).describe('The available versions, in any order'),
    include_prerelease: z
      .boolean()
      .default(false)
      .describe('Also accepts prereleases if the range does not name one of the same version'),
    loose: z.boolean().default(false).describe('Accepts spellings such as v1.2.3'),
  }),
  output: z.strictObject({
    best: z.string().nullable().describe('The newest version that fits; null if none does'),
    lowest: z.string().nullable().describe('The oldest version that fits; null if none does'),
    matching: z.array(z.string()).describe('All that fit, newest first'),
    invalid: z.array(z.string()).describe('Items of the list that are not versions'),
    range: z.string().describe('The range written out as comparisons'),
  }),

  // The ranges of node-semver's README.
  examples: [
    {
      title: 'Caret',
      input: { range: '^1.2.3', versions: ['1.2.2', '1.2.3', '1.10.0', '2.0.0', '1.9.9'] },
      output: {
        best: '1.10.0',
        lowest: '1.2.3',
        matching: ['1.10.0', '1.9.9', '1.2.3'],
        invalid: [],
        range: '>=1.2.3 <2.0.0-0',
      },
    },
    {
      title: 'Prereleases only of the version that the range names',
      input: { range: '>1.2.3-alpha.3', versions: ['1.2.3-alpha.7', '3.4.5-alpha.9', '3.4.5', 'latest'] },
      output: {
        best: '3.4.5',
        lowest: '1.2.3-alpha.7',
        matching: ['3.4.5', '1.2.3-alpha.7'],
        invalid: ['latest'],
        range: '>1.2.3-alpha.3',
      },
    },
    {
      title: 'Nothing fits',
      input: { range: '1.2.7 || >=1.2.9 <2.0.0', versions: ['1.2.8', '2.0.0'] },
      output: { best: null, lowest: null, matching: [], invalid: [], range: '1.2.7||>=1.2.9 <2.0.0' },
    },
  ],

  handler: async ({ range, versions, include_prerelease, loose }) => {
    const { default: semver } = await import('semver')
    const options = { loose, includePrerelease: include_prerelease }
    const known = semver.validRange(range, options)
    if (known === null)
      throw new InvalidInput('range', 'This is not a version range; write it like ^1.2.3, ~2.1 or >=1 <3')
    const wanted = new semver.Range(range, options)
    const found = new Map(versions.map((version) => [version, semver.parse(version, { loose })]))
    const invalid = versions.filter((version) => found.get(version) === null)
    const matching = versions
      .flatMap((text) => {
        const version = found.get(text)
        return version && isInRange(version, wanted, include_prerelease) ? [{ text, version }] : []
      })
      .toSorted((a, b) => precedenceOf(b.version, a.version) || b.version.compareBuild(a.version))
      .map(({ text }) => text)
    return { best: matching[0] ?? null, lowest: matching.at(-1) ?? null, matching, invalid, range: known }
  },
})
