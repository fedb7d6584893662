import type { Standard } from '../../tool-kit/define-tool.ts'

/** The standards that tools are held to, with what their suites counted last. The tests of the suites check it. */
export const STANDARDS = {
  commonMark: {
    name: 'CommonMark',
    version: '0.31.2',
    suite: 'the examples of its specification',
    passed: 652,
    cases: 652,
  },
  jq: { name: 'jq', version: '1.8.2', suite: "jq's own tests", passed: 842, cases: 858 },
  json: { name: 'JSON', version: 'RFC 8259', suite: 'JSONTestSuite', passed: 271, cases: 271 },
  jsonPatch: {
    name: 'JSON Patch',
    version: 'RFC 6902',
    suite: 'json-patch-tests',
    passed: 108,
    cases: 108,
  },
  jsonPath: {
    name: 'JSONPath',
    version: 'RFC 9535',
    suite: 'jsonpath-compliance-test-suite',
    passed: 703,
    cases: 703,
  },
  jsonSchema: {
    name: 'JSON Schema',
    version: '2020-12',
    suite: 'the required tests of JSON-Schema-Test-Suite',
    passed: 1_117,
    cases: 1_166,
  },
  mustache: {
    name: 'Mustache',
    version: '1.4.2',
    suite: 'the required tests of its specification',
    passed: 136,
    cases: 136,
  },
  openApi: {
    name: 'OpenAPI',
    version: '3.2 and 3.1',
    suite: "the tests of OpenAPI's own schemas",
    passed: 110,
    cases: 112,
  },
  toml: { name: 'TOML', version: '1.1', suite: 'toml-test', passed: 712, cases: 712 },
  xml: {
    name: 'XML without DTDs',
    version: '1.0',
    suite: 'xmltest, without what a DTD declares',
    passed: 266,
    cases: 266,
  },
  yaml: { name: 'YAML', version: '1.2', suite: 'yaml-test-suite', passed: 374, cases: 376 },
} as const satisfies Readonly<Record<string, Standard>>
