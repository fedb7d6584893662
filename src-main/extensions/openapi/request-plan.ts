import type { OutboundRequest } from '../../tool-kit/tool-context.ts'

/** How a value becomes text (OpenAPI 3.1, 4.8.12.2); `tab` is of Swagger 2.0. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tab'
  | 'deepObject'

/** Where a parameter goes, and how it is written. */
export interface PlannedParameter {
  /** The field of the tool. */
  readonly field: string
  /** Its name at the server. */
  readonly name: string
  readonly in: 'path' | 'query' | 'header' | 'cookie'
  readonly style: ParameterStyle
  readonly explode: boolean
  /** Characters that mean something in a query are sent as they are. */
  readonly isReservedKept?: true
  /** It is sent as JSON. */
  readonly isJson?: true
}

/** A part of a form. */
export interface PlannedPart {
  /** Its media type; without one it follows from the value. */
  readonly type?: string
  /** It is bytes, given as Base64. */
  readonly isFile?: true
  readonly style?: ParameterStyle
  readonly explode?: boolean
}

/** How the field `body` is written. */
export interface PlannedBody {
  readonly field: string
  /** The media type that is sent. */
  readonly type: string
  readonly form: 'json' | 'form' | 'multipart' | 'text' | 'bytes'
  /** The parts of a form that are not written like all others, by their names. */
  readonly parts?: Readonly<Record<string, PlannedPart>>
}

/** How a call of an operation becomes a request. A part of what the owner approves. */
export interface RequestPlan {
  readonly method: OutboundRequest['method']
  /** With `{name}` where a parameter goes. */
  readonly path: string
  /** The address before the path, where the operation has one of its own. */
  readonly server?: string
  readonly accept: string
  readonly parameters: readonly PlannedParameter[]
  readonly body?: PlannedBody
  /** The names of the security schemes that go together, one list for each alternative; empty for none. */
  readonly security: readonly (readonly string[])[]
}
