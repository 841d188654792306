import type { Config } from '#config'
import type { BotCheck } from '#modules/throttle'
import { createAltcha } from './altcha.ts'
import { createRecaptcha } from './recaptcha.ts'

/** The bot check of this installation; undefined if it uses none. */
export function createBotCheck(config: Config['botCheck']): BotCheck | undefined {
  switch (config.kind) {
    case 'altcha':
      return createAltcha(config)
    case 'recaptcha':
      return createRecaptcha(config)
    case 'none':
      return undefined
  }
}
