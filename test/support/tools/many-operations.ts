import type { Json } from '../gateway/test-gateway.ts'
import { PETS } from './pets-api.ts'

/**
 * An API with many operations, whose schemas have what documents in the wild have: references in circles, one of
 * several, enumerations with null, limits of OpenAPI 3.0.
 * @param count how many operations, a multiple of 4
 */
export function manyOperations(count: number): Json {
  const document = structuredClone(PETS) as Json
  const { schemas } = document.components
  Object.assign(schemas.Pet.properties, {
    parent: { $ref: '#/components/schemas/Pet' },
    kind: { type: 'string', enum: ['cat', 'dog', null], nullable: true, example: 'cat' },
    born: { type: 'string', format: 'date', example: '2020-01-01', deprecated: true },
    weight: { type: 'number', minimum: 0, exclusiveMinimum: true },
    names: { type: 'object', additionalProperties: { type: 'string' }, xml: { name: 'n' } },
    home: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Home' }] },
  })
  schemas.Home = {
    type: 'object',
    properties: {
      pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } },
      pin: { type: 'string', pattern: '^[0-9]{4}$', writeOnly: true },
    },
  }
  const all = Object.entries<Json>(document.paths)
  for (let at = 1; at < count / 4; at++)
    for (const [path, item] of all) {
      const copy = structuredClone(item)
      for (const operation of Object.values<Json>(copy))
        if (operation.operationId) operation.operationId += `N${at}`
      document.paths[`/n${at}${path}`] = copy
    }
  return document
}
