import { useLocation } from 'react-router'
import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from './FallbackPages.module.css'

/** Replaces a payment page that was opened without a payment: no error, but links to other pages. */
export function NoPayment() {
  const t = useWords('order')
  return (
    <Page width="reading">
      <PageHeading>{t('nothing.title')}</PageHeading>
      <p>{t('nothing.body')}</p>
      <div className={styles.ways}>
        <LinkButton look="primary" to="/checkout/basket">
          {t('nothing.basket')}
        </LinkButton>
        <LinkButton to="/account/your-orders">{t('actions.orders')}</LinkButton>
        <LinkButton to="/">{t('actions.more')}</LinkButton>
      </div>
    </Page>
  )
}

/** Only its owner may see an order: an anonymous visitor signs in first. */
export function SignInRequired() {
  const t = useWords('order')
  const { pathname, search } = useLocation()
  return (
    <Page width="reading">
      <PageHeading>{t('signIn.title')}</PageHeading>
      <p>{t('signIn.body')}</p>
      <div className={styles.ways}>
        <LinkButton look="primary" to={`/login?next=${encodeURIComponent(pathname + search)}`}>
          {t('signIn.action')}
        </LinkButton>
      </div>
    </Page>
  )
}
