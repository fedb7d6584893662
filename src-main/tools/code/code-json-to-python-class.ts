import { z } from 'zod'
import { printPython, PYTHON_NAMES } from '../../inference/index.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'
import { modelOf, namesIn, needsSamples, SAMPLE_FIELDS } from '../lib/json-samples.ts'

const FUTURE = 'from __future__ import annotations\n\n'

export default defineTool({
  slug: 'code-json-to-python-class',
  title: 'JSON to Python',
  summary:
    'Writes Python dataclasses or pydantic models for JSON: optional fields, unions, dictionaries, recursion.',
  searchWords: [
    'dataclass',
    'pydantic',
    'python model',
    'basemodel',
    'typed dict',
    'python types',
    'class from a payload',
    'py',
    'python object',
    'python struct',
  ],
  category: 'Code Utilities',
  tier: 'compute',
  credits: 3,
  version: 5,
  cacheable: true,
  worker: true,
  mainField: 'json',
  related: ['code-json-to-types', 'code-json-to-typescript', 'text-json-schema-generate'],
  takes: { json: ['json'] },
  gives: 'code',
  mainOutput: 'result',

  input: z
    .strictObject({
      ...SAMPLE_FIELDS,
      style: z
        .enum(['dataclass', 'pydantic'])
        .default('dataclass')
        .describe('Dataclasses, or pydantic 2 models'),
      frozen: z.boolean().default(false).describe('Whether instances are immutable'),
    })
    .check(needsSamples),
  output: z.strictObject({
    result: z.string().describe('Source for Python 3.10 and newer'),
    root: z.string().describe('Name of the root type'),
    types: z.array(z.string()).describe('All declared names'),
  }),

  // The mapping of Python's own json module: object, array, number, true and null.
  examples: [
    {
      title: 'A nested dataclass',
      input: { json: { id: 1, tags: ['a'], note: null, address: { city: 'London' } } },
      output: {
        result:
          FUTURE +
          'from dataclasses import dataclass\nfrom typing import Any\n\n\n' +
          '@dataclass\nclass Root:\n    id: int\n    tags: list[str]\n    note: Any\n    address: Address\n\n\n' +
          '@dataclass\nclass Address:\n    city: str\n',
        root: 'Root',
        types: ['Root', 'Address'],
      },
    },
    {
      title: 'A pydantic model with a key that is not a valid name',
      input: {
        examples: [
          { id: 1, 'a-b': 1.5 },
          { id: null, on: true, 'a-b': 2 },
        ],
        style: 'pydantic',
      },
      output: {
        result:
          FUTURE +
          'from pydantic import BaseModel, ConfigDict, Field\n\n\n' +
          'class Root(BaseModel):\n    model_config = ConfigDict(populate_by_name=True)\n\n' +
          '    id: int | None\n    a_b: float = Field(alias="a-b")\n    on: bool | None = None\n',
        root: 'Root',
        types: ['Root'],
      },
    },
    {
      title: 'A list with keys that are keywords',
      input: { json: '[{"class": "x"}]', root_name: 'items', frozen: true },
      output: {
        result:
          FUTURE +
          'from dataclasses import dataclass, field\nfrom typing import TypeAlias\n\n\n' +
          '@dataclass(frozen=True)\nclass Item:\n    class_: str = field(metadata={"json": "class"})\n\n\n' +
          'Items: TypeAlias = "list[Item]"\n',
        root: 'Items',
        types: ['Item', 'Items'],
      },
    },
  ],

  handler: (input) => {
    const { style, frozen } = input
    const model = modelOf(input, { integers: true, reservedNames: PYTHON_NAMES })
    return { result: printPython(model, { style, frozen }), ...namesIn(model) }
  },
})
