import { parseJson } from '../parse-json.ts'
import type { ContentKind } from './content-kinds.ts'

/** What is inside of a text without what it was copied with, and how much that says of what was meant. */
export interface BareText {
  readonly text: string
  /** From 0 to 1. */
  readonly trust: number
  /** What its author called it. */
  readonly named?: ContentKind | undefined
  /** Whether only a word before it says that it was meant: it must be a value that nothing else looks like. */
  readonly byWord?: boolean | undefined
}

/** Words around a block of code, in characters; a longer text is about something else. */
const AROUND_CHARS = 600
const LABEL_CHARS = 2_048
/** A value may be quoted within a label within a list. */
const MOST = 4

const FENCE = /(?:^|\n)[ \t]*(`{3,}|~{3,})[ \t]*([\w+-]*)[^\n`]*\n([\s\S]*?)\n?[ \t]*\1[ \t]*(?=\n|$)/
const FENCED: Readonly<Record<string, ContentKind>> = {
  json: 'json',
  yaml: 'yaml',
  yml: 'yaml',
  toml: 'toml',
  xml: 'xml',
  html: 'html',
  svg: 'svg',
  sql: 'sql',
  css: 'css',
  js: 'javascript',
  jsx: 'javascript',
  javascript: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  typescript: 'typescript',
  diff: 'diff',
  patch: 'diff',
  csv: 'csv',
  dockerfile: 'dockerfile',
  jq: 'jq',
}
const QUOTED =
  /^(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`([^`]*)`|“(.*)”|‘(.*)’|«\s?(.*?)\s?»|<([^<>\s]+)>|\[[^\]]*\]\(<?(\S+?)>?\)|url\(["']?([^"')]+)["']?\))$/
/** Brackets around all of a value; within them regular expressions have more brackets, and lists commas. */
const BRACKETED = /^(?:\[([^[\](),"']+)\]|\(([^[\](),"']+)\))$/
const LABEL =
  /^(?:(?:export|const|let|var|set) )?["'`]?(?:--)?[\p{L}_@$][\p{L}\p{N} ()._/-]{0,40}["'`]?\s{0,8}(:=?|=>?)\s{0,8}(?=[^\s=])(?!\/\/)/u
/** A word of a program or a form before the value. */
const WORD = /^[\p{L}][\p{L}\d_-]{0,20}\.? (?=\S)/u
/** A prompt of a shell or a database, and an option of a command. */
const PROMPT = /^(?:[\w@~:/.=-]{0,40}[>$#%] |-{1,2}[a-z][\w-]* )(?=\S)/i
const SCHEME = /^(?:Bearer|Basic|Token) (?=\S+$)/i
/** A colon says what follows; an equals sign may also belong to a file of settings. */
const LABELLED = { ':': 0.95, '=': 0.9 }

/** What is left of a short text without fence, quotes, label and the like, taken off one after the other. */
export function bareTextsOf(text: string): readonly BareText[] {
  const found: BareText[] = []
  let now: BareText = { text, trust: 1 }
  for (let times = 0; times < MOST; times++) {
    const next =
      fenceIn(now.text) ??
      markedIn(now.text) ??
      blockIn(now.text) ??
      (isLine(now.text) ? lineIn(now.text) : null)
    if (!next || next.text === '' || next.text === now.text) break
    now = { ...next, trust: now.trust * next.trust, byWord: next.byWord ?? now.byWord }
    found.push(now)
  }
  return found
}

function isLine(text: string): boolean {
  return text.length < LABEL_CHARS && !/[\r\n]/.test(text)
}

/** The only block of code in a text with few words around it. */
function fenceIn(text: string): BareText | null {
  if (!/^[ \t]*(?:`{3}|~{3})/m.test(text.slice(0, AROUND_CHARS))) return null
  const fence = FENCE.exec(text)
  if (!fence) return null
  const around = text.length - fence[0].length
  if (around > AROUND_CHARS || FENCE.test(text.slice(fence.index + fence[0].length))) return null
  const named = FENCED[fence[2]!.toLowerCase()]
  return { text: fence[3]!.trim(), trust: around > 2 ? 0.93 : 1, named }
}

/** Lines that are all quoted, as in a mail, or marked as received. */
function markedIn(text: string): BareText | null {
  if (!/^[<>] ?[^\n]*\n[<>]/.test(text) || text.length > 32_768) return null
  const lines = text.split(/\r?\n/)
  const mark = text[0]!
  if (!lines.every((line) => line === mark || line.startsWith(`${mark} `))) return null
  return {
    text: lines
      .map((line) => line.slice(2))
      .join('\n')
      .trim(),
    trust: 1,
  }
}

/** A certificate in a program, the rule of an event, the body of an answer, and a command after a comment. */
function blockIn(text: string): BareText | null {
  const certificate = /-----BEGIN ([A-Z ]*(?:CERTIFICATE|PUBLIC KEY|REQUEST))-----[\s\S]+?-----END \1-----/
  const block =
    certificate.exec(text.slice(0, 32_768))?.[0] ??
    /^RRULE:\S+$/m.exec(text.slice(0, LABEL_CHARS))?.[0] ??
    /^HTTP\/\d[^\n]*\n(?:[\w-]+:[^\n]*\n){0,60}\r?\n([[{<][\s\S]+)$/.exec(text)?.[1] ??
    /^(?:#[^\n]*\n){1,8}((?:\$ )?curl [\s\S]+)$/.exec(text.slice(0, 32_768))?.[1]
  if (block !== undefined) return { text: block, trust: 0.98 }
  const schedules = [...text.slice(0, LABEL_CHARS).matchAll(SCHEDULE)]
  if (schedules.length === 1 && /\n/.test(text)) return { text: schedules[0]![2]!, trust: 0.94 }
  const token = tokenIn(text)
  // The document around it is the nearer guess.
  return token === undefined ? null : { text: token, trust: 0.94 }
}

/** A line of YAML with the time at which something starts. */
const SCHEDULE =
  /^[ \t]*(?:- )?(?:cron|schedule)\w*:[ \t]*(["']?)((?:[\d*/,A-Z-]+ ){4}[\d*/,A-Z-]+)\1[ \t]*$/gim

/** The only token in the answer of a sign-in. */
function tokenIn(text: string): string | undefined {
  const tokens =
    (text.startsWith('{') || /^\S+=eyJ\S+&|[?&#]\w+=eyJ/.test(text)) && text.length < 32_768
      ? text.match(TOKEN)
      : null
  return tokens?.length === 1 ? tokens[0] : undefined
}

function lineIn(line: string): BareText | null {
  const ended = line.replace(/^[-*•] (?=\S)|\s*[,;]$/g, '')
  if (ended !== line) return { text: ended, trust: 1 }
  const quoted = QUOTED.exec(line) ?? BRACKETED.exec(line)
  if (quoted)
    return { text: unescaped(line) ?? quoted.slice(1).find((inner) => inner !== undefined)!, trust: 0.99 }
  const part = partIn(line)
  if (part) return part
  const said = line.replace(PROMPT, '')
  if (said !== line) return { text: said, trust: 0.98 }
  const labelless = labelled(line)
  if (labelless) return labelless
  const unended = line.replace(/[.:!?)]$/, '')
  if (unended !== line) return { text: unended, trust: 0.98, byWord: / /.test(unended) }
  const rest = line.replace(WORD, '')
  return rest === line ? null : { text: rest, trust: 0.9, byWord: true }
}

/** A value with what is usually written beside it. */
function partIn(line: string): BareText | null {
  const part =
    // A line of a crontab, and one of a file of checksums.
    /^((?:[\d*/,-]+\s+){4}[\d*/,A-Za-z-]+)\s+\S*[/a-z]/.exec(line)?.[1] ??
    /^([\da-f]{32,128}) [ *]?\S+$/i.exec(line)?.[1] ??
    // A text within a call, and a version behind its package.
    /^[\w.$]+\(\s*[rbfu]?(["'`])(.+)\1[^()]*\)$/.exec(line)?.[2] ??
    /^@?[\w./-]+@(v?\d+\.\d+\.\d+\S*)$/.exec(line)?.[1] ??
    /^[\w.-]+(?:\[[\w,.-]+\])?\s?[=~]=\s?(\d+\.\d+\.\d+\S*)$/.exec(line)?.[1] ??
    /^cron\((.+)\)$/i.exec(line)?.[1] ??
    /^[a-z][\w.-]*(?:\[[\w,.-]+\])?\s?([<>~^]=?\s?\d[\w., <>=]*)$/i.exec(line)?.[1]?.replaceAll(',', ' ') ??
    placeIn(line) ??
    // An address with its port.
    /^((?:\d{1,3}\.){3}\d{1,3}):\d{1,5}$/.exec(line)?.[1] ??
    /^\[([\da-f:.]+)\](?::\d{1,5})?$/i.exec(line)?.[1] ??
    /^echo (?:-n )?["']?([A-Za-z\d+/=_-]+)["']? *\| *base64 (?:-d|-D|--decode)$/.exec(line)?.[1] ??
    /^jq (?:-{1,2}[\w-]+ )*'([^']+)'/.exec(line)?.[1] ??
    // A sum as a spreadsheet has it, and one as it is written.
    /^([\d(].*[-+*/^].*[\d)]) ?=$/.exec(line)?.[1] ??
    /^= ?((?:\d|\(|[a-z]+\().*[-+*/^].*)$/.exec(line)?.[1] ??
    /^data:text\/[\w.+-]+(?:;[\w=-]+)*;base64,(\S+)$/i.exec(line)?.[1]
  if (part !== undefined) return { text: part, trust: 0.98 }
  if (!/^(?:[a-z][a-z\d+.-]*%3a(?:%2f){2}|%7b|%5b)\S+$/i.test(line)) return null
  const decoded = readable(() => decodeURIComponent(line))
  return decoded === null ? null : { text: decoded, trust: 0.98 }
}

/** A place as forms and the addresses of maps have it. */
function placeIn(line: string): string | undefined {
  const place =
    /^lat\w*["']?\s?[:=]?\s?(-?\d[\d.]*)[,;\s]+["']?(?:lon|lng)\w*["']?\s?[:=]?\s?(-?\d[\d.]*)$/i.exec(
      line,
    ) ?? /^@(-?\d+\.\d+),(-?\d+\.\d+)(?:,[\d.]+[zm])?$/.exec(line)
  const point = /^(?:SRID=\d+;)?POINT ?Z? ?\((-?\d+(?:\.\d+)?) (-?\d+(?:\.\d+)?)(?: -?[\d.]+)?\)$/i.exec(
    line,
  )
  // As a database of maps has it: the longitude first.
  if (point) return `${point[2]}°, ${point[1]}°`
  return place ? `${place[1]}, ${place[2]}` : undefined
}

function labelled(line: string): BareText | null {
  const scheme = line.replace(SCHEME, '')
  if (scheme !== line) return { text: scheme, trust: 1 }
  const label = LABEL.exec(line)
  if (!label) return null
  return { text: line.slice(label[0].length), trust: LABELLED[label[1]!.startsWith(':') ? ':' : '='] }
}

/** A string of a program without its escapes; null if it has none. */
function unescaped(text: string): string | null {
  const value = text.startsWith('"') && text.includes('\\') ? readable(() => parseJson(text)) : null
  return typeof value === 'string' ? value.trim() : null
}

function readable<T>(read: () => T): T | null {
  try {
    return read()
  } catch {
    return null // A text that only looks encoded is read as it is.
  }
}

const TOKEN = /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g
const EVIDENT: readonly (readonly [ContentKind, RegExp])[] = [
  ['url', /\bhttps?:\/\/[^\s"'<>()]+[^\s"'<>().,;:!?]/gi],
  ['jwt', TOKEN],
  ['uuid', /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi],
  ['cidr', /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}\/\d{1,2}(?![\d.])/g],
  ['ip', /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d./])/g],
  ['colour', /#[\da-f]{6}\b|\b(?:rgba?|hsla?|oklch)\([\d\s.,%/deg+-]+\)/gi],
  ['card', /(?<![\d-])[3-6]\d{3}[ -]?\d{4}[ -]?\d{4}[ -]?\d{4}(?![\d-])/g],
  ['semver', /(?<![\w.])v?\d{1,4}\.\d{1,3}\.(?!(?:19|20)\d\d\b)\d{1,4}(?:-[a-z][\w.]*)?(?![\w.]|-\d)/gi],
  ['iban', /\b[A-Z]{2}\d{2}(?=[A-Z]*\d)[A-Z\d]{11,30}\b/g],
  ['hash', /\b(?:[\da-f]{40}|[\da-f]{64})\b/gi],
  ['json', /(?<![.\w])\{\s*"[^{}]*(?:\{[^{}]*\}[^{}]*)*\}$/g],
]

/** The one value in a line, such as one of a log, that looks like nothing else. */
export function valueIn(line: string): { readonly kind: ContentKind; readonly part: string } | null {
  if (!isLine(line)) return null
  const all = EVIDENT.flatMap(([kind, pattern]) =>
    [...line.matchAll(pattern)].map(([part]) => ({ kind, part })),
  )
  // A route has a range and the address that it leads over.
  const meant = all.some(({ kind }) => kind === 'cidr') ? all.filter(({ kind }) => kind !== 'ip') : all
  // Of the colours of a gradient the first.
  const isOne = meant.length === 1 || (meant.length > 1 && meant.every(({ kind }) => kind === 'colour'))
  return isOne ? meant[0]! : null
}
