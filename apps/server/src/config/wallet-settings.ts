import { createPrivateKey, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { AppleSettings, GoogleSettings } from '#adapters/wallet'

/** Settings of the two wallets. Keys are in files, so that none is in the environment of a process. */
export const walletEnvironment = {
  APPLE_PASS_TYPE: z
    .string()
    .regex(/^pass\.[\w.-]+$/)
    .optional()
    .describe('a pass type identifier, which begins with pass.'),
  APPLE_TEAM: z
    .string()
    .regex(/^[A-Z0-9]{10}$/)
    .optional()
    .describe('a team identifier of ten letters and digits'),
  APPLE_PASS_CERTIFICATE: z.string().optional().describe('a file with a PEM certificate'),
  APPLE_PASS_KEY: z.string().optional().describe('a file with a PEM private key'),
  APPLE_PASS_KEY_PASSPHRASE: z.string().optional().describe('the passphrase of that key'),
  APPLE_WWDR_CERTIFICATE: z.string().optional().describe("a file with Apple's intermediate certificate in PEM"),
  GOOGLE_WALLET_ISSUER: z
    .string()
    .regex(/^\d{5,30}$/)
    .optional()
    .describe('an issuer id, digits alone'),
  GOOGLE_WALLET_KEY: z.string().optional().describe('a file with the JSON key of a service account'),
}
type Given = { readonly [Name in keyof typeof walletEnvironment]?: string | undefined }
export type WalletSettings = { readonly apple?: AppleSettings; readonly google?: GoogleSettings }

/**
 * Reads the settings of the wallets and validates the keys at the start, because a phone rejects an invalid pass without a
 * message.
 * @returns complaints instead, if something is missing or invalid
 */
export function readWallets(variables: Given): { readonly settings: WalletSettings; readonly complaints: readonly string[] } {
  const complaints: string[] = []
  const attempt = <Value>(name: string, read: () => Value): Value | undefined => {
    try {
      return read()
    } catch (error) {
      complaints.push(`${name} is not right: ${(error as Error).message}.`)
      return undefined
    }
  }
  const apple = isAsked(variables, appleNames, complaints) ? attempt('APPLE_PASS_CERTIFICATE', () => readApple(variables)) : undefined
  const google = isAsked(variables, googleNames, complaints) ? attempt('GOOGLE_WALLET_KEY', () => readGoogle(variables)) : undefined
  return { settings: { ...(apple && { apple }), ...(google && { google }) }, complaints }
}

const appleNames = ['APPLE_PASS_TYPE', 'APPLE_TEAM', 'APPLE_PASS_CERTIFICATE', 'APPLE_PASS_KEY', 'APPLE_WWDR_CERTIFICATE'] as const
const googleNames = ['GOOGLE_WALLET_ISSUER', 'GOOGLE_WALLET_KEY'] as const

/** All of a wallet's settings or none. */
function isAsked(variables: Given, names: readonly (keyof Given)[], complaints: string[]): boolean {
  const missing = names.filter((name) => !variables[name])
  if (missing.length === 0) return true
  if (missing.length < names.length) complaints.push(`${missing.join(', ')} is missing: this wallet needs ${names.join(', ')} together.`)
  return false
}

function readApple(variables: Given): AppleSettings {
  const [certificate, key, wwdr] = [variables.APPLE_PASS_CERTIFICATE, variables.APPLE_PASS_KEY, variables.APPLE_WWDR_CERTIFICATE].map(
    (file) => readFileSync(file!, 'utf8'),
  ) as [string, string, string]
  const passphrase = variables.APPLE_PASS_KEY_PASSPHRASE
  const own = new X509Certificate(certificate)
  if (!own.checkPrivateKey(createPrivateKey({ key, ...(passphrase && { passphrase }) })))
    throw new Error('the key is not of this certificate')
  if (Date.parse(own.validTo) < Date.now()) throw new Error(`the certificate ended on ${own.validTo}`)
  const issuer = new X509Certificate(wwdr)
  if (!own.checkIssued(issuer) || !own.verify(issuer.publicKey)) throw new Error('APPLE_WWDR_CERTIFICATE did not issue it')
  return { passType: variables.APPLE_PASS_TYPE!, team: variables.APPLE_TEAM!, certificate, key, passphrase, wwdr }
}

const serviceAccount = z.object({ client_email: z.email(), private_key: z.string().startsWith('-----BEGIN PRIVATE KEY-----') })

function readGoogle(variables: Given): GoogleSettings {
  const account = serviceAccount.safeParse(JSON.parse(readFileSync(variables.GOOGLE_WALLET_KEY!, 'utf8')))
  if (!account.success) throw new Error('it is no JSON key of a service account')
  return { issuer: variables.GOOGLE_WALLET_ISSUER!, account: account.data.client_email, key: account.data.private_key }
}
