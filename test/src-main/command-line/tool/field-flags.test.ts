import { describe, expect, it } from 'vitest'
import { readToolFlags } from '../../../../src-main/command-line/tool/tool-flags.ts'
import { toolHelp } from '../../../../src-main/command-line/tool/tool-help.ts'
import type { FieldInfo, ToolInfo } from '../../../../src-main/command-line/tool/tool-info.ts'

function toolWith(properties: Readonly<Record<string, FieldInfo>>): ToolInfo {
  return {
    ...{
      slug: 'api__tool',
      name: 'Tool',
      description: 'Does something.',
      category: 'api',
      tier: 'network',
    },
    ...{ credits: 1, main_field: null, main_output: null, output_schema: {} },
    input_schema: { properties, required: [] },
    examples: [
      { title: 'One', input: Object.fromEntries(Object.keys(properties).map((name) => [name, 7])) },
    ],
  }
}
const fieldsOf = async (tool: ToolInfo, ...words: string[]) => (await readToolFlags(tool, words)).fields

const integer = { type: 'integer' }

describe('the options of fields', () => {
  it.each([
    ['petId', '--pet-id'],
    ['pet_id', '--pet-id'],
    ['pet-id', '--pet-id'],
    ['PetID', '--pet-id'],
    ['HTTPServer', '--http-server'],
    ['X-Request-Id', '--x-request-id'],
    ['utf8Name', '--utf8-name'],
    ['größeMax', '--größe-max'],
  ])('take the field %s as %s, and as it is', async (name, flag) => {
    const tool = toolWith({ [name]: integer })
    expect(await fieldsOf(tool, flag, '5')).toEqual({ [name]: 5 })
    expect(await fieldsOf(tool, `${flag}=5`)).toEqual({ [name]: 5 })
    expect(await fieldsOf(tool, `--${name}`, '5')).toEqual({ [name]: 5 })
    expect(toolHelp(tool)).toContain(`  ${flag} INTEGER`)
    expect(toolHelp(tool)).toContain(`toolgate call api__tool ${flag} 7`)
  })

  it('mean the field of that very name where several are written alike', async () => {
    const tool = toolWith({ petId: integer, pet_id: integer, 'Pet-Id': integer })
    expect(await fieldsOf(tool, '--petId', '1', '--pet_id', '2', '--Pet-Id', '3', '--pet-id', '4')).toEqual(
      {
        ...{ petId: 1, pet_id: 4, 'Pet-Id': 3 },
      },
    )
    expect(toolHelp(tool)).toContain('  --petId INTEGER')
    expect(toolHelp(tool)).toContain('  --pet-id INTEGER')
  })

  it('mean none where two are written alike and neither is named', async () => {
    const tool = toolWith({ petId: integer, PetId: integer })
    await expect(fieldsOf(tool, '--pet-id', '1')).rejects.toThrow(/no --pet-id.*--petId/)
    expect(await fieldsOf(tool, '--PetId', '1')).toEqual({ PetId: 1 })
  })

  it('leave to the gateway what is its own, and say --no- of a field written with dashes', async () => {
    const tool = toolWith({ sessionId: { type: 'string' }, dryRun: { type: 'boolean' }, Input: integer })
    expect(await fieldsOf(tool, '--session-id', 'a', '--no-dry-run')).toEqual({
      ...{ session_id: 'a', dryRun: false },
    })
    expect(await fieldsOf(tool, '--sessionId', 'a', '--input', '{"Input": 2}')).toEqual({
      ...{ sessionId: 'a', Input: 2 },
    })
    expect(toolHelp(tool)).toContain('--sessionId STRING')
  })

  it('are followed by no heading without examples', () => {
    const tool = toolWith({ a: integer })
    expect(toolHelp(tool)).toContain('Examples')
    expect(toolHelp({ ...tool, examples: [] })).not.toContain('Examples')
  })

  it('do not take what every object has for a field', async () => {
    await expect(fieldsOf(toolWith({ a: integer }), '--constructor', '1')).rejects.toThrow(
      'no --constructor',
    )
  })
})
