import { argon2, randomInt } from 'node:crypto'
import { promisify } from 'node:util'

/** Letters and digits that are not confused when read out on the telephone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Creates a random code of 55 bits, which cannot be guessed even without a rate limit. */
export function newVoucherCode(): string {
  const text = Array.from({ length: 11 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

const hash = promisify(argon2)

/**
 * The digest of a code, by which the database finds it (Argon2id, base64url). Slow on purpose, with a constant salt because it
 * is a lookup key: an attacker with the database would have to try 2⁵⁵ codes at about 20 ms each.
 */
export async function voucherDigest(code: string): Promise<string> {
  const settings = { message: code, nonce: 'playhouse gift voucher', parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
  return (await hash('argon2id', settings)).toString('base64url')
}
