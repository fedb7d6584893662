/** A small API with a trait of each kind. */
export const PETS = {
  openapi: '3.0.3',
  info: { title: 'Pets', version: '1.4' },
  servers: [{ url: 'https://pets.example.com/v1' }],
  security: [{ key: [] }],
  paths: {
    '/pets/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      get: {
        operationId: 'getPet',
        summary: 'Gives a pet',
        parameters: [
          {
            name: 'fields',
            in: 'query',
            explode: false,
            schema: { type: 'array', items: { type: 'string' } },
          },
          { name: 'mode', in: 'query', schema: { type: 'string' } },
        ],
        responses: { 200: { description: 'A pet' } },
      },
      put: {
        operationId: 'putPet',
        summary: 'Writes a pet',
        requestBody: {
          required: true,
          content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
        },
        responses: { 200: { description: 'Written' } },
      },
      delete: {
        operationId: 'deletePet',
        deprecated: true,
        security: [],
        responses: { 204: { description: 'Gone' } },
      },
    },
    '/photos': {
      post: {
        operationId: 'addPhoto',
        security: [{ login: [] }],
        requestBody: {
          content: {
            'multipart/form-data': {
              schema: { type: 'object', properties: { photo: { type: 'string', format: 'binary' } } },
            },
          },
        },
        responses: { 200: { description: 'Added' } },
      },
    },
  },
  components: {
    schemas: {
      Pet: {
        type: 'object',
        properties: {
          id: { type: 'integer', readOnly: true },
          name: { type: 'string' },
          owner: { type: 'string', nullable: true },
        },
        required: ['id', 'name'],
      },
    },
    securitySchemes: {
      key: { type: 'apiKey', in: 'header', name: 'X-Key' },
      login: { type: 'http', scheme: 'basic' },
      query: { type: 'apiKey', in: 'query', name: 'k' },
    },
  },
}
