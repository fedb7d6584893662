import type { SeenDefinition } from '../packed-definition.ts'
import type { ApiFacts } from './read-api.ts'

/** What the process that reads a document writes, a line of JSON each; `packed` is Base64. */
export type DocumentLine =
  | { readonly kind: 'up' }
  | { readonly kind: 'facts'; readonly facts: ApiFacts }
  | ({ readonly kind: 'tool'; readonly packed: string } & Omit<SeenDefinition, 'packed'>)
  | { readonly kind: 'end' }
  | { readonly kind: 'unusable'; readonly message: string }
