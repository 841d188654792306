import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

/** Encrypts secrets that the server must be able to read again, but that a copy of the database must not reveal. */
export interface SecretVault {
  encrypt(text: string): string
  /** @throws if it was encrypted with an unknown secret, or changed since */
  decrypt(encryptedText: string): string
}

/** Bytes of the nonce before and of the tag after an encrypted text (AES-256-GCM). */
const lengths = { nonce: 12, tag: 16 } as const

/**
 * @param secrets the first encrypts; the others still decrypt what they encrypted
 * @param purpose separates the keys of different kinds of secrets; never changes
 */
export function createSecretVault(
  secrets: readonly string[],
  purpose: 'staff second factor' | 'gift voucher code' = 'staff second factor',
): SecretVault {
  const keys = secrets.map((secret) => Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)))
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
    decrypt: (encryptedText) => {
      const bytes = Buffer.from(encryptedText, 'base64url')
      for (const key of keys)
        try {
          return openWith(key, bytes)
        } catch {
          // Encrypted with another secret.
        }
      throw new Error(`cannot decrypt the secret (${purpose}): no key matches`)
    },
  }
}
