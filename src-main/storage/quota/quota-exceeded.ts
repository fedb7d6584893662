import { GatewayError } from '../../../src-shared/errors.ts'

/** The refusal to store more, because of a limit and not because of the disk. */
export class QuotaExceeded extends GatewayError {
  /** @param code validation_error where the key's own quota is full, storage_full where the gateway's is */
  constructor(code: 'validation_error' | 'storage_full', message: string) {
    super(code, message)
  }
}
