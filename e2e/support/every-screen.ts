import { readFileSync } from 'node:fs'
import { readChecks, type ScreenCheck } from './screen-checks.ts'

/** Language tags of a brand, as in `lang`. */
const { locales } = JSON.parse(readFileSync(new URL('../../brands/bridge/brand.json', import.meta.url), 'utf8')) as { locales: string[] }
const tags = locales.map((locale) => (locale === 'en' ? 'en-GB' : Intl.getCanonicalLocales(locale)[0]!))
const ways: readonly ScreenCheck[] = ['over', ...tags.flatMap((tag) => [`${tag} light`, `${tag} dark`] as const)]

/**
 * After a full run, lists which screens were checked, and were accessible in every language and both themes.
 * @throws Error for a screen of the shop without all checks, so that a new screen comes with a journey
 */
export default function everyScreen(): void {
  const asked = process.argv.slice(process.argv.indexOf('test') + 1)
  if (!asked.every((word) => /^--(reporter|workers|retries)=/.test(word))) return
  const table = readChecks()
  const unchecked = table.flatMap(({ screen, ways: met }) => ways.filter((way) => !met.has(way)).map((way) => `${screen} (${way})`))
  console.log(table.map(({ screen, ways: met }) => `${ways.filter((way) => met.has(way)).length} of ${ways.length} ${screen}`).join('\n'))
  if (unchecked.length > 0) throw new Error(`Screens without all checks: ${unchecked.join(', ')}`)
}
