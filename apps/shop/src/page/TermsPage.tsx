import { languageTag, useLocale, useWords } from '@playhouse/shop-ui/i18n'
import { Page } from '@playhouse/shop-ui/ui/Page'
import { PageHeading } from '@playhouse/shop-ui/ui/PageHeading'
import { StructuredText } from '@playhouse/shop-ui/ui/StructuredText'
import { useBrand } from '@playhouse/shop-ui/server-state'
import { classNames } from '@playhouse/shop-ui/theme'
import styles from './TermsPage.module.css'

/** The terms of sale: the theatre's text, or a link to its site. */
export function TermsPage() {
  const t = useWords('shell')
  const { terms, defaultLocale } = useBrand()
  const isOurLanguage = defaultLocale === useLocale()
  return (
    <Page width="reading">
      <PageHeading>{t('place.terms-and-conditions')}</PageHeading>
      {typeof terms === 'string' ? (
        <p>
          <a href={terms}>{terms}</a>
        </p>
      ) : (
        <div className={classNames(styles.copy)} {...(!isOurLanguage && { lang: languageTag(defaultLocale) })}>
          <StructuredText blocks={terms} />
        </div>
      )}
    </Page>
  )
}
