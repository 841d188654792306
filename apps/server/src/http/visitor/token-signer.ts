import { createHmac } from 'node:crypto'
import { Signer } from '@fastify/cookie'

/** What a seal is on: a seal on one kind of thing says nothing about another. */
export type TokenKind = 'place' | 'pass' | 'place-link' | 'bypass' | 'device' | 'staff-device' | 'first'
export interface TokenSigner {
  /** A text that can't be made without the key, and that cookies and addresses carry as it is. */
  sign(kind: TokenKind, fields: readonly (string | number)[]): string
  /** The fields of a text that was sealed here, by this key or one before it; undefined for any other text. */
  verify(kind: TokenKind, text: string): readonly string[] | undefined
}

/** Texts whose seal was looked at already, so that whoever asks every few seconds is reckoned with once. */
const maxCachedTokens = 50_000
const separator = '~'

/**
 * Seals what a browser keeps for us, by HMAC-SHA256. The first secret seals; the others still open what they sealed,
 * until they are taken away: so keys change without anybody losing their place.
 */
export function createTokenSigner(secrets: readonly string[]): TokenSigner {
  const signer = new Signer(secrets.map((secret) => createHmac('sha256', secret).update('seal').digest()))
  const cache = new Map<string, { readonly kind: string; readonly fields: readonly string[] }>()
  return {
    sign: (kind, fields) => toUrl(signer.sign([kind, ...fields].join(separator))),
    verify: (kind, text) => {
      const cached = cache.get(text)
      if (cached) return cached.kind === kind ? cached.fields : undefined
      const { valid, value } = signer.unsign(fromUrl(text))
      if (!valid || value === null) return undefined
      const [signedKind, ...fields] = value.split(separator) as [string, ...string[]]
      if (cache.size >= maxCachedTokens) cache.delete(cache.keys().next().value!)
      cache.set(text, { kind: signedKind, fields })
      return signedKind === kind ? fields : undefined
    },
  }
}

/** The signature in the alphabet of addresses. */
const toUrl = (signed: string): string => withSignature(signed, (signature) => signature.replaceAll('+', '-').replaceAll('/', '_'))
const fromUrl = (text: string): string => withSignature(text, (signature) => signature.replaceAll('-', '+').replaceAll('_', '/'))
const withSignature = (text: string, change: (signature: string) => string): string => {
  const dot = text.lastIndexOf('.')
  return text.slice(0, dot + 1) + change(text.slice(dot + 1))
}
