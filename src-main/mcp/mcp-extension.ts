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
 * What is served besides the registry. The gateway adds nothing; the protocol's conformance suite needs tools,
 * resources and prompts with fixed names, which its test provides.
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
  /** Registers handlers that the gateway itself does not have. */
  setUp(server: Server): void
}
