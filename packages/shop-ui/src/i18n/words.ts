import type { BackendModule } from 'i18next'
import type { Brand, Locale } from '@playhouse/domain/brand'

type Words = { readonly [key: string]: string | Words }

/** The texts of mails, printed tickets and pages without script belong to the server. */
const chunks = import.meta.glob<Words>(['./words/*/*.json', '!./words/*/{mail,page,ticket}.json'], { import: 'default' })

/**
 * i18next backend that imports texts on demand and overlays the brand's texts, keyed `namespace:key`. The build puts the
 * namespaces of a journey into one chunk.
 */
export const messagesBackend = (brand: Pick<Brand, 'words'>): BackendModule => ({
  type: 'backend',
  init: () => {},
  read(locale, namespace, deliver) {
    fetchMessages(locale, namespace).then(
      (words) => deliver(null, overlay(words, namespace, brand.words[locale as Locale] ?? {})),
      // No immediate retry: the chunk guard and the error page handle a chunk that can't be loaded.
      (error: Error) => deliver(error, false),
    )
  },
})

export async function fetchMessages(locale: string, namespace: string): Promise<Words> {
  const chunk = chunks[`./words/${locale}/${namespace}.json`]
  if (!chunk) throw new Error(`no messages for ${locale}/${namespace}`)
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
