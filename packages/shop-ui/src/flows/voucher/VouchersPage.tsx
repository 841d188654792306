import { useFormats, useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { useBrand } from '#server-state'
import styles from './VoucherPages.module.css'

/** What gift vouchers are, with links to buy one, to use one and to read a balance. */
export function VouchersPage() {
  const t = useWords('voucher')
  const { list, money } = useFormats()
  const { giftVouchers } = useBrand()
  if (!giftVouchers) return null
  const { word, presets, least, most, validMonths, isWithdrawn } = giftVouchers
  return (
    <Page>
      <PageHeading hero title={t('title')}>
        {t('hero')}
      </PageHeading>
      {!isWithdrawn && (
        <>
          <p className={styles.lead}>{t('lead', { presets: list(presets.map((preset) => money(preset))) })}</p>
          <p className={styles.actions}>
            <LinkButton look="primary" large to={`/${word}/purchase`}>
              {t('buy')}
            </LinkButton>
          </p>
          <ul role="list" className={styles.facts}>
            <li>
              <h2>{t('fact.amount')}</h2>
              <p>{t('fact.amountText', { least: money(least), most: money(most) })}</p>
            </li>
            <li>
              <h2>{t('fact.sent')}</h2>
              <p>{t('fact.sentText')}</p>
            </li>
            <li>
              <h2>{t('fact.spend')}</h2>
              <p>{t('fact.spendText', { count: validMonths })}</p>
            </li>
          </ul>
        </>
      )}
      <section className={styles.section} aria-labelledby="have-one">
        <h2 id="have-one">{t('haveOne')}</h2>
        <p className={styles.actions}>
          <LinkButton to="/redeem-gift-voucher">{t('use')}</LinkButton>
          <LinkButton to={`/${word}/balance`}>{t('checkBalance')}</LinkButton>
        </p>
      </section>
    </Page>
  )
}
