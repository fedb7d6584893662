import { readApi } from '../../../src-main/extensions/openapi/read-api.ts'
import { readDocument } from '../../../src-main/extensions/openapi/read-document.ts'
import type { Definition } from '../../../src-main/extensions/source.ts'

/** A part of an API description. */
export interface Part {
  readonly [name: string]: unknown
}

/** A document as an import reads it. */
export const read = (text: string) => readDocument(Buffer.from(text))
/** The tools of a document, and what it says of its API. */
export const api = async (document: Part) => readApi(await read(JSON.stringify(document)))
/** A document of OpenAPI 3.1 with those paths. */
export const with31 = (paths: Part, more: Part = {}): Part => ({
  ...{ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths, ...more },
})
/** The tool of an operation that is alone in its document. */
export const only = async (operation: Part, more: Part = {}, path = '/x'): Promise<Definition> => {
  const { definitions } = await api(with31({ [path]: { post: { operationId: 'x', ...operation } } }, more))
  return definitions[0]!
}
/** A body that has to be sent. */
export const bodyOf = (schema: Part, type = 'application/json') => ({
  requestBody: { required: true, content: { [type]: { schema } } },
})
/** A path with an operation that only reads. */
export const GET = { get: { operationId: 'get' } }
