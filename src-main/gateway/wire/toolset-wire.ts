import type { z } from 'zod'
import type { SavedToolset } from '../../../src-shared/toolsets/saved-toolset.ts'
import type { KeyStore } from '../../accounts/key-store.ts'
import type { Tools } from '../../registry/tool-list.ts'
import type { toolset, toolsetSummary } from './toolset-fields.ts'

/** A saved toolset in a list. @param keys all keys */
export function toToolsetSummary(
  { name, description, version, tools, updatedAt }: SavedToolset,
  keys: Pick<KeyStore, 'list' | 'statusOf'>,
): z.output<typeof toolsetSummary> {
  const bound = keys.list().filter((key) => key.scopes?.toolset === name)
  return {
    name,
    description: description ?? null,
    version,
    tools: tools.length,
    keys: bound.filter((key) => keys.statusOf(key) === 'active').length,
    updated_at: new Date(updatedAt).toISOString(),
  }
}

/**
 * A saved toolset, and which of its tools are missing.
 * @param registry the tools that are served
 */
export function toToolset(saved: SavedToolset, registry: Tools): z.output<typeof toolset> {
  const { name, description, version, tools, updatedAt } = saved
  return {
    name,
    ...(description === undefined ? {} : { description }),
    // As they are saved: the fields of this type that are absent are absent here too.
    tools: [...tools] as z.output<typeof toolset>['tools'],
    version,
    updated_at: new Date(updatedAt).toISOString(),
    missing_tools: tools.map(({ slug }) => slug).filter((slug) => !registry.find(slug)),
  }
}
