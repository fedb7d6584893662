import { defaultOperators, Liquid, LiquidError, RenderTag, toValue, type Template } from 'liquidjs'
import { followBranches } from './liquid-branches.ts'
import { ReferenceContext } from './liquid-context.ts'
import { readDates } from './liquid-dates.ts'
import { comparisons, keepDecimals } from './liquid-decimals.ts'
import { followReference } from './liquid-filters.ts'
import './liquid-paths.ts'
import { liquidFault } from './liquid-faults.ts'
import { countArguments } from './liquid-reference.ts'
import { readableSource } from './liquid-source.ts'
import { followTags } from './liquid-tags.ts'
import { MAX_TEXT_CHARS, writeTexts } from './liquid-texts.ts'
import { dropBlankBlocks, refuseLeftovers } from './liquid-templates.ts'
import { printable } from './printable.ts'
import { InvalidInput } from '../../../tool-kit/tool-context.ts'

const LIMITS = { parseLimit: 100_000, renderLimit: 1_500, memoryLimit: 20_000_000, templateLimit: 200_000 }

export interface RenderedPrompt {
  readonly text: string
  /** Names that the template reads from its variables. */
  readonly variables: string[]
}

/**
 * Renders a Liquid template. It sees only its variables: no files, no clock, no randomness, UTC.
 * @param partials templates that `render` and `include` find by name
 * @throws InvalidInput with line and column if it cannot be rendered
 */
export function renderPrompt(
  template: string,
  variables: Readonly<Record<string, unknown>>,
  partials: Readonly<Record<string, string>>,
  strict: boolean,
): RenderedPrompt {
  const engine = new Liquid({
    ...LIMITS,
    templates: Object.fromEntries(
      Object.entries(partials).map(([name, text]) => [name, readableSource(text)]),
    ),
    strictFilters: true,
    strictVariables: strict,
    ownPropertyOnly: true,
    timezoneOffset: 0,
    locale: 'en-US',
    operators: { ...defaultOperators, ...comparisons, contains },
  })
  readDates(engine)
  writeTexts(engine)
  followReference(engine)
  keepDecimals(engine)
  nameItemsOfRender(engine)
  readPartials(engine)
  countArguments(engine)
  followTags(engine)
  followBranches(engine)
  engine.registerFilter('sample', () => {
    throw new Error('sample is not available: the text must depend only on the variables')
  })
  try {
    const parsed = asReference(engine.parse(readableSource(template)))
    // Liquid renders strings.
    const text = String(engine.renderSync(parsed, ReferenceContext.of(printable(variables), engine)))
    if (text.length > MAX_TEXT_CHARS)
      throw new InvalidInput('template', `The text has more than ${MAX_TEXT_CHARS} characters`)
    return {
      text: text.toWellFormed(),
      variables: engine.globalVariablesSync(parsed, { partials: false }).toSorted(),
    }
  } catch (error) {
    if (error instanceof InvalidInput) throw error
    throw new InvalidInput('template', sentenceOf(error))
  }
}

// Nothing contains nil or false, in Liquid.
const contains: NonNullable<(typeof defaultOperators)['contains']> = (left, right, context) => {
  const wanted: unknown = toValue(right)
  if (wanted === null || wanted === undefined || wanted === false) return false
  return defaultOperators['contains']!(left, right, context)
}

function asReference(parsed: Template[]): Template[] {
  refuseLeftovers(parsed)
  dropBlankBlocks(parsed)
  return parsed
}

function readPartials(engine: Liquid): void {
  const parse = engine._parsePartialFile.bind(engine)
  engine._parsePartialFile = function* (name: unknown, ...parts) {
    if (typeof name !== 'string')
      throw new Error('The name of the partial is not a text; write it in quotation marks')
    return asReference(yield* parse(name, ...parts))
  }
}

// `render 'product' for products` calls each one `product`, unless it gives another name.
function nameItemsOfRender(engine: Liquid): void {
  engine.registerTag(
    'render',
    class extends RenderTag {
      constructor(...parts: ConstructorParameters<typeof RenderTag>) {
        super(...parts)
        // They are private in the types alone.
        const { file, forBinding } = this as unknown as RenderParts
        if (forBinding && forBinding.alias === undefined && typeof file === 'string')
          forBinding.alias = file
      }
    },
  )
}

/** What the library's types keep to themselves. */
interface RenderParts {
  readonly file: unknown
  readonly forBinding?: { alias?: string | undefined }
}

function sentenceOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (message.includes('Maximum call stack')) return 'The template includes itself or nests too deeply'
  return LiquidError.is(error)
    ? liquidFault(message)
    : `The template cannot be rendered: ${message.slice(0, 500)}`
}
