import type { i18n } from 'i18next'

/** Intl has no plural rule for Haitian Creole and would count by the machine's own language; it counts as English does. */
export function countPlurals(speech: i18n): void {
  const resolver: { getRule(code: string, options?: { ordinal?: boolean }): Intl.PluralRules } = speech.services.pluralResolver
  const byIntl = resolver.getRule.bind(resolver)
  resolver.getRule = (code, options) => byIntl(code === 'ht' || code.startsWith('en') ? 'en' : code, options)
}
