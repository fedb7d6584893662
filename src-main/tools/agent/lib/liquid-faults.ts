const CLOSERS = /^(?:end\w+|else|elsif|when)$/

/** Sentences for what the library says in words of its own. */
const SENTENCES: readonly (readonly [RegExp, (...matched: string[]) => string])[] = [
  [
    /^undefined variable: (.+)$/,
    (name) => `${name} was not sent; add it to \`variables\`, or do not ask for \`strict\``,
  ],
  [/^undefined filter: (.+)$/, (name) => `There is no filter ${name}; take one of the Liquid reference`],
  [
    /^tag "(.+)" not found$/,
    (name) =>
      CLOSERS.test(name)
        ? `{% ${name} %} belongs to no open tag; remove it, or open that tag before it`
        : `There is no tag ${name}; take one of the Liquid reference`,
  ],
  [/^output "(.+)" not closed$/, (start) => `${start} is never closed; write }} after it`],
  [/^tag "(.+)" not closed$/, (start) => `${start} is never closed; write %} after it`],
  [
    /^tag \{%-?\s*(\w+).*%\} not closed$/s,
    (name) => `{% ${name} %} is never closed; write {% end${name} %} after its content`,
  ],
  [/^illegal tag: (.+)$/s, (tag) => `${tag} is incomplete or has words in the wrong order`],
  [/^illegal tag syntax, tag name expected$/, () => 'A tag has no name; write one after {%'],
  [/^invalid value expression: ""$/, () => 'A value is missing: write a variable, a number or a text'],
  [/^invalid value expression: "(.+)"$/s, (text) => `${text} does not begin with a value`],
  [
    /^unexpected token "(.*)", value expected$/s,
    (text) => `A value is missing before ${text || 'the end'}`,
  ],
  [/^unexpected token "(.*)"/s, (text) => `${text} cannot stand here`],
  [/^ENOENT: .*"(.+)" in ".*"$/, (name) => `The partial ${name} was not sent; add it to \`partials\``],
  [/^illegal file path .*$/, () => 'The name of the partial is empty; write it in quotation marks'],
  [/^empty candidates: .*$/, () => 'The cycle has no values to choose from'],
  [/^(?:expected variable name|invalid capture name)$/, () => 'The name of a variable is missing'],
  [/^(.+) not closed$/, (start) => `${start} is never closed`],
]

/**
 * What is wrong with a Liquid template, in a sentence that says where.
 * @param said the library's message, which ends in the place: `..., line:1, col:7`
 */
export function liquidFault(said: string): string {
  const [, plain = said, line, column] =
    /^(.*?)(?:, file:.*?)?(?:, line:(\d+), col:(\d+))?$/s.exec(said) ?? []
  const where = line === undefined ? '' : `Line ${line}, column ${column}: `
  for (const [pattern, write] of SENTENCES) {
    const matched = pattern.exec(plain)
    if (matched !== null) return where + write(...matched.slice(1).map((text) => text.slice(0, 200)))
  }
  return where + plain.slice(0, 500)
}
