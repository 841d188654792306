import { createHmac } from 'node:crypto'
import { Signer } from '@fastify/cookie'

/** The kind of a token: a token of one kind is invalid as any other. */
export type TokenKind = 'place' | 'pass' | 'place-link' | 'bypass' | 'device' | 'staff-device' | 'first' | 'basket' | 'shop-preview'
export interface TokenSigner {
  /** Returns a signed token, safe in cookies and URLs. The fields are readable, not encrypted. */
  sign(kind: TokenKind, fields: readonly (string | number)[]): string
  /** Returns the fields of a token signed with the current or a former key; undefined for any other text. */
  verify(kind: TokenKind, text: string): readonly string[] | undefined
}

/** Verified tokens that are cached, so that a browser that polls every few seconds is verified once. */
const maxCachedTokens = 50_000
const separator = '~'

/**
 * Signs tokens that browsers keep, with HMAC-SHA256. The first secret signs; the others only verify, until they are removed:
 * so keys rotate without invalidating queue tickets.
 */
export function createTokenSigner(secrets: readonly string[]): TokenSigner {
  const signer = new Signer(secrets.map((secret) => createHmac('sha256', secret).update('seal').digest()))
  const cache = new Map<string, { readonly kind: string; readonly fields: readonly string[] }>()
  return {
    sign: (kind, fields) => toUrl(signer.sign([kind, ...fields].join(separator))),
    verify: (kind, text) => {
      const cachedContent = cache.get(text)
      if (cachedContent) return cachedContent.kind === kind ? cachedContent.fields : undefined
      const { valid, value } = signer.unsign(fromUrl(text))
      if (!valid || value === null) return undefined
      const [signedKind, ...fields] = value.split(separator) as [string, ...string[]]
      if (cache.size >= maxCachedTokens) cache.delete(cache.keys().next().value!)
      cache.set(text, { kind: signedKind, fields })
      return signedKind === kind ? fields : undefined
    },
  }
}

/** Converts the signature to base64url. */
const toUrl = (signedText: string): string => withSignature(signedText, (signature) => signature.replaceAll('+', '-').replaceAll('/', '_'))
const fromUrl = (text: string): string => withSignature(text, (signature) => signature.replaceAll('-', '+').replaceAll('_', '/'))
const withSignature = (text: string, change: (signature: string) => string): string => {
  const dot = text.lastIndexOf('.')
  return text.slice(0, dot + 1) + change(text.slice(dot + 1))
}
