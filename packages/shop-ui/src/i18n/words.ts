import type { Texts } from './translator.ts'

/** The texts of mails, printed tickets and pages without script belong to the server. */
const chunks = import.meta.glob<Texts>(['./words/*/*.json', '!./words/*/{mail,page,ticket}.json'], { import: 'default' })

/** Imports the texts of a namespace. The build puts the namespaces of a journey into one chunk. */
export async function fetchMessages(locale: string, namespace: string): Promise<Texts> {
  const chunk = chunks[`./words/${locale}/${namespace}.json`]
  if (!chunk) throw new Error(`no messages for ${locale}/${namespace}`)
  return chunk()
}
