import { describe, expect, it } from 'vitest'
import { runTool } from '../../../support/tools/run-tool.ts'

const read = async (yaml: string) => await runTool('text-yaml-to-json', { yaml })

describe('a collection of YAML 1.1 with a tag', () => {
  // YAML 1.2.2, examples 2.25 and 2.26.
  it('is the mapping or the sequence that it is written as', async () => {
    expect(await read('--- !!set\n? Mark McGwire\n? Sammy Sosa\n')).toMatchObject({
      result: { 'Mark McGwire': null, 'Sammy Sosa': null },
      warnings: [],
    })
    expect(await read('--- !!omap\n- Mark McGwire: 65\n- Sammy Sosa: 63\n')).toMatchObject({
      result: [{ 'Mark McGwire': 65 }, { 'Sammy Sosa': 63 }],
      warnings: [],
    })
    expect(await read('!!pairs [a: 1, a: 2]')).toMatchObject({ result: [{ a: 1 }, { a: 2 }] })
  })
})

describe('a stream of YAML documents', () => {
  // YAML 1.2.2, example 9.3.
  it('has no document where there are only comments between two ends', async () => {
    const bare = 'Bare\ndocument\n...\n# No document\n...\n|\n%!PS-Adobe-2.0 # Not the first line\n'
    expect(await read(bare)).toMatchObject({
      result: ['Bare document', '%!PS-Adobe-2.0 # Not the first line\n'],
      document_count: 2,
    })
    expect(await read('--- a\n---\n--- ""\n')).toMatchObject({ result: ['a', null, ''], document_count: 3 })
    expect(await read('# nothing\n')).toMatchObject({ result: null })
  })

  it.each(['%YAML 1.2\n', '%YAML 1.2\n%YAML 1.2\n---\n'])(
    'is refused for its directives: %j',
    async (yaml) => {
      await expect(read(yaml)).rejects.toMatchObject({ message: expect.stringContaining('Not YAML') })
    },
  )

  it('may give a directive for each document', async () => {
    expect(await read('%YAML 1.2\n---\na\n...\n%YAML 1.2\n---\nb\n')).toMatchObject({ document_count: 2 })
  })
})
