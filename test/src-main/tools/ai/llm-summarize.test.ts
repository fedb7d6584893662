import { describe, expect, it } from 'vitest'
import { loadTool } from '../../../../src-main/tools/index.ts'
import { runTool } from '../../../support/tools/run-tool.ts'

describe('llm-summarize', () => {
  it('says what to do without a provider, and names the possible ones', async () => {
    await expect(runTool('llm-summarize', { text: 'A long story.' })).rejects.toMatchObject({
      name: 'NeedsKey',
      message: expect.stringContaining('toolgate providers add'),
      providers: ['openai', 'anthropic', 'google', 'openrouter', 'ollama', 'lmstudio', 'openai-compatible'],
    })
  })

  it.each([
    { text: 'a', length: 'long', format: 'tldr', focus: 'dates' },
    { text: 'a', options: { length: 'short', format: 'prose', focus: 'names' } },
    { text: 'a', length: 'medium', options: { length: 'short', format: 'bullets' } },
  ])('takes the settings of the specification at the top level or in options (%#)', async (input) => {
    const tool = await loadTool('llm-summarize')
    expect(tool?.input.parse(input)).toEqual(input)
  })

  it.each([
    {},
    { text: '' },
    { text: '\udc00' },
    { text: 'a', length: 'huge' },
    { text: 'a', format: 'poem' },
    { text: 'a', options: { length: 'huge' } },
    { text: 'a', options: { colour: 'red' } },
    { text: 'a', options: 'short' },
  ])('refuses an input outside its schema (%#)', async (input) => {
    await expect(runTool('llm-summarize', input)).rejects.toMatchObject({ name: 'ZodError' })
  })
})
