import {
  inputRequired,
  type GetPromptResult,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { answersOf, PNG, type Args } from './mcp-fixture.ts'
import { askFor } from './mcp-fixture-questions.ts'

/** The prompts that the suite asks for by name, with their arguments. */
export const PROMPTS: Readonly<Record<string, readonly string[]>> = {
  test_simple_prompt: [],
  test_prompt_with_arguments: ['arg1', 'arg2'],
  test_prompt_with_embedded_resource: ['resourceUri'],
  test_prompt_with_image: [],
  test_input_required_result_prompt: [],
}

/** What a prompt says, as its scenario describes it. */
export function promptNamed(
  name: string,
  args: Args,
  context: ServerContext,
): GetPromptResult | InputRequiredResult {
  const user = (content: GetPromptResult['messages'][number]['content']) => ({
    role: 'user' as const,
    content,
  })
  const text = (value: string) => user({ type: 'text', text: value })
  switch (name) {
    case 'test_prompt_with_arguments':
      return {
        messages: [text(`Prompt with arguments: arg1='${String(args.arg1)}', arg2='${String(args.arg2)}'`)],
      }
    case 'test_prompt_with_embedded_resource':
      return {
        messages: [
          user({
            type: 'resource',
            resource: {
              uri: String(args.resourceUri),
              mimeType: 'text/plain',
              text: 'Embedded resource content for testing.',
            },
          }),
          text('Please process the embedded resource above.'),
        ],
      }
    case 'test_prompt_with_image':
      return {
        messages: [
          user({ type: 'image', data: PNG, mimeType: 'image/png' }),
          text('Please analyze the image above.'),
        ],
      }
    case 'test_input_required_result_prompt':
      return answersOf(context).user_context === undefined
        ? inputRequired({
            inputRequests: { user_context: askFor('What context should the prompt use?', 'context') },
          })
        : { messages: [text('with context')] }
    default:
      return { messages: [text('This is a simple prompt for testing.')] }
  }
}
