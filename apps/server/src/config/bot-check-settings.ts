import { createHmac } from 'node:crypto'
import { z } from 'zod'

/** The bot check: proof of work in the browser, Google's service, or none. */
export type BotCheckSettings =
  | { readonly kind: 'altcha'; readonly secret: string }
  | { readonly kind: 'recaptcha'; readonly key: string; readonly secret: string; readonly version: 'v3'; readonly host: string }
  | { readonly kind: 'none' }

export const botCheckEnvironment = {
  BOT_CHECK: z.enum(['altcha', 'recaptcha', 'none']).default('altcha').describe('altcha, recaptcha or none'),
  RECAPTCHA_KEY: z.string().optional().describe('the site key of reCAPTCHA'),
  RECAPTCHA_SECRET: z.string().optional().describe('the secret key of reCAPTCHA'),
  RECAPTCHA_VERSION: z.literal('v3').optional().describe('v3'),
}
const environmentSchema = z.object(botCheckEnvironment)

/** Reads the bot check and reports missing settings. */
export function readBotCheck(
  value: z.output<typeof environmentSchema>,
  origin: string,
): { readonly settings: (secret: string) => BotCheckSettings; readonly complaints: readonly string[] } {
  if (value.BOT_CHECK === 'altcha')
    return {
      settings: (secret) => ({ kind: 'altcha', secret: createHmac('sha256', secret).update('bot check').digest('hex') }),
      complaints: [],
    }
  if (value.BOT_CHECK === 'none') return { settings: () => ({ kind: 'none' }), complaints: [] }
  const { RECAPTCHA_KEY: key, RECAPTCHA_SECRET: secretKey, RECAPTCHA_VERSION: version } = value
  if (key && secretKey && version)
    return { settings: () => ({ kind: 'recaptcha', key, secret: secretKey, version, host: new URL(origin).hostname }), complaints: [] }
  const missing = { RECAPTCHA_KEY: key, RECAPTCHA_SECRET: secretKey, RECAPTCHA_VERSION: version }
  return {
    settings: () => ({ kind: 'none' }),
    complaints: Object.entries(missing).flatMap(([name, text]) =>
      text
        ? []
        : [`${name} is missing: with BOT_CHECK=recaptcha it must be ${environmentSchema.shape[name as keyof typeof missing].description}.`],
    ),
  }
}
