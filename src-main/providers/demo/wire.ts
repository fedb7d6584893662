import type { Protocol } from '../provider-kinds.ts'

/** One piece of a streamed answer as it is sent, and its kind. */
export interface Frame {
  readonly carries: 'start' | 'text' | 'usage' | 'end'
  readonly text: string
}

export interface WireAnswer {
  readonly model: string
  readonly pieces: readonly string[]
  /** Absent when a server does not say. */
  readonly usage?: { readonly read: number; readonly written: number }
}

/** A question in one of the protocols. */
export interface WireQuestion {
  readonly protocol: Protocol
  readonly model: string
  readonly system: string
  readonly messages: readonly { readonly role: string; readonly text: string }[]
}

const TYPE = 'chat.completion.chunk'

/** Writes a streamed answer in each protocol's own form. */
export const FRAMES: Readonly<Record<Protocol, (answer: WireAnswer) => Frame[]>> = {
  // OpenAI, "Chat completion chunk object"; Ollama and the others that speak it send the same.
  openai: ({ model, pieces, usage }) => {
    const chunk = (more: object): string =>
      sse({ id: 'chatcmpl-demo', object: TYPE, created: 0, model, ...more })
    const delta = (content: object, finish_reason: string | null = null): string =>
      chunk({ choices: [{ index: 0, delta: content, finish_reason }] })
    const counted = usage && {
      prompt_tokens: usage.read,
      completion_tokens: usage.written,
      total_tokens: usage.read + usage.written,
    }
    return [
      { carries: 'start', text: delta({ role: 'assistant', content: '' }) },
      ...pieces.map((content): Frame => ({ carries: 'text', text: delta({ content }) })),
      { carries: 'end', text: delta({}, 'stop') },
      ...(counted ? [{ carries: 'usage', text: chunk({ choices: [], usage: counted }) } as const] : []),
      { carries: 'end', text: 'data: [DONE]\n\n' },
    ]
  },
  // Anthropic, "Streaming messages".
  anthropic: ({ model, pieces, usage }) => {
    const named = (type: string, more: object): string => `event: ${type}\n${sse({ type, ...more })}`
    const message = {
      id: 'msg_demo',
      type: 'message',
      role: 'assistant',
      model,
      content: [],
      stop_reason: null,
    }
    const first = { input_tokens: usage?.read ?? 0, output_tokens: 1 }
    return [
      { carries: 'start', text: named('message_start', { message: { ...message, usage: first } }) },
      {
        carries: 'start',
        text: named('content_block_start', { index: 0, content_block: { type: 'text', text: '' } }),
      },
      ...pieces.map((text): Frame => {
        const delta = { type: 'text_delta', text }
        return { carries: 'text', text: named('content_block_delta', { index: 0, delta }) }
      }),
      { carries: 'end', text: named('content_block_stop', { index: 0 }) },
      {
        carries: 'end',
        text: named('message_delta', {
          delta: { stop_reason: 'end_turn', stop_sequence: null },
          usage: { output_tokens: usage?.written ?? 0 },
        }),
      },
      { carries: 'end', text: named('message_stop', {}) },
    ]
  },
  // Google, "streamGenerateContent" with alt=sse.
  google: ({ model, pieces, usage }) => {
    const frame = (text: string, more: object = {}): string =>
      sse({
        candidates: [{ content: { role: 'model', parts: [{ text }] }, index: 0, ...more }],
        modelVersion: model,
      })
    const counted = usage && {
      promptTokenCount: usage.read,
      candidatesTokenCount: usage.written,
      totalTokenCount: usage.read + usage.written,
    }
    return [
      ...pieces.map((text): Frame => ({ carries: 'text', text: frame(text) })),
      {
        carries: 'end',
        text: sse({
          candidates: [
            { content: { role: 'model', parts: [{ text: '' }] }, finishReason: 'STOP', index: 0 },
          ],
          ...(counted ? { usageMetadata: counted } : {}),
          modelVersion: model,
        }),
      },
    ]
  },
}

/** A list of models in each protocol's own form. */
export const MODEL_LISTS: Readonly<Record<Protocol, (models: readonly string[]) => object>> = {
  openai: (models) => ({ object: 'list', data: models.map((id) => ({ id, object: 'model', created: 0 })) }),
  anthropic: (models) => ({
    data: models.map((id) => ({ type: 'model', id, display_name: id })),
    has_more: false,
  }),
  google: (models) => ({
    models: models.map((id) => ({ name: `models/${id}`, supportedGenerationMethods: ['generateContent'] })),
  }),
}

/** A refusal in each protocol's own form. */
export const REFUSALS: Readonly<Record<Protocol, (status: number, message: string) => object>> = {
  openai: (status, message) => ({ error: { message, type: 'error', param: null, code: String(status) } }),
  anthropic: (_status, message) => ({ type: 'error', error: { type: 'api_error', message } }),
  google: (code, message) => ({ error: { code, message, status: 'FAILED' } }),
}

/** The protocol and content of a request to this path; null for an unknown path. */
export function questionOf(path: string, body: unknown): WireQuestion | null {
  const sent = asObject(body)
  if (path.endsWith('/chat/completions')) {
    const all = asList(sent.messages).map(toMessage)
    return {
      protocol: 'openai',
      model: String(sent.model),
      system: textsOf(all, true),
      messages: all.filter(({ role }) => role !== 'system'),
    }
  }
  if (path.endsWith('/messages'))
    return {
      protocol: 'anthropic',
      model: String(sent.model),
      system: textOf(sent.system),
      messages: asList(sent.messages).map(toMessage),
    }
  const google = /\/models\/([^/:]+):streamGenerateContent$/.exec(path)
  if (!google) return null
  return {
    protocol: 'google',
    model: google[1]!,
    system: textOf(asObject(sent.systemInstruction).parts),
    messages: asList(sent.contents).map(toMessage),
  }
}

function toMessage(message: unknown): { role: string; text: string } {
  const { role, content, parts } = asObject(message)
  return { role: String(role), text: textOf(content ?? parts) }
}

function textsOf(messages: readonly { role: string; text: string }[], system: boolean): string {
  return messages
    .filter(({ role }) => (role === 'system') === system)
    .map(({ text }) => text)
    .join('\n')
}

// Text is given directly, or in parts with a `text` each.
function textOf(content: unknown): string {
  if (typeof content === 'string') return content
  return asList(content)
    .map((part) => asObject(part).text)
    .filter((text) => typeof text === 'string')
    .join('\n')
}

function asObject(value: unknown): Readonly<Record<string, unknown>> {
  // An object that is not an array has only string keys.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function sse(data: object): string {
  return `data: ${JSON.stringify(data)}\n\n`
}
