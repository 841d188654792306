import type { Locale } from '@playhouse/domain/brand'
import type { Texts } from './translator.ts'

/**
 * The files of texts by locale. The texts of mails, printed tickets and pages without script belong to the server. A list for each
 * locale: the first script doesn't name the files of the others.
 */
const lists: Readonly<Record<Locale, () => Promise<{ readonly files: Readonly<Record<string, () => Promise<Texts>>> }>>> = {
  en: () => import('./words/en.ts'),
  'en-us': () => import('./words/en-us.ts'),
  sv: () => import('./words/sv.ts'),
  de: () => import('./words/de.ts'),
  es: () => import('./words/es.ts'),
  ht: () => import('./words/ht.ts'),
}

/** Imports the texts of a namespace. The build puts the namespaces of a journey into one chunk. @throws if there are none, the locale is unknown, or the file can't be loaded */
export async function fetchMessages(locale: string, namespace: string): Promise<Texts> {
  const { files } = await lists[locale as Locale]()
  const file = files[`./${locale}/${namespace}.json`]
  if (!file) throw new Error(`no messages for ${locale}/${namespace}`)
  return file()
}
