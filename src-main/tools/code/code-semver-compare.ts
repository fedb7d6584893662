import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { precedenceOf, semverOf, semverText } from './lib/semver-text.ts'

const parts = z.strictObject({
  version: z.string().describe('The version without build metadata'),
  major: z.int().min(0).describe('Major version'),
  minor: z.int().min(0).describe('Minor version'),
  patch: z.int().min(0).describe('Patch version'),
  prerelease: z.array(z.union([z.string(), z.number()])).describe('Identifiers after the hyphen'),
  build: z.array(z.string()).describe('Identifiers after the plus sign; ignored in comparisons'),
})

export default defineTool({
  slug: 'code-semver-compare',
  title: 'Compare versions',
  summary: 'Compares two semantic versions (SemVer 2.0.0) and reports the part that differs.',
  searchWords: [
    'newer',
    'older',
    'which version is higher',
    'greater',
    'latest of two',
    'package version order',
    'is it an upgrade',
    'same release',
    'difference between releases',
    'which is newer',
    'version order',
    '1.10 or 1.9',
    'compare releases',
    'software version',
    'sort versions',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  related: ['code-semver-bump', 'semver-range-resolve'],
  takes: { a: ['semver'] },
  gives: 'text',
  mainOutput: 'relation',

  input: z.strictObject({
    a: semverText.describe('A version, such as 1.2.3-beta.1'),
    b: semverText.describe('The version to compare it with'),
    loose: z.boolean().default(false).describe('Accepts spellings such as v1.2.3 or 1.2.3beta'),
  }),
  output: z.strictObject({
    comparison: z
      .int()
      .min(-1)
      .max(1)
      .describe('-1 if a is older than b, 0 if they are equal, 1 if a is newer'),
    relation: z.enum(['older', 'equal', 'newer']).describe('The same as a word: a is … than b'),
    difference: z
      .enum([
        'major',
        'premajor',
        'minor',
        'preminor',
        'patch',
        'prepatch',
        'prerelease',
        'release',
        'none',
      ])
      .describe('The most significant part that differs'),
    a: parts.describe('The parts of a'),
    b: parts.describe('The parts of b'),
  }),

  // Precedence as defined by SemVer 2.0.0, section 11.
  examples: [
    {
      title: 'A prerelease is older than its release',
      input: { a: '1.0.0-alpha.1', b: '1.0.0' },
      output: {
        comparison: -1,
        relation: 'older',
        difference: 'major',
        a: { version: '1.0.0-alpha.1', major: 1, minor: 0, patch: 0, prerelease: ['alpha', 1], build: [] },
        b: { version: '1.0.0', major: 1, minor: 0, patch: 0, prerelease: [], build: [] },
      },
    },
    {
      title: 'Numbers are compared as numbers',
      input: { a: '1.0.0-beta.11', b: '1.0.0-beta.2' },
      output: {
        comparison: 1,
        relation: 'newer',
        difference: 'prerelease',
        a: { version: '1.0.0-beta.11', major: 1, minor: 0, patch: 0, prerelease: ['beta', 11], build: [] },
        b: { version: '1.0.0-beta.2', major: 1, minor: 0, patch: 0, prerelease: ['beta', 2], build: [] },
      },
    },
    {
      title: 'Build metadata is ignored',
      input: { a: '1.0.0+001', b: '1.0.0+exp.sha' },
      output: {
        comparison: 0,
        relation: 'equal',
        difference: 'none',
        a: { version: '1.0.0', major: 1, minor: 0, patch: 0, prerelease: [], build: ['001'] },
        b: { version: '1.0.0', major: 1, minor: 0, patch: 0, prerelease: [], build: ['exp', 'sha'] },
      },
    },
  ],

  handler: async (input) => {
    const { default: semver } = await import('semver')
    const [a, b] = [await semverOf('a', input.a, input.loose), await semverOf('b', input.b, input.loose)]
    const comparison = precedenceOf(a, b)
    const difference = semver.diff(a, b) ?? (comparison === 0 ? 'none' : 'prerelease')
    const relation = comparison < 0 ? 'older' : comparison > 0 ? 'newer' : 'equal'
    return { comparison, relation, difference, a: partsOf(a), b: partsOf(b) } as const
  },
})

function partsOf({
  version,
  major,
  minor,
  patch,
  prerelease,
  build,
}: Awaited<ReturnType<typeof semverOf>>) {
  return { version, major, minor, patch, prerelease: [...prerelease], build: [...build] }
}
