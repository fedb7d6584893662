import { Tag, TokenKind, type Template, type Token } from 'liquidjs'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

/** Tags that write nothing, whatever is in them. */
const SILENT = new Set(['assign', 'capture', 'comment', 'doc', '#'])
/** Tags whose bodies leave out white space if there is nothing else in them. */
const BLOCKS = new Set(['if', 'unless', 'case', 'for'])

/** Leaves out the white space of blocks that hold nothing else, as the reference does. */
export function dropBlankBlocks(templates: readonly Template[]): void {
  for (const template of templates) {
    const bodies = bodiesOf(template)
    if (BLOCKS.has(nameOf(template)) && bodies.every(isBlank)) for (const body of bodies) dropTexts(body)
    else for (const body of bodies) dropBlankBlocks(body)
  }
}

function isBlank(body: readonly Template[]): boolean {
  return body.every((template) => {
    if (template instanceof Tag)
      return SILENT.has(template.name) || (BLOCKS.has(template.name) && bodiesOf(template).every(isBlank))
    return isText(template) && template.str.trim() === ''
  })
}

function dropTexts(body: Template[]): void {
  for (const template of body)
    // What is captured is written elsewhere.
    if (BLOCKS.has(nameOf(template))) for (const inner of bodiesOf(template)) dropTexts(inner)
  body.splice(0, body.length, ...body.filter((template) => !isText(template)))
}

/** A value of a template, with what it is computed from. */
interface Read {
  readonly initial?: { readonly postfix: readonly Token[] }
}

/** What the library's types keep to themselves: the text of a template, and the bodies of a tag. */
interface Parts {
  readonly str?: string
  readonly templates?: Template[]
  readonly elseTemplates?: Template[]
  readonly branches?: readonly { readonly templates: Template[]; readonly value?: Read }[]
  readonly value?: Read
}

function partsOf(template: Template): Parts {
  // They are private in the types alone.
  return template as Parts
}

function isText(template: Template): template is Template & { readonly str: string } {
  return !(template instanceof Tag) && typeof partsOf(template).str === 'string'
}

function bodiesOf(template: Template): Template[][] {
  if (!(template instanceof Tag)) return []
  const { templates, elseTemplates, branches } = partsOf(template)
  return [...(branches ?? []).map((branch) => branch.templates), templates, elseTemplates].filter(
    (body) => body !== undefined,
  )
}

function nameOf(template: Template): string {
  return template instanceof Tag ? template.name : ''
}

/**
 * Refuses what the library would leave out without a word: words after a value that mean nothing there.
 * @throws InvalidInput with the place
 */
export function refuseLeftovers(templates: readonly Template[]): void {
  for (const template of templates) {
    const { value, branches } = partsOf(template)
    for (const read of [value, ...(branches ?? []).map((branch) => branch.value)])
      if (read?.initial && countOf(read.initial.postfix) !== 1)
        throw new InvalidInput(
          'template',
          `${template.token.getText().slice(0, 80)} has values without an operator between them; ` +
            'known are ==, !=, <, >, <=, >=, contains, and, or',
        )
    for (const body of bodiesOf(template)) refuseLeftovers(body)
  }
}

// How many values an expression leaves: an operator makes one of two.
function countOf(postfix: readonly Token[]): number {
  return postfix.reduce((count, token) => {
    if (token.kind !== TokenKind.Operator) return count + 1
    return token.getText() === 'not' ? count : count - 1
  }, 0)
}
