import type { FilterImplOptions, Liquid } from 'liquidjs'

/** A filter of Liquid: a value and its arguments. */
export type Filter = (value: unknown, ...parameters: unknown[]) => unknown

/** Puts a filter in the place of the engine's, which it can use. */
export function replaceFilter(engine: Liquid, name: string, create: (original: Filter) => Filter): void {
  const filter: FilterImplOptions | undefined = engine.filters[name]
  if (filter === undefined) return
  const handler = typeof filter === 'function' ? filter : filter.handler
  engine.registerFilter(name, function (...parameters: unknown[]) {
    // The library gives filters whatever a template names.
    const original: Filter = (...own) => handler.apply(this, own as Parameters<typeof handler>) as unknown
    return create(original)(parameters[0], ...parameters.slice(1))
  })
}
