import { GatewayError } from '../../src-shared/errors.ts'

/** The refusal to change a key that does not exist. */
export function unknownKey(): GatewayError {
  return new GatewayError('not_found', 'There is no key with this id. GET /v1/enterprise/keys lists them.')
}

/** The refusal to revoke the key without which nobody could administer the gateway. */
export function lastAdmin(): GatewayError {
  return new GatewayError(
    'forbidden',
    'This is the last admin key that does not expire. Make another one first.',
  )
}

/** The refusal of an e-mail address that has a key. */
export function takenEmail(): GatewayError {
  return new GatewayError(
    'email_exists',
    'This e-mail address already has a key. Use that key, or sign up with another address.',
  )
}
