import { defineStore } from 'pinia'
import type { Tool, ToolExample } from '../../gateway/gateway-types.ts'
import { useToasts } from '../../ui/kept/toasts.ts'
import { useCatalogue } from '../catalogue.ts'
import { inputWithMain } from './fill-main.ts'
import { createKeptDrafts } from './kept-drafts.ts'
import { createOpenDraft } from './open-draft.ts'
import { fieldsOf } from './schema-fields.ts'
import { draftOf, type Input, readDraft } from './tool-draft.ts'

/** The input being written for each tool; it stays while the owner looks at other tools. */
export const useDraft = defineStore('draft', () => {
  const catalogue = useCatalogue()
  const toasts = useToasts()
  const drafts = createKeptDrafts()

  /** What a tool would be called with: its draft or its first example; null while that is not a valid input. */
  function inputOf(tool: Tool): Input | null {
    const draft = drafts.get(tool.slug)
    return draft ? readDraft(draft, fieldsOf(tool.input_schema)).input : exampleOf(tool)
  }

  /** Starts a tool's draft with its first example, unless it has one. */
  function begin(tool: Tool): void {
    if (!drafts.get(tool.slug)) drafts.begin(tool.slug, draftOf(tool, exampleOf(tool)))
  }

  function useExample(tool: Tool, example: ToolExample): void {
    useInput(tool, example.input)
  }

  /** Fills a tool with this input, such as that of an earlier call. */
  function useInput(tool: Tool, input: Input): void {
    drafts.write(tool.slug, draftOf(tool, input, drafts.get(tool.slug)?.view))
  }

  /** Fills a tool's main field with a text, and the other required fields from its example. */
  function fillMain(slug: string, text: string): void {
    const tool = catalogue.bySlug.get(slug)
    const input = tool && inputWithMain(tool, text)
    if (input) useInput(tool, input)
  }

  /** Goes back to the tool's first example; the toast brings the input back. */
  function reset(tool: Tool): void {
    const before = drafts.get(tool.slug)
    drafts.reset(tool.slug, draftOf(tool, exampleOf(tool), before?.view))
    toasts.say('Input reset to the example', () => {
      if (before) drafts.write(tool.slug, before)
    })
  }

  const writing = { inputOf, begin, useExample, useInput, fillMain, reset }
  return { ...createOpenDraft(drafts), ...writing }
})

function exampleOf(tool: Tool): Input {
  return tool.examples?.[0]?.input ?? {}
}
