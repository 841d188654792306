import { readFileSync } from 'node:fs'
import { readChecks, type ScreenCheck } from './screen-checks.ts'

/** The languages of a house, as `lang` says them. */
const { locales } = JSON.parse(readFileSync(new URL('../../brands/bridge/brand.json', import.meta.url), 'utf8')) as { locales: string[] }
const tags = locales.map((locale) => (locale === 'en' ? 'en-GB' : Intl.getCanonicalLocales(locale)[0]!))
const ways: readonly ScreenCheck[] = ['over', ...tags.flatMap((tag) => [`${tag} light`, `${tag} dark`] as const)]

/**
 * After a run of everything: which screens were looked over, and found accessible in every language and both themes.
 * @throws where a screen of the shop was not, so that a new one comes with its journey
 */
export default function everyScreen(): void {
  const asked = process.argv.slice(process.argv.indexOf('test') + 1)
  if (!asked.every((word) => /^--(reporter|workers|retries)=/.test(word))) return
  const table = readChecks()
  const holes = table.flatMap(({ screen, ways: met }) => ways.filter((way) => !met.has(way)).map((way) => `${screen} (${way})`))
  console.log(table.map(({ screen, ways: met }) => `${ways.filter((way) => met.has(way)).length} of ${ways.length} ${screen}`).join('\n'))
  if (holes.length > 0) throw new Error(`Screens that no journey looked over: ${holes.join(', ')}`)
}
