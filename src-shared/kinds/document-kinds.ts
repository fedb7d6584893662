import { parseJson } from '../parse-json.ts'
import { countOf, found, type DetectedKind, type Recogniser, type Sample } from './recogniser.ts'

const MARKDOWN = [
  /^#{1,6} \S/m,
  /^ {0,3}[-*+] (?:\[[ x]\] )?\S.*\n {0,3}[-*+] \S/m,
  /\[[^\]\n]{1,200}\]\([^)\s]{1,300}\)/,
  /^```/m,
  /(?:^|\s)\*\*[^*\n]{1,200}\*\*/,
  /^> \S/m,
  /^\|.+\|\n\|[ :|-]+\|/m,
  /(?:^|\s)`[^`\n]{1,100}`/,
]
const HTML_TAGS =
  'html|head|body|div|p|h[1-6]|span|table|tr|td|thead|tbody|ul|ol|li|a|section|article|main|header|footer|nav|form|' +
  'button|input|label|img|br|hr|script|style|link|meta|title|strong|em|b|i|u|s|small|sub|sup|blockquote|figure|' +
  'aside|pre|code|select|option|textarea|video|audio|picture|iframe|dl|dt|dd|details|summary|caption|center|font'
const HTML_START = new RegExp(
  `^(?:<!--[\\s\\S]{0,500}?-->\\s*)?<(?:!doctype html|(?:${HTML_TAGS})(?:[\\s>]|/>))`,
  'i',
)

/** How sure an API description is of the format that it is written in. */
const ALSO = 0.6

/** The first line of a request as it is sent. */
const REQUEST = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS) \S+(?: HTTP\/\d(?:\.\d)?\r?\n|\r?\nhost: )/i

/** Recognises documents: data formats, markup and the files that tools are made for. */
export const DOCUMENT_KINDS: readonly Recogniser[] = [
  jsonKinds,
  answerKinds,
  ({ text }) => (REQUEST.test(text) && /^host: ?\S/im.test(text) ? found('http-request', 0.98) : []),
  ({ text }) => (/^BEGIN:VCARD\b/i.test(text) ? found('vcard', 0.99) : []),
  ({ text }) => (/^BEGIN:V(?:CALENDAR|EVENT)\b/i.test(text) ? found('ical', 0.99) : []),
  ({ text }) =>
    /^(?:diff --git |Index: \S+\n=+|--- \S.*\n\+\+\+ \S|@@ -\d+(?:,\d+)? \+\d+)/.test(text)
      ? found('diff', 0.99)
      : [],
  markupKinds,
  envKinds,
  tomlKinds,
  yamlKinds,
  markdownKinds,
  tableKinds,
  ({ text }) => {
    const marks = /\{\{\{?\s*[#/^>&!~]?\s*[\w.$@-]+[^{}\n]{0,100}\}\}|\{%-?\s*\w+[^{}\n]{0,100}%\}/
    return marks.test(text.slice(0, 8_000)) && !/^\s*<(?:!doctype|html)/i.test(text)
      ? found('template', 0.94)
      : []
  },
]

function jsonKinds({ text, whole, lines }: Sample): readonly DetectedKind[] {
  if (!/^[[{]/.test(text) || /^\{[{%]/.test(text)) return []
  if (whole) {
    const value = read(text)
    if (value !== undefined) return kindsOfJson(value)
  } else if (/^[[{]\s*["[{\]}\d-]/.test(text)) {
    const isJsonl = lines.length > 1 && lines.slice(0, 3).every((line) => isObject(read(line)))
    return isJsonl ? found('jsonl', 0.97) : [...found('json', 0.9), ...schemaKinds(text.slice(0, 2_000))]
  }
  if (lines.length > 1 && lines.slice(0, 5).every((line) => isObject(read(line))))
    return found('jsonl', 0.97)
  const begins = /^[[{]\s*(?:["'[{\d]|[\w$]+\s*:|\/\/|\/\*|(?:true|false|null|None|True|False)\b)/.test(
    text,
  )
  const isOther =
    /^\[[^\]\n]*\]\(|^\[{1,2}[\w .:"'-]+\]{1,2}\s*(?:\n|$)/.test(text) || /^\{[^{}"']*;/.test(text)
  return whole && begins && !isOther ? found('broken-json', 0.85) : []
}

/** Words before JSON, and after it, in characters; a longer text is about something else. */
const AROUND_CHARS = 600

// JSON between words or in a fence, as models answer.
function answerKinds({ text, whole, lines }: Sample): readonly DetectedKind[] {
  if (/^[[{<#]/.test(text) || REQUEST.test(text)) return []
  const fence = lines.slice(0, 4).findIndex((line) => /^```(?:json5?|jsonc)?\s*$/i.test(line))
  if (fence >= 0 && /^[[{]/.test(lines[fence + 1] ?? '')) return found('broken-json', 0.95)
  const from = text.slice(0, AROUND_CHARS).search(/[[{]/)
  const upTo = Math.max(text.lastIndexOf('}'), text.lastIndexOf(']')) + 1
  if (!whole || from < 0 || upTo < text.length - AROUND_CHARS || !/[:\n]\s*$/.test(text.slice(0, from)))
    return []
  const value = read(text.slice(from, upTo))
  return typeof value === 'object' && value !== null ? found('broken-json', 0.9) : []
}

// Beyond the sample a document cannot be parsed, but it says what it is at its start.
function schemaKinds(start: string): readonly DetectedKind[] {
  if (/^\{\s*"(?:openapi|swagger)"\s*:/.test(start)) return found('openapi', 0.98)
  return /^\{\s*"\$(?:schema|id)"\s*:\s*"[^"]*json-schema/.test(start) ? found('json-schema', 0.96) : []
}

function kindsOfJson(value: unknown): readonly DetectedKind[] {
  const json = found('json', 0.97)
  const isSeries = Array.isArray(value) && value.length > 1 && value.every((one) => typeof one === 'number')
  if (isSeries) return [...json, ...found('numbers', 0.92)]
  const isStep = (one: unknown) =>
    isObject(one) && typeof one['op'] === 'string' && typeof one['path'] === 'string'
  if (Array.isArray(value) && value.length > 0 && value.every(isStep)) return found('json-patch', 0.98)
  if (!isObject(value)) return json
  const has = (name: string) => Object.hasOwn(value, name)
  const [latitude, longitude] = [
    value['lat'] ?? value['latitude'],
    value['lng'] ?? value['lon'] ?? value['longitude'],
  ]
  if (typeof latitude === 'number' && typeof longitude === 'number')
    return [...json, { kind: 'coordinates', confidence: 0.94, part: `${latitude}°, ${longitude}°` }]
  if ((has('openapi') || has('swagger')) && (has('paths') || has('info')))
    return [...found('openapi', 0.99), ...found('json', ALSO)]
  const schema = value['$schema']
  if (typeof schema === 'string' && schema.includes('json-schema')) return found('json-schema', 0.99)
  const typed =
    typeof value['type'] === 'string' && /^(?:object|array|string|number|integer)$/.test(value['type'])
  const rules = [
    'properties',
    'items',
    'required',
    'additionalProperties',
    'enum',
    'pattern',
    'minimum',
    'maxLength',
  ].some(has)
  if ((typed && rules) || has('$defs') || (has('anyOf') && rules)) return found('json-schema', 0.98)
  return json
}

function markupKinds({ text: said }: Sample): readonly DetectedKind[] {
  const text = said.replace(/^(?:<!--[\s\S]{0,500}?-->\s*){1,3}/, '')
  if (!text.startsWith('<')) return []
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!DOCTYPE svg[^>]*>\s*)?<svg[\s>]/i.test(text)) return found('svg', 0.98)
  if (/^<\?xml/i.test(text))
    return /<html[\s>]/i.test(text.slice(0, 1_000)) ? found('html', 0.9) : found('xml', 0.99)
  if (HTML_START.test(text)) return found('html', 0.97)
  return /^<[a-z_][\w:.-]*(?:\s[^<>]*)?\/?>/i.test(text) || /^<!DOCTYPE /i.test(text)
    ? found('xml', 0.94)
    : []
}

function envKinds({ lines }: Sample): readonly DetectedKind[] {
  const said = lines.filter((line) => !/^\s*[#;]/.test(line))
  const isPair = (line: string) => /^\s*(?:export\s+)?[A-Za-z_][\w.]*=(?:\S.*)?$/.test(line)
  if (said.length === 0 || !said.every(isPair)) return []
  const isLoud = said.every((line) => /^\s*(?:export\s+)?[A-Z_][A-Z\d_]*=/.test(line))
  if (isLoud) return found('env', said.length > 1 ? 0.97 : 0.9)
  return said.length > 1 ? found('env', 0.75) : []
}

function tomlKinds({ lines }: Sample): readonly DetectedKind[] {
  const said = lines.filter((line) => !/^\s*#/.test(line))
  const isHead = (line: string) => /^\s*\[{1,2}[\w."' -]+\]{1,2}\s*(?:#.*)?$/.test(line)
  const isPair = (line: string) =>
    /^\s*[\w."'-]+\s*=\s*(?:"|'|\[|\{|[+-]?\d|true\b|false\b|inf\b|nan\b)/.test(line)
  const pairs = said.filter(isPair).length
  const heads = said.filter(isHead).length
  // Values of several lines look like neither.
  if (pairs === 0 || pairs + heads < said.length * 0.7 || !(isPair(said[0]!) || isHead(said[0]!))) return []
  if (heads > 0) return found('toml', 0.96)
  return said.length > 1 && said.some((line) => /\s=\s/.test(line))
    ? found('toml', 0.9)
    : found('toml', 0.6)
}

function yamlKinds({ text, lines }: Sample): readonly DetectedKind[] {
  const isMember = (line: string) => /^\s*(?:- )*(?:[\w./$@-]+|"[^"]+"|'[^']+'):(?:\s|$)/.test(line)
  const said = lines.filter((line) => !/^\s*#|^---|^\.\.\.$/.test(line))
  if (said.length === 0 || (!isMember(said[0]!) && !/^- /.test(said[0]!))) return []
  // The rules for robots, whose asterisk YAML refuses.
  if (/^user-agent:/im.test(text.slice(0, 2_000)) && /^(?:dis)?allow:/im.test(text.slice(0, 2_000)))
    return []
  const members = said.filter((line) => isMember(line) || /^\s*- \S/.test(line)).length
  // Texts of several lines and lists on one line are neither.
  if (members < said.length * 0.75 || !said.some(isMember)) return []
  if (
    /^[ \t]*[\w-]+:[^\n]*[;{][ \t]*$/m.test(text.slice(0, 2_000)) &&
    !/:\s*[{[]/.test(text.slice(0, 2_000))
  )
    return []
  if (/^(?:openapi|swagger):\s*["']?[23]/m.test(text.slice(0, 4_000)))
    return [...found('openapi', 0.99), ...found('yaml', ALSO)]
  if (text.startsWith('---\n')) return found('yaml', /^---\n[\s\S]+?\n---\n+#/.test(text) ? 0.5 : 0.96)
  return said.length > 1 ? found('yaml', 0.93) : []
}

function markdownKinds({ text, lines }: Sample): readonly DetectedKind[] {
  const start = text.slice(0, 8_000)
  const count = countOf(start, MARKDOWN)
  // A comment and a list, as YAML has them.
  if (
    lines.some((line) => /^[\w.-]+:(?:\s*$|\s[^\s].{0,40}$)/.test(line)) &&
    !/\]\(|\*\*|^```|\n[ \t]*\n#/m.test(start)
  )
    return []
  if (/^#!/.test(start)) return []
  if (count >= 2) return found('markdown', 0.93)
  const isList = lines.length > 1 && lines.every((line) => /^\s{0,3}(?:[-*+]|\d+\.) \S/.test(line))
  if (isList) return found('markdown', 0.8)
  const isHeaded =
    /^#{1,6} [A-Z\d]/.test(start) && lines.filter((line) => /^#/.test(line)).length < lines.length
  if (isHeaded) return found('markdown', /\n\s*\n/.test(start) ? 0.92 : 0.8)
  return count === 1 && !/^[#`>]/.test(start) && /\*\*|\]\(|^\|/.test(start) ? found('markdown', 0.85) : []
}

function tableKinds({ lines, text }: Sample): readonly DetectedKind[] {
  const rows = lines.slice(0, 6)
  // A column of numbers with a decimal comma has no cells.
  if (
    rows.length < 2 ||
    rows.every((line) => /^[^\w,]{0,3}\d{1,3}(?:\.?\d{3})*,\d{1,2}[^\w,]{0,3}$/.test(line))
  )
    return []
  const whole = text.split('\n', 7).length > rows.length ? rows : rows.slice(0, Math.max(2, rows.length))
  for (const mark of ['\t', ',', ';', '|']) {
    const counts = whole.map((line) => line.replaceAll(/"(?:[^"]|"")*"/g, '').split(mark).length)
    const same = counts[0]! > 1 && counts.every((count) => count === counts[0])
    if (!same || /[{}<>]|^\||^#/.test(whole[0]!)) continue
    // Two lines of prose may have as many commas.
    const isProse = mark === ',' && counts[0] === 2 && whole.some((line) => /,\s\S+ \S+ /.test(line))
    return found('csv', isProse ? 0.4 : mark === '\t' || counts[0]! > 2 || whole.length > 2 ? 0.95 : 0.85)
  }
  return []
}

function read(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return undefined // Not being JSON is a valid answer here.
  }
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
