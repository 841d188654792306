import type { TFunction } from 'i18next'
import { hasVisibleText, sanitizeLine } from '@playhouse/domain/written'

/** What mail programs make a link of, or readers take for one. */
const addressPattern = /[/\\@:]|www\.|\.\p{L}{2}/iu

/**
 * The first line of a mail. Anybody may register anybody's address under any name: what steers how the words around it are
 * set is left out of it, and a name that reads like an address isn't said at all, for the house carries nobody's advertising.
 */
export function greeting(t: TFunction<'mail'>, firstName: string): string {
  const name = sanitizeLine(firstName)
  return !hasVisibleText(name) || addressPattern.test(name) ? t('order.greetingAlone') : t('order.greeting', { name })
}
