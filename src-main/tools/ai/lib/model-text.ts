import { promptOf, type ModelTask } from './model-prompt.ts'
import { CallFailed, type ModelAnswer, type ToolContext } from '../../../tool-kit/tool-context.ts'

const PLAIN = 'Answer with the text alone: no greeting, no comment on the task, no code fence around it.'

/**
 * Has a model write a text.
 * @throws CallFailed for an answer without any text
 * @param field the output field to stream the text to; none if the text is only an intermediate
 * step
 */
export async function writeText(task: ModelTask, ctx: ToolContext, field?: string): Promise<ModelAnswer> {
  const request = promptOf({ ...task, task: `${task.task}\n${PLAIN}` }, ctx)
  const answer = await ctx.models.generate({ ...request, ...(field === undefined ? {} : { field }) })
  const text = answer.text.trim()
  if (text === '')
    throw new CallFailed(`${answer.model} answered with no text; try again, or with another model.`)
  return { ...answer, text }
}
