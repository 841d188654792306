import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Keeps what the house must be able to read again, and a copy of its database must not. */
export interface SecretVault {
  encrypt(text: string): string
  /** @throws where it was sealed with another secret, or changed since. */
  decrypt(sealed: string): string
}

const lengths = { nonce: 12, tag: 16 } as const

/** @param secrets the first seals, the others still open what they sealed */
export function createSecretVault(secrets: readonly string[]): SecretVault {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', 'staff second factor', 32)))
  const openWith = (key: Buffer, bytes: Buffer): string => {
    const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, lengths.nonce))
    decipher.setAuthTag(bytes.subarray(-lengths.tag))
    return Buffer.concat([decipher.update(bytes.subarray(lengths.nonce, -lengths.tag)), decipher.final()]).toString()
  }
  return {
    encrypt: (text) => {
      const nonce = randomBytes(lengths.nonce)
      const cipher = createCipheriv('aes-256-gcm', keys[0]!, nonce)
      return Buffer.concat([nonce, cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64url')
    },
    decrypt: (sealed) => {
      const bytes = Buffer.from(sealed, 'base64url')
      for (const key of keys)
        try {
          return openWith(key, bytes)
        } catch {
          // Sealed with another one, perhaps.
        }
      throw new Error('no secret of this house opens the second factor')
    },
  }
}
