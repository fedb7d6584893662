import { countOf, found, type DetectedKind, type Recogniser, type Sample } from './recogniser.ts'

/** The characters from which a programming language is guessed. */
const START_CHARS = 4_000

const TYPES = [
  /^[ \t]*(?:export\s+)?(?:declare\s+)?interface\s+\w+(?:<[^>\n]*>)?(?:\s+extends\s+[\w, <>]+)?\s*\{/m,
  /^[ \t]*(?:export\s+)?type\s+\w+(?:<[^>\n]*>)?\s*=\s*\S/m,
  /^[ \t]*(?:export\s+)?(?:const\s+)?enum\s+\w+\s*\{/m,
  /[\w)\]?]\s*:\s*(?:string|number|boolean|unknown|any|void|never|Promise<|Record<|Array<|Map<|readonly\s)/,
  /\bimport\s+type\b|\bas\s+(?:const|unknown|string|number|any)\b|\bsatisfies\s+\w/,
]
const SCRIPT = [
  /\b(?:const|let|var)\s+(?:\w+|\{[^}\n]*\}|\[[^\]\n]*\])\s*=[^=]/,
  /\bfunction\s*\*?\s*\w*\s*(?:<[^>\n]*>)?\([^)\n]*\)\s*\{/,
  /(?:\([^()\n]*\)|\b\w+)\s*=>\s*/,
  /^[ \t]*import\s+(?:[\w*{][^'"\n]*\sfrom\s+)?['"]/m,
  /^[ \t]*export\s+(?:default|const|function|class|async|\{)/m,
  /\b(?:console|document|window|process|module|JSON|Math|Object|Array)\.\w+/,
  /\brequire\(['"]/,
  /\b(?:await|new)\s+[\w.]+\(/,
  /===|!==|\?\?|\?\.\w/,
  /^[ \t]*class\s+\w+(?:\s+extends\s+[\w.]+)?\s*\{/m,
]
const OTHER_LANGUAGES = [
  /^#!\s*\/\S+/,
  /^<\?php/,
  /^[ \t]*(?:async\s+)?def\s+\w+\s*\([^)]*\)\s*(?:->\s*[^:\n]+)?:/m,
  /^[ \t]*(?:from\s+[\w.]+\s+import\s+[\w*(]|import\s+[\w.]+(?:\s+as\s+\w+)?\s*$)/m,
  /^[ \t]*class\s+\w+(?:\([^)\n]*\))?:\s*$/m,
  /^[ \t]*(?:if|for|while|elif|else|try|except|with)\b[^\n{;]*:\s*$/m,
  /^[ \t]*package\s+[\w.]+;?\s*$/m,
  /^[ \t]*func\s+(?:\(\w+\s+\*?\w+\)\s*)?\w+\(/m,
  /^[ \t]*#include\s*[<"]/m,
  /\b(?:int|void|char|double|float)\s+\w+\s*\([^)\n]*\)\s*\{/,
  /^[ \t]*(?:pub\s+)?(?:fn|struct|impl|mod|trait)\s+\w+[^;\n]*\{/m,
  /\blet\s+mut\s+\w+|\bprintln!\(|^\s*use\s+[\w:]+(?:::[\w{*])/m,
  /\b(?:public|private|protected)\s+(?:static\s+)?(?:final\s+)?(?:class|void|int|String|interface)\b/,
  /^[ \t]*print\(.*\)\s*$/m,
  // Ruby, Kotlin and Swift, shells, the files of Terraform, of servers and of Protocol Buffers, C# and Java.
  /^[ \t]*(?:def|module|class|describe|it)\s[^\n{}:;]+\n(?:[^\n]*\n)*?[ \t]*end\s*$/m,
  /^[ \t]*(?:(?:data|open|sealed|private|suspend|override)\s+)*(?:class\s+\w+\([^)\n]*:|fun\s+(?:<[^>\n]+>\s*)?[\w.]+\()/m,
  /\b(?:guard|if)\s+let\s+\w+|^[ \t]*val\s+\w+\s*[:=]/m,
  /^[ \t]*(?:if|elif|while)\s+(?:\[|test\b|!)[^\n]*(?:;\s*|\n\s*)(?:then|do)\b|^[ \t]*for\s+\w+\s+in\s[^\n]*(?:;\s*|\n\s*)do\b/m,
  /^(?:resource|variable|module|provider|data|output|terraform|locals)(?:\s+"[^"\n]+"){0,2}\s*\{/m,
  /^[ \t]*(?:server|location|upstream|http|events)\b[^\n{;]*\{\s*(?:#[^\n]*)?$/m,
  /^syntax\s*=\s*"proto\d"|^[ \t]*(?:repeated\s+)?\w+\s+\w+\s*=\s*\d+;\s*$/m,
  /\bConsole\.(?:Write|Read)|^[ \t]*using\s+[A-Z][\w.]*;|^[ \t]*namespace\s+[\w.]+\s*[;{]/m,
  /\b(?:Get|Set|New|Remove|Where|ForEach|Import|Export|Invoke|Write|Select)-[A-Z][a-z]+|%>%|^[ \t]*library\(\w+\)|^[ \t]*\w+ <- /m,
  /\bSystem\.(?:out|err)\.|\bpublic\s+(?:record|enum|abstract|final|sealed|async)\b/,
]
const DOCKER =
  /^[ \t]*(?:FROM|RUN|CMD|COPY|ADD|WORKDIR|ENV|ARG|EXPOSE|ENTRYPOINT|USER|LABEL|VOLUME|HEALTHCHECK)\s+\S/
const SQL =
  /^(?:select\s+(?:distinct\s+|top\s+\d+\s+)?(?:\*|[\w."`[\](),\s*+'|/-]{1,2000}?)\s+from\s+["`[\w(]|insert\s+into\s+\S|update\s+["`\w.]+\s+set\s|delete\s+from\s+["`\w]|(?:create|alter|drop|truncate)\s+[\w\s]{0,30}(?:table|index|view|database|schema|function|trigger|type|sequence)\b|merge\s+into\s+\S|(?:grant|revoke)\s+[\w, ]+\s+on\s|with\s+(?:recursive\s+)?\w+(?:\s*\([^)]*\))?\s+as\s*(?:materialized\s*)?\(|explain\s+(?:analyze\s+)?select\b|select\s+[\w.]{1,60}\([^()]{0,200}\)\s*(?:;|$))/i
const CSS_RULE =
  /^(?:\/\*[\s\S]{0,2000}?\*\/\s*)*(?:@(?:media|import|font-face|keyframes|supports)\b|(?:[.#:*&[]?[a-z][\w-]*|[.#:&[*][^{};=\n]{0,80})[^{};=]{0,300}\{\s*(?:\/\*[\s\S]{0,300}?\*\/\s*)*(?:(?:--)?[a-z-]+\s*:\s*[^{};]{1,300}|\}|[.#&>:][\w-]))/i
const NOT_CSS =
  /^(?:interface|type|class|enum|struct|function|const|let|var|export|import|namespace|module|if|for|while|switch|package|func|public|private|impl|trait|message|query|mutation|input)\b/

/** Programs of jq: a path that is piped on or opened, a function over one, or an object built from paths. */
const JQ = [
  /^\.(?:[a-z_]\w*|\["[^"]+"\]|\[-?\d*:?-?\d*\]|"[^"]+")?(?:\.[a-z_]\w*|\["[^"]+"\]|\[-?\d*:?-?\d*\]|\?)*\s*(?:\||\/\/|\|=|\+=)\s*\S/i,
  /^\.(?:[\w."]*\[-?\d*\])+(?:\.[a-z_]\w*|\[[^\]]*\]|\?)*$/i,
  /^(?:map|select|with_entries|group_by|sort_by|unique_by|min_by|max_by|any|all|del|map_values|limit|first|recurse)\([^)]*\.[\s\S]*\)/,
  /^(?:to_entries|from_entries|keys|length|add|flatten|paths|tojson|fromjson|unique|reverse)\s*\|\s*[\w.[]/,
  /^[[{][^'"]{0,80}(?:[:[(,]\s*|^[[{]\s*)\.(?:\w+|\[\])/,
]

/** Recognises programs and other texts for programmers. */
export const CODE_KINDS: readonly Recogniser[] = [
  ({ text }) =>
    /^(?:\$ ?|> ?)?curl(?:\.exe)?\s+\S/.test(text) && /https?:|\s-|\w\.\w|localhost/.test(text)
      ? found('curl', 0.99)
      : [],
  regexKinds,
  ({ text, lines }) =>
    lines.length < 20 && text.length < 4_000 && JQ.some((one) => one.test(text)) ? found('jq', 0.94) : [],
  ({ lines }) => {
    const said = lines.filter((line) => !/^[ \t]*#/.test(line))
    if (!/^[ \t]*(?:FROM|ARG)\s+\S/i.test(said[0] ?? '')) return []
    const known = said.filter((line) => DOCKER.test(line)).length
    if (known > 1) return found('dockerfile', 0.98)
    return /^[ \t]*FROM\s+[\w./-]+(?::[\w.-]+)?(?:@sha256:\w+)?(?:\s+AS\s+\w+)?$/.test(said[0]!) &&
      said.length === 1
      ? found('dockerfile', 0.85)
      : []
  },
  ({ text }) => {
    const start = text
      .slice(0, START_CHARS)
      .replace(/^(?:\s*(?:--[^\n]*\n|\/\*[\s\S]{0,1000}?\*\/))+/, '')
      .trimStart()
    if (!SQL.test(start)) return []
    // "Select one from the list" is a sentence.
    const isSure = /^[A-Z]{4,}\s/.test(start) || /[;*=()]|\bwhere\b|\bjoin\b|\blimit\b|_/i.test(start)
    return found('sql', isSure ? 0.97 : 0.6)
  },
  ({ text }) => {
    const start = text.slice(0, START_CHARS)
    return start.includes('{') || start.startsWith('@')
      ? !NOT_CSS.test(start) && CSS_RULE.test(start)
        ? found('css', 0.95)
        : []
      : []
  },
  graphqlKind,
  programKinds,
]

/** An operation, whose names have braces behind them, or a schema, whose fields have types. */
const GRAPHQL =
  /^(?:#[^\n]*\n\s*)*(?:(?:query|mutation|subscription)\b\s*\w*\s*(?:\([^)]*\))?\s*(?:@[^{]*)?\{\s*(?:\.\.\.|\w)|fragment\s+\w+\s+on\s+\w+|(?:extend\s+)?(?:type|input|interface)\s+\w+(?:\s+implements\s+[\w &]+)?\s*(?:@[^{]*)?\{\s*(?:"[^"]*"\s*|#[^\n]*\n\s*)*\w+(?:\([^)]*\))?\s*:\s*\[?[A-Z]\w*[\]!]*\s*(?:@|\n|\w+\s*:|\})|schema\s*\{|(?:union|scalar|directive)\s+@?[A-Z]\w*)/

function graphqlKind({ text }: Sample): readonly DetectedKind[] {
  return GRAPHQL.test(text.slice(0, START_CHARS)) ? found('graphql', 0.97) : []
}

function programKinds({ text }: Sample): readonly DetectedKind[] {
  const start = text.slice(0, START_CHARS)
  if ((/^[<[{]/.test(start) && !start.startsWith('<?php')) || GRAPHQL.test(start)) return []
  const other = countOf(start, OTHER_LANGUAGES)
  const script = countOf(start, SCRIPT)
  const types = countOf(start, TYPES)
  // Other languages share much with JavaScript, so that it counts less beside a sign of theirs.
  const common = /^[ \t]*(?:public|private|internal|static|using|namespace)\s|\bConsole\.Write/m.test(start)
    ? 3
    : 0
  if (other > 0 && other + common >= script + types) return found('code', other > 1 ? 0.93 : 0.85)
  if (types > 0 && script + types > 0)
    return found(
      'typescript',
      types > 1 || script > 0 || /^[ \t]*(?:export\s+)?(?:interface|type|enum)\s/.test(start) ? 0.95 : 0.6,
    )
  if (script > 1) return found('javascript', 0.95)
  return script === 1 && /[;{}()]/.test(start) ? found('javascript', 0.88) : []
}

function regexKinds({ text, single }: Sample): readonly DetectedKind[] {
  if (!single || text.length > 2_000) return []
  if (/^\/.+\/[dgimsuvy]*$/.test(text))
    return found('regex', /[\\[\](){}|^$*+?]/.test(text.slice(1, -1)) ? 0.96 : 0.4)
  if (/^\^\S.*\$$/.test(text)) return found('regex', 0.96)
  const marks = countOf(text, [
    /\\[dDwWsSbB](?![a-z])/,
    /\(\?(?:[:=!]|<[=!\w]|P<)/,
    /\[\^?(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|\\\w)/,
    /[\])\w.]\{\d+(?:,\d*)?\}/,
    /[\])\w.\\][*+]\??(?:$|[\\[($)|])/,
    /\\[.*+?()[\]{}|/]/,
    /^\^|\$$/,
  ])
  const isSentence = / \w+ \w+ /.test(text) && marks < 3
  return marks > 1 && !isSentence
    ? found('regex', 0.93)
    : marks === 1 && /\\[dws]|\[\w-\w/.test(text) && !/ /.test(text)
      ? found('regex', 0.85)
      : []
}
