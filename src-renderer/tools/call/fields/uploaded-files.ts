import { defineStore } from 'pinia'
import { shallowRef } from 'vue'
import { MAX_FILE_BYTES } from '../../../../src-shared/files/file-limits.ts'
import type { UploadedFile } from '../../../../src-shared/files/file-reference.ts'
import { useGateway } from '../../../gateway/gateway.ts'
import { CallError } from '../../../gateway/gateway-types.ts'

/** The files that the gateway keeps for the page's key, as far as the page knows them. */
export const useUploadedFiles = defineStore('uploaded-files', () => {
  const gateway = useGateway()
  const known = shallowRef<ReadonlyMap<string, UploadedFile>>(new Map())
  let listed = false

  const learn = (files: readonly UploadedFile[]): void => {
    known.value = new Map([...known.value, ...files.map((file) => [file.id, file] as const)])
  }

  /** Uploads a file. @throws CallError when it is too large, and when the gateway refuses it */
  async function upload(file: File): Promise<UploadedFile> {
    if (file.size > MAX_FILE_BYTES)
      throw new CallError('payload_too_large', 0, `A file may have ${MAX_FILE_BYTES / 1024 / 1024} MB.`)
    const path = `/v1/files?name=${encodeURIComponent(file.name)}`
    const kept = await gateway.client.ask<{ file: UploadedFile }>('POST', path, file)
    learn([kept.file])
    return kept.file
  }

  /** Asks once for the files of earlier visits, whose names a draft does not have. */
  async function list(): Promise<void> {
    if (listed) return
    listed = true
    try {
      learn((await gateway.client.get<{ files: UploadedFile[] }>('/v1/files')).files)
    } catch (error) {
      // Without the names the handles are shown.
      if (!(error instanceof CallError)) throw error
    }
  }

  return { known, upload, list }
})
