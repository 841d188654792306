import type { Messages } from '#modules/messages'
import { hasVisibleText, sanitizeLine } from '@playhouse/domain/sanitize'

/** Text that mail programs turn into a link, or that resembles one. */
const addressPattern = /[/\\@:]|www\.|\.\p{L}{2}/iu

/**
 * The first line of a mail. Any visitor can register any address under any name, so control characters are removed, and a name
 * that looks like an address is omitted, because it could be advertising.
 */
export function greeting(t: Messages, firstName: string): string {
  const name = sanitizeLine(firstName)
  return !hasVisibleText(name) || addressPattern.test(name) ? t('order.greetingAlone') : t('order.greeting', { name })
}
