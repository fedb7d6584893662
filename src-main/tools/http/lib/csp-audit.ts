import parseCsp from 'content-security-policy-parser'
import { found, type HeaderFinding } from './header-finding.ts'

type Policy = ReadonlyMap<string, readonly string[]>

const HEADER = 'Content-Security-Policy'
// All sources, and those of a scheme that anybody can use.
const WIDE = /^(\*|https?:|data:|blob:|https?:\/\/\*)$/

const NO_SCRIPTS = weak('high', 'limits no scripts', "Add script-src 'self'")

/**
 * What the policies of a response leave open. All of them apply at once, so that only what each of them leaves open
 * counts.
 */
export function weaknessesOf(values: readonly string[] | undefined): HeaderFinding[] {
  if (values === undefined)
    return found(HEADER, 'high', 'is missing', "Begin with default-src 'self'; object-src 'none'")
  const all = policiesOf(values).map(openIn)
  const kinds = [...(all[0]?.keys() ?? [])].filter((kind) => all.every((open) => open.has(kind)))
  // A policy that limits no scripts says less than another that limits them badly.
  const findings = kinds.map((kind) => {
    const said = all.map((open) => open.get(kind)!)
    return said.find((finding) => finding !== NO_SCRIPTS) ?? NO_SCRIPTS
  })
  return [...new Set(findings)]
}

/** Whether a policy says who may frame a page: everybody, fewer, or none says so. */
export function frameAncestorsOf(values: readonly string[]): 'open' | 'limited' | 'unsaid' {
  const lists = policiesOf(values).flatMap((policy) => {
    const sources = policy.get('frame-ancestors')
    return sources ? [sources] : []
  })
  if (lists.length === 0) return 'unsaid'
  return lists.every((sources) => sources.some((source) => WIDE.test(source.toLowerCase())))
    ? 'open'
    : 'limited'
}

function policiesOf(values: readonly string[]): Policy[] {
  return values.flatMap((value) => value.split(',')).map((text) => parseCsp(text))
}

// By the kind of weakness.
function openIn(csp: Policy): Map<string, HeaderFinding> {
  const scripts = (csp.get('script-src') ?? csp.get('default-src'))?.map((source) => source.toLowerCase())
  const objects = csp.get('object-src') ?? csp.get('default-src')
  const open = new Map<string, HeaderFinding>()
  if (!scripts) for (const kind of ['inline', 'eval', 'wide']) open.set(kind, NO_SCRIPTS)
  // With a nonce or hash, browsers ignore 'unsafe-inline' (CSP 3, 6.7.3.2).
  const isKeyed = scripts?.some((source) => /^'(nonce-|sha(256|384|512)-|strict-dynamic')/.test(source))
  if (scripts?.includes("'unsafe-inline'") && !isKeyed)
    open.set('inline', weak('high', "allows inline scripts with 'unsafe-inline'", 'Use nonces or hashes'))
  if (scripts?.includes("'unsafe-eval'"))
    open.set('eval', weak('medium', "allows eval with 'unsafe-eval'", 'Leave it out'))
  const wide = scripts?.find((source) => WIDE.test(source))
  if (wide !== undefined && !scripts?.includes("'strict-dynamic'"))
    open.set('wide', weak('high', `allows scripts from anywhere with ${wide}`, 'Name the hosts you need'))
  if (!objects) open.set('objects', weak('low', 'limits no plug-ins', "Add object-src 'none'"))
  if (!csp.has('base-uri'))
    open.set('base', weak('low', 'leaves the base address open', "Add base-uri 'none'"))
  return open
}

function weak(level: HeaderFinding['level'], message: string, fix: string): HeaderFinding {
  return { header: HEADER, level, message, fix }
}
