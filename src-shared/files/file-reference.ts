/** How the content of a file becomes the value of a field: its text, or its bytes in Base64. */
export type FileForm = 'text' | 'base64'
export const FILE_FORMS = ['text', 'base64'] as const satisfies readonly FileForm[]

/** What a field takes instead of its value. */
export interface FileReference {
  /** The id of a file, the address of a resource, or a path on the gateway's machine. */
  readonly file: string
  /** Without it the form that the field takes. */
  readonly as?: FileForm
}

/** A file that a key has uploaded. Times are ISO 8601 in UTC. */
export interface UploadedFile {
  readonly id: string
  /** The same file as a resource of MCP. */
  readonly uri: string
  readonly name: string
  readonly media_type: string
  readonly bytes: number
  readonly sha256: string
  readonly created_at: string
  readonly expires_at: string
}

/** The start of the addresses of uploaded files, as resources of MCP. */
export const FILE_URI = 'toolgate://file/'

/** Whether a value stands for a file: an object with a handle, and nothing but how to write its content. */
export function isFileReference(value: unknown): value is FileReference {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  // An object that is not an array has string keys.
  const { file, as, ...others } = value as Record<string, unknown>
  return typeof file === 'string' && isForm(as) && Object.keys(others).length === 0
}

function isForm(value: unknown): boolean {
  return value === undefined || value === 'text' || value === 'base64'
}
