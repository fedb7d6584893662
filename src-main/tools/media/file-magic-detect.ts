import { z } from 'zod'
import { base64Field, bytesOf } from './lib/base64-bytes.ts'
import { defineTool } from '../../tool-kit/define-tool.ts'

export default defineTool({
  slug: 'file-magic-detect',
  title: 'Type of a file',
  summary: 'Detects the type of a file from its content, whatever its name.',
  searchWords: [
    'mime type',
    'what kind of file',
    'file extension',
    'format of a file',
    'content type',
    'unknown file',
    'identify',
    'magic number',
    'file signature',
    'guess type',
    'is it a png',
    'bytes',
    'which extension',
    'what sort of file',
    'recognize a file',
    'file without extension',
    'real file type',
    'really a png',
  ],
  category: 'Media',
  tier: 'compute',
  credits: 1,
  version: 4,
  cacheable: true,
  worker: true,
  mainField: 'bytes',
  related: ['text-base64-decode', 'vision-image-metadata'],
  takes: { bytes: ['file'] },
  firstFor: ['file'],
  gives: 'text',
  mainOutput: 'mime',

  input: z.strictObject({
    bytes: base64Field('The file, or its first few thousand bytes,'),
    file_name: z.string().max(255).optional().describe('Name of the file, to check its extension'),
  }),
  output: z.strictObject({
    mime: z
      .string()
      .describe('Media type; text/plain or application/octet-stream if nothing more specific is known'),
    extension: z.string().nullable().describe('The usual extension; null if the type is not known'),
    kind: z
      .enum(['image', 'video', 'audio', 'font', 'archive', 'document', 'text', 'executable', 'other'])
      .describe('The kind of content'),
    detected_by: z
      .enum(['signature', 'text', 'none'])
      .describe('How it was detected: by a signature, or as UTF-8 text'),
    extension_matches: z
      .boolean()
      .nullable()
      .describe('Whether the extension of `file_name` matches; null without a name'),
    size: z.int().min(1).describe('Number of bytes'),
  }),

  // By the signatures in the specifications of PNG (5.2), PDF (7.5.2) and ZIP.
  examples: [
    {
      title: 'A PNG named .jpg',
      input: {
        bytes:
          'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8/5+hHgAHggJ/PchI7wAAAABJRU5ErkJggg==',
        file_name: 'photo.jpg',
      },
      output: {
        mime: 'image/png',
        extension: 'png',
        kind: 'image',
        detected_by: 'signature',
        extension_matches: false,
        size: 70,
      },
    },
    {
      title: 'The start of a PDF',
      input: { bytes: 'JVBERi0xLjcK', file_name: 'report.PDF' },
      output: {
        mime: 'application/pdf',
        extension: 'pdf',
        kind: 'document',
        detected_by: 'signature',
        extension_matches: true,
        size: 9,
      },
    },
    {
      title: 'Plain text',
      input: { bytes: 'SGVsbG8sIHdvcmxkCg==' },
      output: {
        mime: 'text/plain',
        extension: 'txt',
        kind: 'text',
        detected_by: 'text',
        extension_matches: null,
        size: 13,
      },
    },
  ],

  prepare: () => import('./lib/file-kind.ts'),
  handler: async ({ bytes, file_name }) => {
    const { detectFile } = await import('./lib/file-kind.ts')
    return detectFile(bytesOf(bytes, 'bytes'), file_name)
  },
})
