import { argon2, randomInt } from 'node:crypto'
import { promisify } from 'node:util'

/** Letters and digits that nobody confuses when reading one out on the telephone. */
const alphabet = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** A code of which every character is chance: 55 bits, so that guessing is hopeless even before it is throttled. */
export function newVoucherCode(): string {
  const text = Array.from({ length: 11 }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${text.slice(0, 4)}-${text.slice(4)}`
}

const hash = promisify(argon2)

/**
 * What the database knows of a code, by which it is found again. Slow on purpose, and of one salt because it must be found:
 * whoever steals the database would still have to try 2⁵⁵ codes at some 20 ms each.
 */
export async function voucherDigest(code: string): Promise<string> {
  const settings = { message: code, nonce: 'playhouse gift voucher', parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
  return (await hash('argon2id', settings)).toString('base64url')
}
