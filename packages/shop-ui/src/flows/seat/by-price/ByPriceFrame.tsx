import type { ReactNode } from 'react'
import type { Instance } from '@playhouse/api-client/contract'
import { SeatingChanged } from '#halls'
import { useFormats, useTexts, useWords } from '#i18n'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from './ByPriceScreen.module.css'

/** The page with the performance and the links to map and list. It stays while the hall loads, with its heading. */
export function ByPriceFrame({ instance, children }: { readonly instance: Instance; readonly children: ReactNode }) {
  const t = useWords('seat')
  const { when } = useFormats()
  const { title, langOf } = useTexts()(instance.production)
  const path = `/events/${instance.event}/${instance.id}`
  return (
    <Page>
      <header className={styles['head']}>
        <PageHeading title={`${t('byPrice.title')}: ${title}`}>{t('byPrice.title')}</PageHeading>
        <p>
          <strong lang={langOf('title')}>{title}</strong>
          <span aria-hidden="true"> · </span>
          <time dateTime={instance.startsAt}>{when(instance)}</time>
          <span aria-hidden="true"> · </span>
          {instance.hallName}
        </p>
        <p className={styles['ways']}>
          <Link to={`${path}/syos/all?map`}>{t('as.map')}</Link>
          <Link to={`${path}/syos/all?list`}>{t('as.list')}</Link>
        </p>
      </header>
      <SeatingChanged instance={instance} />
      {children}
    </Page>
  )
}
