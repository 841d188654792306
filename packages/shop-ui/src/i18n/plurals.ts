import type { i18n } from 'i18next'

/** Adds the plural rule of Haitian Creole, which is that of English. Intl has none and would use the machine's locale. */
export function countPlurals(speech: i18n): void {
  const resolver: { getRule(code: string, options?: { ordinal?: boolean }): Intl.PluralRules } = speech.services.pluralResolver
  const byIntl = resolver.getRule.bind(resolver)
  resolver.getRule = (code, options) => byIntl(code === 'ht' || code.startsWith('en') ? 'en' : code, options)
}
