/** What a robots.txt says about one agent and one URL. */
export interface RobotsVerdict {
  readonly allowed: boolean
  /** The line that decides, from 1; null if none does. */
  readonly line: number | null
  /** In seconds. */
  readonly crawlDelay: number | null
  readonly sitemaps: readonly string[]
}

interface Rule {
  readonly allow: boolean
  readonly pattern: string
  readonly line: number
}

/** The rules of the groups for an agent, or of those for all. */
interface Group {
  named: boolean
  delay: number | null
  readonly rules: Rule[]
}

// What Google's parser reads of one line; a browser knows no longer addresses.
const MAX_LINE_CHARS = 8 * 2_083

/**
 * Reads a robots.txt as RFC 9309 says. Where that leaves mistakes of authors open, it does what Google's parser does:
 * a missing colon and common misspellings are understood.
 * @param agent a product token, with or without a version
 */
export function judgeRobots(text: string, agent: string, url: URL): RobotsVerdict {
  const token = agent.trim().replace(/\/.*$/s, '').toLowerCase()
  const own: Group = { named: false, delay: null, rules: [] }
  const common: Group = { named: false, delay: null, rules: [] }
  const sitemaps: string[] = []
  // The groups that the lines before belong to, and whether a rule has ended the list of agents.
  let current: Group[] = []
  let listed = false
  for (const { name, value, line } of entriesOf(text)) {
    if (name === 'sitemap') sitemaps.push(value)
    else if (name === 'user-agent') {
      if (listed) current = []
      listed = false
      const group = groupFor(value, token, own, common)
      if (group) {
        group.named = true
        current.push(group)
      }
    } else if (name === 'crawl-delay') {
      if (/^\d+(\.\d+)?$/.test(value)) for (const group of current) group.delay ??= Number(value)
    } else {
      listed = true
      const rule = { allow: name === 'allow', pattern: comparable(value), line }
      for (const group of current) group.rules.push(rule)
    }
  }
  const { rules, delay } = own.named ? own : common
  const decisive = decisiveOf(rules, comparable(url.pathname + url.search))
  return { allowed: decisive?.allow ?? true, line: decisive?.line ?? null, crawlDelay: delay, sitemaps }
}

function groupFor(value: string, token: string, own: Group, common: Group): Group | null {
  if (/^\*(\s|$)/.test(value)) return common
  // Agents are ASCII letters, hyphens and underscores; authors add versions and other words.
  const product = /^[a-z_-]*/i.exec(value)?.[0].toLowerCase()
  return product !== '' && product === token ? own : null
}

/** The rule with the longest pattern; of two as long, the one that allows. */
function decisiveOf(rules: readonly Rule[], path: string): Rule | null {
  let best: Rule | null = null
  let length = 0
  for (const rule of rules) {
    const matched = lengthOfMatch(rule, path)
    if (matched > length || (matched === length && matched > 0 && rule.allow && !best?.allow)) {
      best = rule
      length = matched
    }
  }
  return best
}

function lengthOfMatch({ allow, pattern }: Rule, path: string): number {
  if (matches(path, pattern)) return pattern.length
  // For a web server, a folder and its index.html are one page.
  const folder = /^(.*\/)index\.html?$/s.exec(pattern)?.[1]
  return allow && folder !== undefined && matches(path, `${folder}$`) ? folder.length + 1 : 0
}

// `*` is any text, and `$` at the end is the end. The first place of each part is the best one.
function matches(path: string, pattern: string): boolean {
  const toEnd = pattern.endsWith('$')
  const [first = '', ...parts] = (toEnd ? pattern.slice(0, -1) : pattern).split('*')
  if (!path.startsWith(first)) return false
  let at = first.length
  const last = parts.pop()
  if (last === undefined) return !toEnd || at === path.length
  for (const part of parts) {
    const found = path.indexOf(part, at)
    if (found === -1) return false
    at = found + part.length
  }
  return toEnd ? path.length - last.length >= at && path.endsWith(last) : path.includes(last, at)
}

/** A path as RFC 9309, 2.2.2 compares it: unreserved characters bare, others outside of ASCII as octets in capitals. */
function comparable(path: string): string {
  return path
    .toWellFormed()
    .replace(/[^\0-\x7f]+/gu, encodeURIComponent)
    .replace(/%[\da-f]{2}/gi, (octet) => {
      const character = String.fromCharCode(parseInt(octet.slice(1), 16))
      return /[\w.~-]/.test(character) ? character : octet.toUpperCase()
    })
}

const NAMES: readonly (readonly [
  RegExp,
  'user-agent' | 'allow' | 'disallow' | 'sitemap' | 'crawl-delay',
])[] = [
  [/^user[- ]?agent/i, 'user-agent'],
  [/^allow/i, 'allow'],
  [/^(disallow|dissallow|dissalow|disalow|diasllow|disallaw)/i, 'disallow'],
  [/^site-?map/i, 'sitemap'],
  [/^crawl-?delay/i, 'crawl-delay'],
]

function* entriesOf(text: string) {
  let line = 0
  for (const written of text.replace(/^(?:\ufeff|\ufffd{1,2})/, '').split(/\r\n|\r|\n/)) {
    line++
    const bare = written.slice(0, MAX_LINE_CHARS).replace(/#.*/s, '').trim()
    // To JavaScript, a byte order mark is a space.
    if (!/^[ \t]*[a-z]/i.test(written)) continue
    // Without a colon, a name and one value may be apart by a space.
    const [, key = '', value = ''] = /^([^:]*):(.*)$/s.exec(bare) ?? /^(\S+)\s+(\S+)$/.exec(bare) ?? []
    const name = NAMES.find(([words]) => words.test(key.trim()))?.[1]
    if (name) yield { name, value: value.trim(), line }
  }
}
