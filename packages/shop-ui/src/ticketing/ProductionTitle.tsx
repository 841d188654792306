import type { Titled } from '@playhouse/domain/production-texts'
import { useTexts } from '#i18n'

/** The title of a production in the visitor's language; one without a translation is marked with the language that it is in. */
export function ProductionTitle({ of }: { readonly of: Titled }) {
  const { title, langOf } = useTexts()(of)
  const lang = langOf('title')
  return lang === undefined ? title : <span lang={lang}>{title}</span>
}
