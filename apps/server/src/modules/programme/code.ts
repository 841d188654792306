import { argon2 } from 'node:crypto'
import { promisify } from 'node:util'
import { programmeCodeOf } from '@playhouse/domain/programme'
import { createConcurrencyLimit } from '#modules/auth'

const hash = promisify(argon2)
/** As for passwords: hashing shares its threads with files and compression. */
const withConcurrencyLimit = createConcurrencyLimit(2, 60)

/**
 * The digest of an access code, by which the database finds it (Argon2id, base64url). It depends on the programme, and is slow on
 * purpose: the theatre chooses its codes, so that they may be short.
 * @throws Overloaded if too many codes wait
 */
export async function programmeCodeDigest(programme: string, code: string): Promise<string> {
  const settings = { parallelism: 1, tagLength: 32, memory: 19_456, passes: 2 }
  const nonce = `playhouse programme ${programme}`
  return withConcurrencyLimit(async () =>
    (await hash('argon2id', { message: programmeCodeOf(code), nonce, ...settings })).toString('base64url'),
  )
}
