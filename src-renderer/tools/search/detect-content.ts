import { parseJson } from '../../../src-shared/parse-json.ts'

/** A guess at the kind of a text. */
export interface Detected {
  /** A label for the user, such as `JSON array`. */
  readonly label: string
  /** Kinds as tools name them in `accepts`, the most specific first. */
  readonly kinds: readonly string[]
  /** Words in the names of tools for exactly this kind. */
  readonly words: readonly string[]
}

/** Only the first 64 Ki characters are inspected, to stay fast. */
const SAMPLE_CHARS = 65_536
const PROSE_CHARS = 120

interface Detector {
  readonly label: string | ((text: string) => string)
  readonly kinds: readonly string[]
  readonly words: readonly string[]
  readonly fits: (text: string, whole: boolean) => boolean
}

const single = (pattern: RegExp) => (text: string) => text.length < 4_096 && pattern.test(text)

// From the most specific to the least: the first that fits decides.
const DETECTORS: readonly Detector[] = [
  {
    label: 'JSON web token',
    kinds: ['hash', 'text'],
    words: ['jwt'],
    fits: single(/^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]*$/),
  },
  {
    label: (text) => (text.startsWith('[') ? 'JSON array' : 'JSON object'),
    kinds: ['json', 'code', 'text'],
    words: ['json'],
    fits: (text, whole) => /^[[{]/.test(text) && (whole ? isJson(text) : /^[[{]\s*["[{\]}\d]/.test(text)),
  },
  {
    label: 'UUID',
    kinds: ['hash', 'text'],
    words: ['uuid'],
    fits: single(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i),
  },
  {
    label: 'Hash',
    kinds: ['hash', 'text'],
    words: ['hash'],
    fits: single(/^(?=.*\d)([\da-f]{32}|[\da-f]{40}|[\da-f]{64}|[\da-f]{128})$/i),
  },
  { label: 'Web address', kinds: ['url', 'text'], words: ['url'], fits: single(/^https?:\/\/[^\s]+$/i) },
  {
    label: 'Colour',
    kinds: ['text'],
    words: ['color', 'colour'],
    fits: single(/^(#([\da-f]{3,4}|[\da-f]{6}|[\da-f]{8})|(rgb|hsl|oklch)a?\([^()]+\))$/i),
  },
  {
    label: 'Timestamp',
    kinds: ['date', 'text'],
    words: ['timestamp', 'date'],
    fits: single(/^(1\d{9}(\d{3})?|\d{4}-\d\d-\d\d([T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)?)?)$/),
  },
  {
    label: 'Cron expression',
    kinds: ['expression', 'date'],
    words: ['cron'],
    fits: single(
      /^(@(hourly|daily|weekly|monthly|yearly)|(?=.*[*/,])([\d*/,\-?LW#]+|MON|TUE|WED|THU|FRI|SAT|SUN)(\s+([\d*/,\-?LW#A-Z]+)){4,5})$/,
    ),
  },
  {
    label: 'IP address',
    kinds: ['text'],
    words: ['ip', 'cidr'],
    fits: single(/^\d{1,3}(\.\d{1,3}){3}(\/\d{1,2})?$/),
  },
  {
    label: 'Email addresses',
    kinds: ['text'],
    words: ['email'],
    fits: (text) =>
      /^[\w.+-]+@[\w-]+(\.[\w-]+)+([\s,;]+[\w.+-]+@[\w-]+(\.[\w-]+)+)*$/.test(text.slice(0, 2_000)),
  },
  {
    label: 'HTML',
    kinds: ['html', 'code', 'text'],
    words: ['html'],
    fits: (text) =>
      /^(<!doctype html|<(html|head|body|div|p|h[1-6]|span|table|ul|a|section)\b)/i.test(text),
  },
  {
    label: 'XML',
    kinds: ['code', 'text'],
    words: ['xml'],
    fits: (text) => /^<(\?xml|[a-z][\w:-]*(\s|>|\/))/i.test(text),
  },
  {
    label: 'SQL',
    kinds: ['code', 'text'],
    words: ['sql'],
    fits: (text) =>
      /^(select\s.+\sfrom|insert\s+into|update\s.+\sset|delete\s+from|create\s+(table|index|view)|alter\s+table|with\s+\w+\s+as)\b/is.test(
        text.slice(0, 2_000),
      ),
  },
  {
    label: (text) => (text.includes('\t') ? 'Table (TSV)' : 'Table (CSV)'),
    kinds: ['csv', 'text'],
    words: ['csv'],
    fits: isTable,
  },
  { label: 'YAML', kinds: ['code', 'text'], words: ['yaml'], fits: isYaml },
  {
    label: 'Base64',
    kinds: ['hash', 'text'],
    words: ['base64'],
    fits: (text) =>
      text.length >= 24 &&
      text.length % 4 === 0 &&
      /^[A-Za-z\d+/\r\n]+={0,2}$/.test(text) &&
      /\d/.test(text) &&
      /[A-Z]/.test(text),
  },
  {
    label: 'Arithmetic',
    kinds: ['expression'],
    words: ['math'],
    fits: single(/^[\d\s().,+\-*/^%]*\d\s*[+\-*/^%]\s*[\d(][\d\s().,+\-*/^%]*$/),
  },
  {
    label: 'Code',
    kinds: ['code', 'text'],
    words: [],
    fits: (text) =>
      /^(import|export|function|class|const|let|def|package|#include|interface|type)\b[^.]*[{(;:=]/m.test(
        text.slice(0, 4_000),
      ),
  },
  {
    label: 'Text',
    kinds: ['text'],
    words: ['summarize', 'text'],
    fits: (text) => text.length >= PROSE_CHARS && /\s/.test(text),
  },
]

/** Looks like a password, a key or a token; such texts are never inspected or suggested. */
const SECRET =
  /(^|[\s"'=:])(sk-|pk_|rk_|ghp_|gho_|ghs_|github_pat_|glpat-|xox[abprs]-|AKIA[\dA-Z]{16}|AIza[\w-]{30})|-----BEGIN [A-Z ]*PRIVATE KEY/

/**
 * Guesses the kind of a text from its first 64 Ki characters; null if it is unclear or looks like a
 * secret.
 */
export function detectContent(text: string): Detected | null {
  const sample = text.slice(0, SAMPLE_CHARS).trim()
  if (sample === '' || SECRET.test(sample)) return null
  const whole = text.length <= SAMPLE_CHARS
  const found = DETECTORS.find(({ fits }) => fits(sample, whole))
  if (!found) return null
  const label = typeof found.label === 'function' ? found.label(sample) : found.label
  return { label, kinds: found.kinds, words: found.words }
}

function isJson(text: string): boolean {
  try {
    parseJson(text)
    return true
  } catch {
    return false // Not being JSON is a valid answer here.
  }
}

function isTable(text: string): boolean {
  const lines = text.split(/\r?\n/, 6).filter((line) => line !== '')
  if (lines.length < 2) return false
  return [',', '\t', ';'].some((mark) => {
    const counts = lines.slice(0, 5).map((line) => line.replaceAll(/"[^"]*"/g, '').split(mark).length)
    return counts[0]! > 1 && counts.every((count) => count === counts[0]) && !/[{}<>]/.test(lines[0]!)
  })
}

function isYaml(text: string): boolean {
  const lines = text.split(/\r?\n/, 12).filter((line) => line.trim() !== '')
  if (text.startsWith('---\n')) return true
  const members = lines.filter((line) => /^\s*(- )?[\w.-]+:(\s|$)|^\s*- \S/.test(line))
  return (
    lines.length >= 2 && members.length === lines.length && lines.some((line) => /^[\w.-]+:/.test(line))
  )
}
