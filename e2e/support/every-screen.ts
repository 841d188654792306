import { readFileSync } from 'node:fs'
import { isCompleteRun } from './complete-run.ts'
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
  if (!isCompleteRun()) return
  const table = readChecks()
  const missingChecks = table.flatMap(({ screen, ways: passed }) =>
    ways.filter((way) => !passed.has(way)).map((way) => `${screen} (${way})`),
  )
  console.log(
    table.map(({ screen, ways: passed }) => `${ways.filter((way) => passed.has(way)).length} of ${ways.length} ${screen}`).join('\n'),
  )
  if (missingChecks.length > 0) throw new Error(`Screens without all checks: ${missingChecks.join(', ')}`)
}
