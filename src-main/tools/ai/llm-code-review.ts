import { z } from 'zod'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { MODEL_FIELDS } from './lib/model-fields.ts'
import { fillSchema } from './lib/model-object.ts'
import { wellFormedText, writtenText } from '../lib/well-formed-text.ts'

const SEVERITIES = ['critical', 'major', 'minor', 'note'] as const

const finding = z.strictObject({
  line: z
    .int()
    .min(1)
    .nullable()
    .describe('The line it is about, counted from 1; null for the code as a whole'),
  severity: z.enum(SEVERITIES).describe('How much it matters'),
  message: z.string().min(1).max(1_000).describe('What is wrong, and when it happens'),
  suggestion: z.string().max(2_000).nullable().describe('What to do instead; null if that is obvious'),
})

export default defineTool({
  slug: 'llm-code-review',
  title: 'Review code',
  summary: 'Reviews code or a diff for bugs, security holes and unclear parts, each with its line.',
  searchWords: [
    'find bugs',
    'pull request feedback',
    'critique my code',
    'audit source',
    'check for mistakes',
    'spot security problems',
    'improve my code',
    'vulnerabilities in code',
    'code smell',
    'pr comments',
    'what is wrong with my code',
    'review a pull request',
    'second opinion on code',
    'code feedback',
    'check my program',
    'error in my code',
    'debug',
    'look over my diff',
    'review my changes',
    'model reviews a patch',
  ],
  category: 'AI: Code',
  tier: 'llm',
  credits: 10,
  mainField: 'code',
  related: ['llm-explain-code', 'llm-code-test-generate'],
  takes: { code: ['code'] },
  gives: 'json',
  mainOutput: 'findings',

  input: z.strictObject({
    code: writtenText(60_000).describe('Source code, or a diff'),
    language: wellFormedText(50)
      .min(1)
      .optional()
      .describe('The programming language; detected if not set'),
    focus: wellFormedText(500).min(1).optional().describe('What to focus on, such as "security"'),
  }),
  output: z.strictObject({
    summary: z.string().describe('The verdict in a few sentences'),
    findings: z.array(finding).describe('The findings, most important first'),
    lines: z.int().min(1).describe('How many lines were reviewed'),
    ...MODEL_FIELDS,
  }),

  examples: [
    {
      title: 'A bug',
      input: { code: 'for (let i = 0; i <= list.length; i++) sum += list[i]', language: 'JavaScript' },
    },
    {
      title: 'With a focus on security',
      input: { code: 'query("SELECT * FROM users WHERE name = \'" + name + "\'")', focus: 'security' },
    },
    { title: 'A diff', input: { code: '-  return total\n+  return total / items.length' } },
  ],

  handler: async ({ code, language, focus }, ctx) => {
    const lines = code.split('\n')
    const numbered = lines.map((line, index) => `${index + 1}: ${line}`).join('\n')
    const task =
      'Review the code, whose lines are numbered. Report real faults: bugs, security holes, ' +
      'race conditions, leaks, swallowed errors, misleading names. Leave out matters of taste, ' +
      'and report nothing if nothing is wrong.'
    const request = [language && `Language: ${language}`, focus && `Focus on: ${focus}`]
      .filter(Boolean)
      .join('\n')
    const { value, use } = await fillSchema(
      { task, data: { code: numbered, request: request || undefined } },
      z.object({ summary: z.string().max(2_000), findings: z.array(finding).max(100) }),
      ctx,
    )
    const findings = value.findings
      .map((one) => ({ ...one, line: one.line !== null && one.line <= lines.length ? one.line : null }))
      .sort((a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity))
    return { summary: value.summary, findings, lines: lines.length, ...use }
  },
})
