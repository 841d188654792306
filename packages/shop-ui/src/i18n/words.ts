import type { BackendModule } from 'i18next'
import type { Brand, Locale } from '@playhouse/domain/brand'

type Words = { readonly [key: string]: string | Words }

/** The words of mails and printed tickets are the server's. */
const chunks = import.meta.glob<Words>(['./words/*/*.json', '!./words/*/{mail,ticket}.json'], { import: 'default' })

/**
 * Fetches words when they are first asked for, and lays the brand's own texts, keyed `namespace:key`, over them. The
 * build keeps those of a journey in one chunk.
 */
export const messagesBackend = (brand: Pick<Brand, 'words'>): BackendModule => ({
  type: 'backend',
  init: () => {},
  read(locale, namespace, deliver) {
    fetchMessages(locale, namespace).then(
      (words) => deliver(null, overlay(words, namespace, brand.words[locale as Locale] ?? {})),
      // Not again at once: a chunk that can't be had is a matter for the chunk guard and the error page.
      (error: Error) => deliver(error, false),
    )
  },
})

export async function fetchMessages(locale: string, namespace: string): Promise<Words> {
  const chunk = chunks[`./words/${locale}/${namespace}.json`]
  if (!chunk) throw new Error(`no words for ${locale}/${namespace}`)
  return chunk()
}

const overlay = (words: Words, namespace: string, texts: Readonly<Record<string, string>>): Words =>
  Object.entries(texts).reduce((laid, [path, text]) => {
    const [, of = 'shell', key = path] = /^([^:]+):(.*)$/s.exec(path) ?? []
    return of === namespace ? withText(laid, key.split('.'), text) : laid
  }, words)

function withText(words: Words, [head = '', ...rest]: readonly string[], text: string): Words {
  const below = words[head]
  return { ...words, [head]: rest.length === 0 ? text : withText(typeof below === 'object' ? below : {}, rest, text) }
}
