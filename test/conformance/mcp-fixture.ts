import type {
  CallToolResult,
  InputRequiredResult,
  Server,
  ServerContext,
  ServerNotifier,
  Tool,
} from '@modelcontextprotocol/server'

// A 1x1 PNG: the smallest that is valid.
export const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg=='

type Result = CallToolResult | InputRequiredResult
export type Args = Readonly<Record<string, unknown>>

/** A tool that the suite calls by its name. */
export interface Fixture {
  readonly schema?: Tool['inputSchema']
  readonly call: (
    args: Args,
    context: ServerContext,
    server: Server,
    notify: ServerNotifier,
  ) => Result | Promise<Result>
}

export const say = (text: string): CallToolResult => ({ content: [{ type: 'text', text }] })
/** What the client has answered to the questions of the round before. */
export const answersOf = ({ mcpReq }: ServerContext): Args => mcpReq.inputResponses ?? {}
