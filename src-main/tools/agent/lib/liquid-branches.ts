import {
  evalToken,
  Hash,
  IncludeTag,
  Tag,
  Tokenizer,
  Value,
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  type TagToken,
  type Template,
  type TopLevelToken,
  type ValueToken,
} from 'liquidjs'
import { comparisons } from './liquid-decimals.ts'

/** Gives an engine the tags `case`, `comment` and `include` of Liquid's reference. */
export function followBranches(engine: Liquid): void {
  engine.registerTag('case', CaseTag)
  engine.registerTag('comment', NestedCommentTag)
  engine.registerTag('include', BoundIncludeTag)
}

interface Branch {
  /** The values of a `when`; none for an `else`. */
  readonly values: readonly ValueToken[] | null
  readonly templates: Template[]
}

/** Each `when` is asked in turn, and each of its values that fits writes its content; so may each `else`. */
class CaseTag extends Tag {
  readonly value: Value
  readonly branches: Branch[] = []

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid)
    this.value = new Value(this.tokenizer.readFilteredValue(), liquid)
    let content: Template[] = []
    const branch = (values: Branch['values']) =>
      void this.branches.push({ values, templates: (content = []) })
    const stream = parser
      .parseStream(remaining)
      .on('tag:when', (when: TagToken) => branch(valuesOf(when)))
      .on('tag:else', () => branch(null))
      .on('tag:endcase', () => stream.stop())
      .on('template', (template: Template) => void content.push(template))
      .on('end', () => {
        throw new Error(`tag ${token.getText()} not closed`)
      })
    stream.start()
  }

  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const target = yield this.value.value(context, true)
    let isFound = false
    for (const { values, templates } of this.branches) {
      if (values === null && !isFound)
        yield this.liquid.renderer.renderTemplates(templates, context, emitter)
      for (const token of values ?? []) {
        const value = yield evalToken(token, context, true)
        if (!(yield comparisons['==']!(target, value, context))) continue
        isFound = true
        yield this.liquid.renderer.renderTemplates(templates, context, emitter)
      }
    }
  }

  *arguments(): Generator<Value | ValueToken, void> {
    yield this.value
    for (const { values } of this.branches) yield* values ?? []
  }

  *children(): Generator<unknown, Template[]> {
    return this.branches.flatMap(({ templates }) => templates)
  }
}

// Values with commas or `or` between them.
function valuesOf({ tokenizer }: TagToken): ValueToken[] {
  const values = [tokenizer.readValueOrThrow()]
  for (tokenizer.skipBlank(); !tokenizer.end(); tokenizer.skipBlank()) {
    if (tokenizer.peek() === ',') tokenizer.advance()
    else if (tokenizer.readIdentifier().getText() !== 'or')
      throw new Error('when needs a comma or "or" between two values')
    values.push(tokenizer.readValueOrThrow())
  }
  return values
}

/** A comment that ends with the end of its own, not with that of a comment in it. */
class NestedCommentTag extends Tag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid)
    let depth = 1
    for (let next = remaining.shift(); next; next = remaining.shift()) {
      const name = 'name' in next ? next.name : ''
      if (name === 'comment') depth += 1
      else if (name === 'endcomment') depth -= 1
      if (depth === 0) return
    }
    throw new Error(`tag ${token.getText()} not closed`)
  }

  override render(): void {
    // A comment writes nothing.
  }
}

/** What the library's types keep to themselves: the arguments of an `include`. */
interface IncludeParts {
  readonly hash: { readonly hash: Readonly<Record<string, ValueToken | undefined>> }
}

/** `include 'item' for items`, once for each, and `include 'item' with one as name`. */
class BoundIncludeTag extends IncludeTag {
  readonly nameToken: ValueToken | undefined
  readonly bound: { readonly value: ValueToken; readonly name: string | undefined } | null

  constructor(...parts: ConstructorParameters<typeof IncludeTag>) {
    super(...parts)
    const [token, , liquid] = parts
    const words = new Tokenizer(token.args, liquid.options.operators)
    this.nameToken = words.readValue()
    const keyword = words.readIdentifier().getText()
    words.skipBlank()
    const isNamed = words.peek() === ':'
    const value = (keyword === 'for' || keyword === 'with') && !isNamed ? words.readValue() : undefined
    const rest = words.p
    const name = words.readIdentifier().getText() === 'as' ? words.readIdentifier().getText() : undefined
    if (name === undefined) words.p = rest
    this.bound = value ? { value, name } : null
    // They are private in the types alone.
    if (this.bound)
      Object.assign(this, { withVar: undefined, hash: new Hash(words, liquid.options.keyValueSeparator) })
  }

  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const scope: Record<string, unknown> = {}
    const value = this.bound ? yield evalToken(this.bound.value, context) : undefined
    const file = String(yield evalToken(this.nameToken, context))
    const name = this.bound?.name ?? file.split('/').at(-1)!
    // They are private in the types alone.
    const { hash } = (this as unknown as IncludeParts).hash
    context.push(scope)
    // Each argument can read those before it.
    for (const [key, token] of Object.entries(hash))
      scope[key] = token === undefined ? true : yield evalToken(token, context)
    const items: unknown[] = this.bound && Array.isArray(value) ? value : [value]
    for (const item of items) {
      if (this.bound) scope[name] = item
      yield* super.render(context, emitter)
    }
    context.pop()
  }
}
