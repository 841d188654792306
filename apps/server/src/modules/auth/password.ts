import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { createConcurrencyLimit } from './hash-slots.ts'

const deriveUnlimited = promisify(argon2)
/** Hashing shares four threads with files and compression: two stay free. Up to 60 calls wait, for one or two seconds. */
const withConcurrencyLimit = createConcurrencyLimit(2, 60)
const derive: typeof deriveUnlimited = (...parameters) => withConcurrencyLimit(() => deriveUnlimited(...parameters))
/** OWASP's second option for argon2id: 19 MiB, two passes, one lane. */
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const

/** Hashes a password. The result has all parameters, in the PHC string format. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...cost })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString('base64url')}$${Buffer.from(tag).toString('base64url')}`
}

/** Compares a password with a hash. Takes the same time for an unknown customer (`hash` undefined) as for a wrong password. */
export async function passwordMatches(password: string, hash: string | undefined): Promise<boolean> {
  const [, , , parameters, nonce, tag] = (hash ?? decoyHash).split('$')
  const [memory, passes, parallelism] = parameters!.split(',').map((part) => Number(part.slice(2)))
  const expectedTag = Buffer.from(tag!, 'base64url')
  const derivedTag = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce: Buffer.from(nonce!, 'base64url'),
    memory: memory!,
    passes: passes!,
    parallelism: parallelism!,
    tagLength: expectedTag.length,
  })
  return timingSafeEqual(expectedTag, Buffer.from(derivedTag)) && hash !== undefined
}

const decoyHash = `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`
