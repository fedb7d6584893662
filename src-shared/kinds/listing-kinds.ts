import { type DetectedKind, found, type Recogniser, type Sample } from './recogniser.ts'

const TIME = String.raw`\d\d:\d\d:\d\d(?:[.,]\d{1,9})?`
/** Beginnings of lines that programs write: by date, by the time alone with a level, by syslog, by a web server. */
const LOG_LINES = [
  new RegExp(
    String.raw`^\[?\d{4}[-/]\d\d[-/]\d\d[T ]${TIME}(?:Z|[+-]\d\d:?\d\d| [+-]\d{4})?\]?:?[ \t|]+\S`,
  ),
  new RegExp(String.raw`^\[?${TIME}\]?\s+\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\b`, 'i'),
  new RegExp(String.raw`^(?:<\d+>)?[A-Z][a-z]{2} [ \d]\d ${TIME} \S+ \S+?(?:\[\d+\])?: `),
  /^\S+ \S+ \S+ \[\d\d\/[A-Z][a-z]{2}\/\d{4}:\d\d:\d\d:\d\d [+-]\d{4}\] "/,
  /^\[?(?:TRACE|DEBUG|INFO|WARN(?:ING)?|ERROR|FATAL)\]?:?\s+\[?\d/,
  /^(?:time|ts|timestamp|level)=\S+ (?:\S+ )*?(?:level|lvl|msg|message)=/,
  /^[IWEF]\d{4} \d\d:\d\d:\d\d\.\d+\s/,
]
const COMMIT_LINES = [
  /^(?:[-*] )?(?:[\da-f]{7,40} )?(?:feat|fix|chore|docs|style|refactor|perf|tests?|build|ci|revert)(?:\([^)]*\))?!?: \S/,
  /^(?:[*|/\\ ]* )?(?=[a-f]*\d)[\da-f]{7,12} (?:\([^)]*\) )?\p{L}/u,
]
/** What a line of a program's last moments looks like, in the languages that most of them are written in. */
const TRACES = [
  /^Traceback \(most recent call last\):|^[ \t]*File "[^"\n]+", line \d+, in /m,
  /^[ \t]+at (?:async )?(?:new )?[\w.$<>[\]/ ]+ ?\([^()\n]+:\d+(?::\d+)?\)$/m,
  /^[ \t]+at [\w.$<>]+\((?:[\w$]+\.(?:java|kt|scala)(?::\d+)?|Native Method|Unknown Source)\)/m,
  /^[ \t]+at [^\n]+ in [^\n]+:line \d+/m,
  /^goroutine \d+ \[[^\]]+\]:/m,
  /^thread '[^'\n]*'(?: \(\d+\))? panicked at /m,
  /^#\d+ +(?:\S+\.php\(\d+\): |\{main\})/m,
  // What a compiler refuses, with its place.
  /^\S+\.\w{1,5}(?::\d+(?::\d+)?:|\(\d+(?:,\d+)?\):) (?:fatal )?(?:error|warning)\b|^\S+\.\w{1,5}:\d+:\d+: \S/m,
  /^[ \t]*(?:from )?\S+\.rb:\d+:in /m,
]
const START_CHARS = 8_000

const shareOf = (lines: readonly string[], patterns: readonly RegExp[]): number =>
  lines.filter((line) => patterns.some((one) => one.test(line))).length / lines.length

function lineKinds({ lines, text }: Sample): readonly DetectedKind[] {
  if (isTrace(text)) return found('code', 0.97)
  if (/^commit [\da-f]{40}\b[^\n]*\n(?:Merge: [^\n]+\n)?Author: /.test(text)) return found('commits', 0.98)
  if (lines.length < 2) return []
  if (shareOf(lines, COMMIT_LINES) > 0.7) return found('commits', 0.96)
  // What belongs to a line may follow it.
  return LOG_LINES.some((one) => one.test(lines[0]!)) && shareOf(lines, LOG_LINES) >= 0.5
    ? found('log', 0.97)
    : []
}

const NOTES =
  /^#{0,3} ?\**(?:action (?:items|points)|to-?dos?|next steps|(?:meeting )?(?:notes|minutes)|meeting|agenda|follow-?ups?)\b/im
const TASK =
  /^\s*(?:[-*•]|\d+[.)]|\[[ x]\])\s+(?:\[[ x]\] )?(?:@?\p{Lu}\p{L}+ (?:to|will|sends?|checks?|by) |.*\bby (?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day\b)/u

/** What a meeting left to do: points below a heading that says so, or points that begin with a name. */
function notesKind({ lines }: Sample): readonly DetectedKind[] {
  const points = lines.filter((line) => /^\s*(?:[-*•]|\d+[.)]|\[[ x]\])\s/.test(line))
  if (points.length < 2 || points.length < lines.length * 0.4) return []
  const isNamed = lines.some((line) => NOTES.test(line)) && points.length < lines.length
  return isNamed || points.filter((line) => TASK.test(line)).length > points.length / 2
    ? found('notes', 0.9)
    : []
}

/** Columns that spaces keep below their names, as commands print them. */
function columnsKind({ text, whole, lines }: Sample): readonly DetectedKind[] {
  if (!whole || lines.length < 2 || !/^[A-Z][A-Z\d%()/ -]* {2,}[A-Z]/.test(lines[0]!)) return []
  const rows = text
    .split(/\r?\n/)
    .filter((line) => line.trim() !== '')
    .map((line) => line.trim().split(/ {2,}/))
  if (rows[0]!.length < 2 || rows.some((row) => row.length !== rows[0]!.length)) return []
  return [{ kind: 'csv', confidence: 0.95, part: rows.map((row) => row.join('\t')).join('\n') }]
}

/** Lines with an address each, as the settings of a computer have them. */
function addressesKind({ lines, text, whole }: Sample): readonly DetectedKind[] {
  if (!whole || lines.length < 2 || text.length > 4_000) return []
  const found = lines.map(
    (line) => line.match(/(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?:\/\d{1,2})?(?![\d.])/g) ?? [],
  )
  if (found.some(({ length }) => length !== 1)) return []
  return [{ kind: 'ips', confidence: 0.8, part: found.flat().join('\n') }]
}

/** Whether a text is what a program wrote before it ended. */
export function isTrace(text: string): boolean {
  return TRACES.some((one) => one.test(text.slice(0, START_CHARS)))
}

/** A table drawn with lines, as databases and documents have them, with a bar between its cells. */
function drawnTable({ text, whole, lines }: Sample): readonly DetectedKind[] {
  if (
    !whole ||
    lines.length < 3 ||
    !lines.some((line) => /^\s*[|+│├╞]?[-=+|:─┼╪ ]{5,}[|+│┤╡]?\s*$/.test(line))
  )
    return []
  const rows = text
    .replaceAll('│', '|')
    .split(/\r?\n/)
    .filter((line) => line.includes('|') && /[^-=+|:\s]/.test(line))
    .map((line) =>
      line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|')
        .map((cell) => cell.trim()),
    )
  if (rows.length < 2 || rows.some((row) => row.length !== rows[0]!.length)) return []
  const part = rows.map((row) => row.join('|')).join('\n')
  // The same in Markdown is a part of a document.
  const confidence = /^(?:#{1,6} |```)/m.test(text) ? 0.8 : text.startsWith('|') ? 0.85 : 0.96
  return [{ kind: 'csv', confidence, part }]
}

/** Bytes as `xxd`, `hexdump -C` and debuggers print them: their places before them and their characters behind. */
function dumpKind({ text, whole }: Sample): readonly DetectedKind[] {
  if (!whole || !/^(?:0x)?[\da-f]{4,16}:?\s+[\da-f]{2}/i.test(text)) return []
  const lines = text.split(/\r?\n/).filter((line) => line.trim() !== '')
  const bytes = lines.map((line) => {
    const [, row = ''] =
      /^(?:0x)?[\da-f]{4,16}:?\s+((?:[\da-f]{2}(?:[\da-f]{2})? {1,2})*[\da-f]{2,4})(?=\s{2}|\s\||\s*$)/i.exec(
        line,
      ) ?? []
    return row.replaceAll(' ', '')
  })
  const part = bytes.join('')
  // The last line of a dump has only the place of its end.
  const isDump = bytes.every((row, at) => row !== '' || (at > 0 && at === bytes.length - 1))
  return isDump && part.length > 7 && part.length % 2 === 0 ? [{ kind: 'hex', confidence: 0.97, part }] : []
}

/** Recognises texts by what each of their lines is. */
export const LISTING_KINDS: readonly Recogniser[] = [
  lineKinds,
  notesKind,
  drawnTable,
  columnsKind,
  addressesKind,
  dumpKind,
]
