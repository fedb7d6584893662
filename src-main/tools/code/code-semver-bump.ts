import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { semverOf, semverText } from './lib/semver-text.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'

const RELEASES = [
  'major',
  'minor',
  'patch',
  'premajor',
  'preminor',
  'prepatch',
  'prerelease',
  'release',
] as const

export default defineTool({
  slug: 'code-semver-bump',
  title: 'Next version',
  summary: 'Gives the next semantic version for a release or a prerelease.',
  searchWords: [
    'increase version',
    'increment',
    'major minor patch',
    'next release number',
    'version number after',
    'release candidate',
    'prerelease',
    'beta',
    'upgrade number',
    'new version number',
    'what comes after 1.2.3',
    'raise the version',
    'patch release',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 1,
  version: 2,
  cacheable: true,
  related: ['code-semver-compare', 'semver-range-resolve'],
  takes: { version: ['semver'] },
  firstFor: ['semver'],
  gives: 'semver',
  mainOutput: 'version',

  input: z.strictObject({
    version: semverText.describe('The current version'),
    release: z
      .enum(RELEASES)
      .default('patch')
      .describe('The part to increase; release drops the prerelease part: 1.2.0-rc.1 to 1.2.0'),
    identifier: z
      .string()
      .max(100)
      .regex(
        /^(?!0\d+(?:\.|$))[0-9A-Za-z-]+(?:\.(?!0\d+(?:\.|$))[0-9A-Za-z-]+)*$/,
        'An identifier has letters, digits and hyphens, and dots between them',
      )
      .optional()
      .describe('Name of the prerelease, such as beta or beta.x'),
    first: z
      .enum(['0', '1', 'none'])
      .default('0')
      .describe('The number that a prerelease starts with, or none'),
    loose: z.boolean().default(false).describe('Accepts spellings such as v1.2.3'),
  }),
  output: z.strictObject({
    version: z.string().describe('The next version'),
    previous: z.string().describe('The current version, without build metadata'),
  }),

  // The cases of node-semver's README, section "prerelease identifiers", and SemVer 2.0.0.
  examples: [
    {
      title: 'A minor release',
      input: { version: '1.2.3', release: 'minor' },
      output: { version: '1.3.0', previous: '1.2.3' },
    },
    {
      title: 'A first beta',
      input: { version: '1.2.3', release: 'prerelease', identifier: 'beta' },
      output: { version: '1.2.4-beta.0', previous: '1.2.3' },
    },
    {
      title: 'The next beta',
      input: { version: '1.2.4-beta.0', release: 'prerelease', identifier: 'beta' },
      output: { version: '1.2.4-beta.1', previous: '1.2.4-beta.0' },
    },
    {
      title: 'From a prerelease to the release',
      input: { version: '2.0.0-rc.3+build.5', release: 'release' },
      output: { version: '2.0.0', previous: '2.0.0-rc.3' },
    },
  ],

  handler: async ({ version, release, identifier, first, loose }) => {
    const { default: semver } = await import('semver')
    const previous = await semverOf('version', version, loose)
    if (release === 'release' && previous.prerelease.length === 0)
      throw new InvalidInput('release', 'This version is already a release; choose another step')
    if (first === 'none' && identifier === undefined)
      throw new InvalidInput('first', 'A prerelease without a number needs an identifier')
    const base = first === 'none' ? false : first
    const next = semver.inc(previous.version, release, { loose }, identifier, base)
    if (next === null)
      throw new InvalidInput('identifier', 'The version already has this prerelease; use a number')
    if (semver.parse(next) === null)
      throw new InvalidInput(
        'version',
        'The next number would be greater than 9007199254740991, the largest',
      )
    return { version: next, previous: previous.version }
  },
})
