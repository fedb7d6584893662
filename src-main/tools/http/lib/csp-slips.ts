import { isIPv4 } from 'node:net'
import { weak } from './csp-finding.ts'
import type { HeaderFinding } from './header-finding.ts'

/** Directives whose values are sources (CSP 3, 6.1 and 6.3 to 6.4). */
const SOURCE_DIRECTIVES = new Set(
  (
    'default-src child-src connect-src font-src frame-src img-src manifest-src media-src object-src script-src ' +
    'script-src-elem script-src-attr style-src style-src-elem style-src-attr worker-src fenced-frame-src ' +
    'base-uri form-action frame-ancestors'
  ).split(' '),
)
/** Other directives of CSP 3, and of the specifications that extend it. */
const OTHER_DIRECTIVES = new Set(
  'sandbox report-uri report-to upgrade-insecure-requests require-trusted-types-for trusted-types webrtc'.split(
    ' ',
  ),
)
/** Directives that browsers have given up, and what is there instead. */
const FORMER_DIRECTIVES: ReadonlyMap<string, string> = new Map([
  ['reflected-xss', 'Leave it out'],
  ['referrer', 'Send the header Referrer-Policy'],
  ['disown-opener', 'Send the header Cross-Origin-Opener-Policy'],
  ['navigate-to', 'Leave it out'],
  ['prefetch-src', 'Leave it out; default-src covers it'],
  ['plugin-types', "Send object-src 'none'"],
  ['require-sri-for', 'Leave it out'],
  ['block-all-mixed-content', 'Send upgrade-insecure-requests'],
])
const KEYWORDS = new Set(
  (
    'none self unsafe-inline unsafe-eval strict-dynamic unsafe-hashes report-sample wasm-unsafe-eval ' +
    'unsafe-allow-redirects inline-speculation-rules trusted-types-eval report-sha256 report-sha384 report-sha512'
  ).split(' '),
)
const NONCE_OR_HASH = /^(?:nonce|sha(?:256|384|512))-/i
/** The bytes of a digest, by its name. */
const DIGEST_BYTES: Readonly<Record<string, number>> = { sha256: 32, sha384: 48, sha512: 64 }
const MIN_NONCE_CHARS = 8

/**
 * What a policy says that browsers ignore, or take for another thing.
 * @param policy the text of one policy, without a comma
 */
export function slipsOf(policy: string): HeaderFinding[] {
  const named = new Set<string>()
  return policy.split(';').flatMap((text) => {
    const [name = '', ...values] = text.trim().split(/[\t\n\f\r ]+/)
    const directive = name.toLowerCase()
    if (directive === '') return []
    if (named.has(directive))
      return [weak('low', `has ${directive} twice, and the first counts`, 'Join them')]
    named.add(directive)
    const problem = directiveProblem(directive)
    return problem ? [problem] : valueProblems(directive, values)
  })
}

function directiveProblem(name: string): HeaderFinding | undefined {
  const instead = FORMER_DIRECTIVES.get(name)
  if (instead !== undefined) return weak('info', `has ${name}, which browsers ignore`, instead)
  if (SOURCE_DIRECTIVES.has(name) || OTHER_DIRECTIVES.has(name)) return undefined
  const shown = name.slice(0, 60)
  const fix = name.endsWith(':') ? 'Leave out the colon' : 'Correct its name, or leave it out'
  return weak('medium', `has the unknown directive ${shown}, which browsers ignore`, fix)
}

function valueProblems(directive: string, values: readonly string[]): HeaderFinding[] {
  if (directive === 'require-trusted-types-for')
    return values.some((value) => value.toLowerCase() === "'script'")
      ? []
      : [
          weak(
            'medium',
            `has ${directive} without 'script', which does nothing`,
            "Write 'script' with its quotes",
          ),
        ]
  if (!SOURCE_DIRECTIVES.has(directive)) return []
  const problems = values.flatMap((value) => sourceProblem(directive, value) ?? [])
  const small = new Set(values.map((value) => value.toLowerCase()))
  if (small.has("'none'") && values.length > 1)
    problems.push(weak('low', `ignores 'none' in ${directive}, beside other sources`, "Leave 'none' alone"))
  if (small.has("'strict-dynamic'") && !values.some((value) => NONCE_OR_HASH.test(value.slice(1))))
    problems.push(
      weak(
        'info',
        `blocks all scripts with 'strict-dynamic' alone in ${directive}`,
        'Add a nonce or hashes',
      ),
    )
  return problems
}

function sourceProblem(directive: string, value: string): HeaderFinding | undefined {
  const shown = value.slice(0, 60)
  const small = value.toLowerCase()
  if (SOURCE_DIRECTIVES.has(small) || OTHER_DIRECTIVES.has(small))
    return weak(
      'medium',
      `takes ${small} for a source of ${directive}`,
      `Write a semicolon before ${small}`,
    )
  if (KEYWORDS.has(small) || NONCE_OR_HASH.test(small))
    return weak(
      'medium',
      `takes ${shown} for a host in ${directive}`,
      `Write it with its quotes: '${shown}'`,
    )
  if (small.startsWith("'")) return quotedProblem(directive, value)
  const host = /^(?:[a-z][\w+.-]*:\/\/)?([^/:]*)/.exec(small)![1]!
  if (isIPv4(host) && host !== '127.0.0.1')
    return weak('info', `has the IP address ${host} in ${directive}, which browsers ignore`, 'Name a host')
  return undefined
}

// Nonces and digests are Base64, also in its form for URLs.
function quotedProblem(directive: string, value: string): HeaderFinding | undefined {
  const [, inner = ''] = /^'(.*)'$/.exec(value) ?? []
  if (KEYWORDS.has(inner.toLowerCase())) return undefined
  const [, kind, text = ''] = /^(nonce|sha256|sha384|sha512)-([\w+/-]+={0,2})$/i.exec(inner) ?? []
  if (kind === undefined)
    return weak(
      'low',
      `has ${value.slice(0, 60)} in ${directive}, which browsers ignore`,
      'Correct or remove it',
    )
  const bytes = DIGEST_BYTES[kind.toLowerCase()]
  if (bytes !== undefined && Buffer.from(text, 'base64').length !== bytes)
    return weak(
      'low',
      `has a ${kind} in ${directive} that no script can have`,
      `Write ${bytes} bytes in Base64`,
    )
  if (bytes === undefined && text.length < MIN_NONCE_CHARS)
    return weak(
      'medium',
      `has a nonce in ${directive} that can be guessed`,
      'Write at least 128 random bits',
    )
  return undefined
}
