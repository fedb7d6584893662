const TOKEN =
  /[\s{}[\],:]+|"(?:\\.|[^"\\\n])*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?=[\s,\]}])|(?:true|false|null)\b/iy
const OPEN_TEXT = /"(?:\\.|[^"\\\n])*\\?$/y
// An escape that the end has cut, and the first half of a character whose second half is missing.
const CUT_ESCAPE = /(?<!\\)((?:\\\\)*)(?:\\ud[89ab][\da-f]{2})?(?:\\(?:u[\da-f]{0,3})?)?$/i

/**
 * JSON that is cut off in a text, with the quote that ends it and without half an escape. Whatever else has a text
 * without an end stays as it is: where that ought to end must be guessed then.
 */
export function withLastQuote(json: string): string {
  let at = 0
  for (;;) {
    TOKEN.lastIndex = at
    if (!TOKEN.test(json)) break
    at = TOKEN.lastIndex
  }
  OPEN_TEXT.lastIndex = at
  return OPEN_TEXT.test(json) ? `${json.replace(CUT_ESCAPE, '$1')}"` : json
}
