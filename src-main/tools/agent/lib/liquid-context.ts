import { Context, toValue, type Liquid } from 'liquidjs'
import { isHash } from './liquid-decimals.ts'

/** What a template can see: a text and an object have the members that Liquid's reference gives them. */
export class ReferenceContext extends Context {
  /** The names that a template begins with. */
  static of(variables: object, engine: Liquid): ReferenceContext {
    return new ReferenceContext(variables, engine.options, { sync: true }, { liquid: engine })
  }

  override readProperty(...[value, name]: Parameters<Context['readProperty']>): unknown {
    const key: unknown = toValue(name)
    if (typeof value === 'string') return memberOfText(value, key)
    const found: unknown = super.readProperty(value, name)
    return found === undefined && key === 'first' && isHash(value) ? Object.entries(value)[0] : found
  }

  override spawn(scope: object = {}): ReferenceContext {
    const { opts, sync, globals, strictVariables, ownPropertyOnly, renderLimit, memoryLimit } = this
    const shared = { renderLimit, memoryLimit, liquid: this.liquid as unknown }
    return new ReferenceContext(scope, opts, { sync, globals, strictVariables, ownPropertyOnly }, shared)
  }
}

function memberOfText(text: string, key: unknown): unknown {
  if (key === 'size') return [...text].length
  const place = key === 'first' ? /^[^]/u : key === 'last' ? /[^]$/u : undefined
  return place && (place.exec(text)?.[0] ?? '')
}
