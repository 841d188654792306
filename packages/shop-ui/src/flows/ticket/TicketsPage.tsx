import { buttonClasses } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { useWords } from '#i18n'
import { useBrand, useSession } from '#server-state'
import styles from './Tickets.module.css'

/** Explains where to find tickets. */
export function TicketsPage() {
  const t = useWords('share')
  const { customer } = useSession()
  const { contact } = useBrand()
  return (
    <Page width="reading">
      <div className={styles.stack}>
        <PageHeading>{t('find.title')}</PageHeading>
        <section>
          <h2>{t('find.account')}</h2>
          <p>{customer ? t('held.lead') : t('find.accountBody')}</p>
          <div className={styles.ways}>
            {customer ? (
              <a href="/your-tickets" className={buttonClasses({ look: 'primary' })}>
                {t('held.open')}
              </a>
            ) : (
              <LinkButton look="primary" to="/login?next=/account/your-orders">
                {t('held.signInAction')}
              </LinkButton>
            )}
          </div>
        </section>
        <section>
          <h2>{t('find.mail')}</h2>
          <p>{t('find.mailBody')}</p>
        </section>
        <section>
          <h2>{t('find.link')}</h2>
          <p>{t('find.linkBody')}</p>
        </section>
        <section>
          <h2>{t('find.boxOffice')}</h2>
          <p>{t('find.boxOfficeBody', { boxOffice: contact.boxOffice, phone: contact.phone })}</p>
        </section>
      </div>
    </Page>
  )
}
