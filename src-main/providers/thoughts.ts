const OPEN = /^\s*<think(?:ing)?>/i
const CLOSE = /<\/think(?:ing)?>\s*/i
const OPENINGS = ['<think>', '<thinking>']
const LONGEST_CLOSE = '</thinking>'.length

/**
 * An answer without the thoughts that some models write before it, between `<think>` and `</think>`. Some
 * servers leave out the first tag, and an answer that was cut off may lack the second.
 */
export function withoutThoughts(text: string): string {
  if (OPEN.test(text)) {
    const end = CLOSE.exec(text)
    return end ? text.slice(end.index + end[0].length) : ''
  }
  const end = /^([^]*?)<\/think(?:ing)?>\s*\n/i.exec(text)
  return end && !/<think(?:ing)?>/i.test(end[1]!) ? text.slice(end[0].length) : text
}

/** The same for an answer that arrives in pieces. */
export class ThoughtFilter {
  #held = ''
  #state: 'beginning' | 'thinking' | 'answering' = 'beginning'

  /** What of the answer can be shown after this piece. */
  push(piece: string): string {
    if (this.#state === 'answering') return piece
    this.#held += piece
    if (this.#state === 'beginning') {
      const begun = this.#held.trimStart().toLowerCase()
      if (OPEN.test(this.#held)) this.#state = 'thinking'
      else if (OPENINGS.some((opening) => opening.startsWith(begun))) return ''
      else return this.rest()
    }
    const end = CLOSE.exec(this.#held)
    if (!end) {
      // Thoughts may be long; only the beginning of a tag matters.
      this.#held = `<think>${this.#held.replace(OPEN, '').slice(-LONGEST_CLOSE)}`
      return ''
    }
    this.#held = this.#held.slice(end.index + end[0].length)
    if (this.#held === '') {
      // White space after the tag may still come; an answer that begins with a thought again is rare.
      this.#state = 'beginning'
      return ''
    }
    return this.rest()
  }

  /** What was held back and turned out to be the answer. */
  rest(): string {
    const shown =
      this.#state === 'thinking' && !CLOSE.test(this.#held) && OPEN.test(this.#held) ? '' : this.#held
    this.#state = 'answering'
    this.#held = ''
    return shown.trimStart()
  }
}
