import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { withoutMark } from '../lib/byte-order-mark.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const MAX_FINDINGS = 500
const LEVELS = ['error', 'warning', 'info', 'hint'] as const

export default defineTool({
  slug: 'code-dockerfile-lint',
  title: 'Check a Dockerfile',
  summary:
    'Finds errors and bad habits in a Dockerfile, with the rules of hadolint: versions, caches, ports, users, shells.',
  searchWords: [
    'container build file',
    'docker',
    'best practices',
    'image build',
    'containerfile',
    'validate',
    'mistakes in a container file',
    'podman',
    'docker image problems',
    'check a container recipe',
    'dockerfile errors',
    'improve an image build',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  version: 5,
  cacheable: true,
  worker: true,
  mainField: 'dockerfile',
  takes: { dockerfile: ['dockerfile'] },
  firstFor: ['dockerfile'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    dockerfile: wellFormedText(200_000).min(1).describe('The text of the Dockerfile'),
  }),
  output: z.strictObject({
    valid: z.boolean().describe('Whether it has no errors, so that Docker would build it'),
    findings: z
      .array(
        z.strictObject({
          level: z.enum(LEVELS).describe('error if Docker rejects it'),
          line: z.int().min(1).describe('Line, from 1'),
          column: z.int().min(1).describe('Column, from 1'),
          message: z.string().describe('What is wrong'),
          rule: z.string().describe('Name of the rule, or its number in hadolint'),
        }),
      )
      .describe('The findings in the order of the lines; at most 500'),
    error_count: z.int().min(0).describe('Number of errors'),
    warning_count: z.int().min(0).describe('Number of warnings'),
  }),

  // What the Dockerfile reference says about these lines.
  examples: [
    {
      title: 'A good Dockerfile',
      input: {
        dockerfile: 'FROM node:24-alpine\nWORKDIR /app\nCOPY . .\nUSER node\nCMD ["node", "main.js"]\n',
      },
      output: { valid: true, findings: [], error_count: 0, warning_count: 0 },
    },
    {
      title: 'An unknown instruction',
      input: { dockerfile: 'FROM node:24\nFOO bar\n' },
      output: {
        valid: false,
        findings: [
          {
            level: 'error',
            line: 2,
            column: 1,
            message: 'Unknown instruction: FOO',
            rule: 'unknown-instruction',
          },
        ],
        error_count: 1,
        warning_count: 0,
      },
    },
    {
      title: 'A port that does not exist, and packages of any version',
      input: { dockerfile: 'FROM alpine:3.22\nEXPOSE 99999\nRUN apk add --no-cache curl\n' },
      output: {
        valid: false,
        findings: [
          { level: 'error', line: 2, column: 1, message: 'Ports end at 65535: 99999', rule: 'DL3011' },
          {
            level: 'warning',
            line: 3,
            column: 1,
            message: 'Name the versions of packages, so that another build gets the same',
            rule: 'DL3018',
          },
        ],
        error_count: 1,
        warning_count: 1,
      },
    },
    {
      title: 'An image without a tag, a relative folder',
      input: { dockerfile: 'FROM node\nWORKDIR app\n' },
      output: {
        valid: true,
        findings: [
          {
            level: 'warning',
            line: 1,
            column: 6,
            message: 'The image has no tag or digest, so another build may get another one',
            rule: 'DL3006',
          },
          {
            level: 'warning',
            line: 2,
            column: 9,
            message: 'WORKDIR paths should be absolute',
            rule: 'DL3000',
          },
        ],
        error_count: 0,
        warning_count: 2,
      },
    },
  ],

  prepare: () => import('./lib/dockerfile-findings.ts'),
  handler: async ({ dockerfile }) => {
    const { findingsOf } = await import('./lib/dockerfile-findings.ts')
    const findings = findingsOf(withoutMark(dockerfile))
    const count = (level: string): number => findings.filter((finding) => finding.level === level).length
    return {
      valid: count('error') === 0,
      findings: findings.slice(0, MAX_FINDINGS),
      error_count: count('error'),
      warning_count: count('warning'),
    }
  },
})
