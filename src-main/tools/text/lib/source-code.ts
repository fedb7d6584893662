/** What a line of a program looks like, and hardly a sentence: how it ends, how it begins, or its signs. */
const LINES = [
  // A Greek question ends in what looks like a semicolon.
  /^(?!.*\p{Script=Greek}).*[;{}]\s*$/u,
  /^\s*(?:import\s+[\w.{*"']|from\s+[\w.]+\s+import\b|#include\b|using\s+[\w.]+;|package\s+[\w.]+)/,
  /^\s*(?:export\s+)?(?:async\s+)?(?:def|function|fn|func|class|struct|interface|enum|const|let|var|public|private|static)\s+[\w$*]+.*[=(){:]/,
  /^\s*(?:if|for|while|elif|else|try|except|switch|return|with)\b.*(?::\s*$|\(.*\)|[{;]\s*$)/,
  /^\s*@?[\w$.[\]]+\s*(?:[-+*/|]?=|:=|=>)\s*\S/,
  /^\s*[\w$.]+\([^\s)]*(?:,\s*[^\s)]+)*\)\s*$/,
  /^\s*(?:<\/?[a-z][\w-]*(?:\s[^<>]*)?>|SELECT\s.+\sFROM\s)/,
]

/** True if most lines of a text, blank ones and comments aside, are those of a program. */
export function looksLikeCode(text: string): boolean {
  const lines = text
    .split('\n')
    .filter((line) => line.trim() !== '' && !/^\s*(?:\/\/|#(?!include)|\/?\*|--|"""|''')/.test(line))
    .slice(0, 500)
  const code = lines.filter(
    (line) => !isProse(line) && LINES.some((pattern) => pattern.test(line.slice(0, 500))),
  )
  return code.length > 0 && code.length * 2 > lines.length
}

/** A clause of a sentence, which may end in a semicolon: words, and none of the signs that programs are full of. */
function isProse(line: string): boolean {
  return /^(?:[^\s=(){}[\]<>_$"'`:.]+\s+){4}[^=(){}[\]<>_$"`]*$/.test(line.slice(0, 500).trim())
}
