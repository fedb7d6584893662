import { z } from 'zod'
import { namedValues } from '../lib/named-values.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { InvalidInput } from '../../tool-kit/tool-context.ts'
import { wellFormedText } from '../lib/well-formed-text.ts'

const GRADES = ['A', 'B', 'C', 'D', 'F'] as const
const POINTS = { high: 25, medium: 12, low: 4, info: 0 } as const
const value = wellFormedText(16_384)

export default defineTool({
  slug: 'security-header-audit',
  title: 'Audit security headers',
  summary:
    'Checks the headers of an HTTP response for missing or weak protections and says how to ' + 'fix them.',
  searchWords: [
    'csp',
    'hsts',
    'content security policy',
    'x-frame-options',
    'http headers',
    'website safety',
    'hardening',
    'missing protection',
    'security scan',
    'clickjacking',
    'is my site secure',
    'cors',
    'vulnerabilities',
    'security check of a site',
    'safe headers',
    'web security',
    'grade my headers',
    'protect a website',
  ],
  category: 'HTTP & API',
  tier: 'compute',
  credits: 1,
  version: 5,
  cacheable: true,
  mainField: 'headers',
  takes: { headers: ['http-headers'] },
  firstFor: ['http-headers'],
  gives: 'json',
  mainOutput: null,

  input: z.strictObject({
    headers: namedValues(z.string().min(1).max(200), z.union([value, z.array(value).max(100)]))
      .refine((headers) => Object.keys(headers).length <= 200, 'At most 200 headers can be sent')
      .describe('The response headers by name in any case; several values of one name as a list'),
    https: z.boolean().default(true).describe('Whether the response came over HTTPS'),
  }),
  output: z.strictObject({
    grade: z.enum(GRADES).describe('A from 90 points on, B from 75, C from 60, D from 40'),
    score: z
      .int()
      .min(0)
      .max(100)
      .describe('100 minus 25 for each high, 12 for each medium, 4 for each low finding'),
    findings: z
      .array(
        z.strictObject({
          header: z.string().describe('The header'),
          level: z.enum(['high', 'medium', 'low', 'info']).describe('How much it matters'),
          message: z.string().describe('What is missing or weak'),
          fix: z.string().describe('What to send instead'),
        }),
      )
      .describe('What to fix, most severe first; at most 200'),
    present: z.array(z.string()).describe('The security headers that are present, by name in lower case'),
  }),

  // By the recommendations of OWASP's Secure Headers Project.
  examples: [
    {
      title: 'All headers present',
      input: {
        headers: {
          'Strict-Transport-Security': 'max-age=31536000; includeSubDomains',
          'Content-Security-Policy':
            "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'",
          'X-Content-Type-Options': 'nosniff',
          'Referrer-Policy': 'no-referrer',
          'Permissions-Policy': 'camera=()',
          'Cross-Origin-Opener-Policy': 'same-origin',
        },
      },
      output: {
        grade: 'A',
        score: 100,
        findings: [],
        present: [
          'content-security-policy',
          'cross-origin-opener-policy',
          'permissions-policy',
          'referrer-policy',
          'strict-transport-security',
          'x-content-type-options',
        ],
      },
    },
    { title: 'No headers', input: { headers: { server: 'nginx/1.18.0' } } },
    {
      title: 'Inline scripts, an unprotected cookie',
      input: {
        headers: {
          'content-security-policy': "script-src 'self' 'unsafe-inline'",
          'set-cookie': ['sid=1; Path=/'],
        },
      },
    },
  ],

  handler: async ({ headers, https }) => {
    const { auditHeaders } = await import('./lib/header-audit.ts')
    const map = new Map<string, string[]>()
    for (const [name, values] of Object.entries(headers)) {
      const key = name.trim().toLowerCase()
      if (!/^[!#$%&'*+.^_`|~\w-]+$/.test(key))
        throw new InvalidInput('headers', `${JSON.stringify(name)} is not a valid header name`)
      map.set(key, [...(map.get(key) ?? []), ...(Array.isArray(values) ? values : [values])])
    }
    const findings = auditHeaders(map, https).toSorted((a, b) => POINTS[b.level] - POINTS[a.level])
    const score = Math.max(0, 100 - findings.reduce((sum, { level }) => sum + POINTS[level], 0))
    const grade: (typeof GRADES)[number] =
      score >= 90 ? 'A' : score >= 75 ? 'B' : score >= 60 ? 'C' : score >= 40 ? 'D' : 'F'
    return {
      grade,
      score,
      findings: findings.slice(0, 200),
      present: PROTECTIONS.filter((name) => map.has(name)),
    }
  },
})

const PROTECTIONS = [
  'content-security-policy',
  'cross-origin-embedder-policy',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'permissions-policy',
  'referrer-policy',
  'strict-transport-security',
  'x-content-type-options',
  'x-frame-options',
]
