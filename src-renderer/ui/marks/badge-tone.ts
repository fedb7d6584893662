/** The colours of a badge. */
export type BadgeTone = 'plain' | 'real' | 'llm' | 'key' | 'err' | 'accent'
