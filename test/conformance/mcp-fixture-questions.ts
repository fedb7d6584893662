import { createRequestStateCodec, inputRequired } from '@modelcontextprotocol/server'
import { answersOf, say, type Args, type Fixture } from './mcp-fixture.ts'
import { textForm } from './mcp-fixture-schemas.ts'

/** Seals what a tool remembers between its questions, so that a client can change none of it. */
export const STATE_CODEC = createRequestStateCodec<{ readonly step: number }>({
  key: 'a key for tests of thirty-two bytes',
})

/** The tools that ask their client something before they answer. */
export const QUESTIONS: Readonly<Record<string, Fixture>> = {
  test_input_required_result_elicitation: {
    call: (_args, context) => {
      const name = context.mcpReq.inputResponses?.user_name
      return name === undefined
        ? inputRequired({ inputRequests: { user_name: askFor('What is your name?', 'name') } })
        : say(`Hello, ${JSON.stringify(name)}!`)
    },
  },
  test_input_required_result_sampling: {
    call: (_args, context) => {
      const answer = answersOf(context).capital_question
      return answer === undefined
        ? inputRequired({ inputRequests: { capital_question: sample('What is the capital of France?') } })
        : say(JSON.stringify(answer))
    },
  },
  test_input_required_result_list_roots: {
    call: (_args, context) => {
      const roots = answersOf(context).client_roots
      return roots === undefined
        ? inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } })
        : say(JSON.stringify(roots))
    },
  },
  test_input_required_result_request_state: {
    call: async (_args, context) =>
      context.mcpReq.requestState<{ step: number }>()?.step === 1
        ? say('state-ok')
        : inputRequired({
            inputRequests: { confirm: askFor('Please confirm', 'ok', 'boolean') },
            requestState: await STATE_CODEC.mint({ step: 1 }, context),
          }),
  },
  test_input_required_result_tampered_state: {
    call: async (_args, context) =>
      context.mcpReq.requestState<{ step: number }>()?.step === 1
        ? say('state-ok')
        : inputRequired({
            inputRequests: { confirm: askFor('Please confirm', 'ok', 'boolean') },
            requestState: await STATE_CODEC.mint({ step: 1 }, context),
          }),
  },
  test_input_required_result_multiple_inputs: {
    call: async (_args, context) => {
      const { user_name, greeting, client_roots } = answersOf(context)
      if (user_name !== undefined && greeting !== undefined && client_roots !== undefined) return say('all')
      return inputRequired({
        inputRequests: {
          user_name: askFor('What is your name?', 'name'),
          greeting: sample('Generate a greeting'),
          client_roots: inputRequired.listRoots(),
        },
        requestState: await STATE_CODEC.mint({ step: 1 }, context),
      })
    },
  },
  test_input_required_result_multi_round: {
    call: async (_args, context) => {
      const step = context.mcpReq.requestState<{ step: number }>()?.step ?? 0
      if (step === 2) return say('done')
      const asked =
        step === 0
          ? { step1: askFor('Step 1: What is your name?', 'name') }
          : { step2: askFor('Step 2: What is your favorite color?', 'color') }
      return inputRequired({
        inputRequests: asked,
        requestState: await STATE_CODEC.mint({ step: step + 1 }, context),
      })
    },
  },
  test_input_required_result_capabilities: {
    call: (_args, { mcpReq }) => {
      const envelope: Args = mcpReq.envelope ?? {}
      const can = Object(envelope['io.modelcontextprotocol/clientCapabilities']) as Args
      return inputRequired({
        inputRequests: {
          ...(can.sampling === undefined ? {} : { question: sample('What may I ask?') }),
          ...(can.elicitation === undefined ? {} : { name: askFor('What is your name?', 'name') }),
        },
      })
    },
  },
}

/** Asks for one field of a form. */
export function askFor(message: string, field: string, type: 'string' | 'boolean' = 'string') {
  return inputRequired.elicit({ message, requestedSchema: textForm(field, type) })
}

function sample(text: string) {
  return inputRequired.createMessage({
    messages: [{ role: 'user', content: { type: 'text', text } }],
    maxTokens: 100,
  })
}
