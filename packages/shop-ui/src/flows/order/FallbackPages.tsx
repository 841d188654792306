import { useLocation } from 'react-router'
import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from './FallbackPages.module.css'

/** A page about a payment, opened without one: nothing is wrong, and there are ways on. */
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

/** An order is shown to its owner alone. */
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
