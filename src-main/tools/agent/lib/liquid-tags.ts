import {
  CycleTag,
  evalToken,
  ForTag,
  TablerowTag,
  Tag,
  TokenKind,
  toValue,
  Value,
  type Context,
  type Emitter,
  type Liquid,
  type Parser,
  type TagToken,
  type Template,
  type Token,
  type TopLevelToken,
} from 'liquidjs'
import { plainNumber } from './liquid-decimals.ts'

/** Gives an engine the tags of Liquid's reference that the library lacks or writes in another way. */
export function followTags(engine: Liquid): void {
  engine.registerTag('doc', DocTag)
  engine.registerTag('ifchanged', IfChangedTag)
  engine.registerTag('tablerow', RowsTag)
  engine.registerTag('for', LoopTag)
  engine.registerTag('cycle', NamedCycleTag)
}

/** Words for those who write a template. */
class DocTag extends Tag {
  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid) {
    super(token, remaining, liquid)
    if (token.args.trim() !== '') throw new Error('doc takes no arguments')
    for (let next = remaining.shift(); next; next = remaining.shift())
      if ('name' in next && next.name === 'enddoc') return
    throw new Error(`tag ${token.getText()} not closed`)
  }

  override render(): void {
    // Nobody but the author sees it.
  }
}

/** Writes what is inside unless it is what was written last. */
class IfChangedTag extends Tag {
  readonly templates: Template[]

  constructor(token: TagToken, remaining: TopLevelToken[], liquid: Liquid, parser: Parser) {
    super(token, remaining, liquid)
    this.templates = []
    const stream = parser
      .parseStream(remaining)
      .on('tag:endifchanged', () => stream.stop())
      .on('template', (template: Template) => void this.templates.push(template))
      .on('end', () => {
        throw new Error(`tag ${token.getText()} not closed`)
      })
    stream.start()
  }

  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const text = String(yield this.liquid.renderer.renderTemplates(this.templates, context))
    // A register holds what its tag puts there.
    const last = context.getRegister('ifchanged', {}) as { text?: string }
    if (last.text === text) return
    last.text = text
    emitter.write(text)
  }

  *children(): Generator<unknown, Template[]> {
    return this.templates
  }
}

/** A table with lines between its rows, which `break` can end. */
class RowsTag extends TablerowTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, void, unknown> {
    const value = yield evalToken(this.collection, context)
    // Nothing makes no table.
    if (value === undefined || value === null || value === false) return
    // A hash renders to an object of its values.
    const args = (yield this.args.render(context)) as Record<string, unknown>
    const items = cellsOf(value, args)
    const columns = 'cols' in args ? wholeNumber(args['cols'], 'cols') : items.length
    const scope: Record<string, unknown> = {}
    context.push(scope)
    emitter.write('<tr class="row1">\n')
    for (const [at, item] of items.entries()) {
      const place = placeOf(at, items.length, columns)
      if (place.col === 1 && at > 0) emitter.write(`</tr>\n<tr class="row${place.row}">`)
      scope[this.variable] = item
      scope['tablerowloop'] = place
      emitter.write(`<td class="col${place.col}">`)
      yield this.liquid.renderer.renderTemplates(this.templates, context, emitter)
      emitter.write('</td>')
      const isOver = context.breakCalled
      context.breakCalled = context.continueCalled = false
      if (isOver) break
    }
    emitter.write('</tr>\n')
    context.pop()
  }
}

// A text is one cell, wherever the table begins and ends.
function cellsOf(value: unknown, args: Readonly<Record<string, unknown>>): unknown[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  const all = listOf(value)
  const start = 'offset' in args ? wholeNumber(args['offset'], 'offset') : 0
  const end = 'limit' in args ? start + wholeNumber(args['limit'], 'limit') : all.length
  return all.slice(Math.max(0, start), Math.max(0, end))
}

// As Ruby's `to_i` reads it.
function wholeNumber(value: unknown, name: string): number {
  const plain = plainNumber(toValue(value)) ?? 0
  if (typeof plain === 'number') return Math.trunc(plain)
  if (typeof plain !== 'string') throw new Error(`${name} needs a number`)
  return Number(/^\s*([+-]?\d+)/.exec(plain)?.[1] ?? 0)
}

/** The members of tablerowloop in the reference. */
interface Place extends Readonly<Record<string, unknown>> {
  readonly col: number
  readonly row: number
}

// Without columns, all is one row.
function placeOf(at: number, length: number, columns: number): Place {
  const column = columns > 0 ? at % columns : at
  return {
    ...numbersOf(at, length),
    col: column + 1,
    col0: column,
    col_first: column === 0,
    col_last: column + 1 === columns,
    row: columns > 0 ? Math.floor(at / columns) + 1 : 1,
  }
}

function numbersOf(at: number, length: number): Readonly<Record<string, unknown>> {
  return {
    length,
    index: at + 1,
    index0: at,
    first: at === 0,
    last: at === length - 1,
    rindex: length - at,
    rindex0: length - at - 1,
  }
}

/** A loop that knows the one around it, and refuses bounds other than numbers. */
class LoopTag extends ForTag {
  override *render(context: Context, emitter: Emitter): ReturnType<ForTag['render']> {
    const { renderer } = this.liquid
    const all = listOf(yield evalToken(this.collection, context))
    const key = `continue-${this.variable}-${this.collection.getText()}`
    context.push({ continue: context.getRegister(key, {}) })
    // A hash renders to an object of its values.
    const hash = (yield this.hash.render(context)) as unknown as Record<string, unknown>
    context.pop()
    const start = bound(hash['offset'], 'offset') ?? 0
    const items = all.slice(start, start + (bound(hash['limit'], 'limit') ?? all.length))
    if ('reversed' in hash) items.reverse()
    if (all.length > 0) context.setRegister(key, start + items.length)
    if (items.length === 0) {
      yield renderer.renderTemplates(this.elseTemplates, context, emitter)
      return
    }
    const name = `${this.variable}-${this.collection.getText()}`
    const outer: unknown = context.getSync(['forloop'])
    // The loops of `render` and `tablerow` are not parents.
    const parentloop = isLoop(outer) ? outer : undefined
    const scope: Record<string, unknown> = {}
    context.push(scope)
    for (const [at, item] of items.entries()) {
      scope[this.variable] = item
      scope['forloop'] = { ...numbersOf(at, items.length), name, parentloop }
      context.continueCalled = context.breakCalled = false
      yield renderer.renderTemplates(this.templates, context, emitter)
      if (context.breakCalled) break
    }
    context.continueCalled = context.breakCalled = false
    context.pop()
  }
}

function isLoop(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'parentloop')
}

function bound(value: unknown, name: string): number | undefined {
  if (value === undefined || value === null) return undefined
  const number =
    typeof value === 'object' && Object.keys(value).length === 0 ? 0 : Number(plainNumber(value))
  if (typeof value === 'boolean' || Array.isArray(value) || Number.isNaN(number))
    throw new Error(`${name} needs a number`)
  return Math.max(0, Math.trunc(number))
}

// A text is one item, and an object its pairs.
function listOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value.slice()
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** What the library's types keep to themselves. */
interface CycleParts {
  readonly group?: Token
  readonly candidates: readonly Exclude<ConstructorParameters<typeof Value>[0], string>[]
}

/** Whose places a name keeps, however many values each of its tags has. */
class NamedCycleTag extends CycleTag {
  override *render(context: Context, emitter: Emitter): Generator<unknown, unknown, unknown> {
    // They are private in the types alone.
    const { group, candidates } = this as unknown as CycleParts
    const name: unknown = group ? String(yield evalToken(group, context)) : keyOf(this, candidates)
    const places = context.getRegister('cycles', new Map<unknown, number>())
    const at = places.get(name) ?? 0
    places.set(name, at + 1 >= candidates.length ? 0 : at + 1)
    const candidate = candidates[at]
    if (candidate === undefined) return
    emitter.write(yield new Value(candidate, this.liquid).value(context))
  }
}

// Tags with the same literals take turns. One that reads a variable has turns of its own.
function keyOf(tag: NamedCycleTag, candidates: CycleParts['candidates']): unknown {
  const readsVariable = candidates.some(({ initial }) =>
    initial?.postfix.some(({ kind }) => kind === TokenKind.PropertyAccess),
  )
  return readsVariable ? tag : `:${candidates.map((candidate) => candidate.getText()).join(',')}`
}
