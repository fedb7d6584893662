import type {
  CallToolRequest,
  CallToolResult,
  InputRequiredResult,
  ReadResourceResult,
  Resource,
  ResourceTemplateType,
  Server,
  ServerContext,
  ServerNotifier,
  ServerOptions,
  Tool,
} from '@modelcontextprotocol/server'

/**
 * What is served beside the registry. The gateway itself adds nothing; the protocol's own test suite asks for tools,
 * resources and prompts of fixed names, which its test brings along.
 */
export interface McpExtension {
  readonly options: ServerOptions
  readonly tools: readonly Tool[]
  readonly resources: readonly Resource[]
  readonly resourceTemplates: readonly ResourceTemplateType[]
  /** @returns null for a tool that is not its own */
  call(
    params: CallToolRequest['params'],
    context: ServerContext,
    server: Server,
    notify: ServerNotifier,
  ): Promise<CallToolResult | InputRequiredResult | null>
  /** @returns null for a resource that is not its own */
  read(uri: string): ReadResourceResult | null
  /** Registers the handlers that the gateway itself has none of. */
  setUp(server: Server): void
}
