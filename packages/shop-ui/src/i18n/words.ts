import type { BackendModule } from 'i18next'
import type { Locale } from '@playhouse/domain/brand'

type Words = Readonly<Record<string, unknown>>

/** The words of mails and printed tickets are the server's. */
const chunks = import.meta.glob<Words>(['./words/*/*.json', '!./words/*/{mail,ticket}.json'], { import: 'default' })

/** Every namespace there is a file for; each journey brings its own. */
export const namespacesOf = (locale: Locale): string[] =>
  Object.keys(chunks)
    .filter((path) => path.startsWith(`./words/${locale}/`))
    .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length))

/** Fetches the words of one locale and namespace when they are first asked for; the build keeps a locale in one chunk. */
export const lazyWords: BackendModule = {
  type: 'backend',
  init: () => {},
  read(locale, namespace, deliver) {
    const chunk = chunks[`./words/${locale}/${namespace}.json`]
    if (!chunk) return deliver(new Error(`no words for ${locale}/${namespace}`), false)
    chunk().then(
      (words) => deliver(null, words),
      (error: Error) => deliver(error, true),
    )
  },
}
