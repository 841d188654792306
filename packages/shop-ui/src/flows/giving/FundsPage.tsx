import { fundPathOf } from '@playhouse/domain/donation-path'
import { useWords } from '#i18n'
import { LinkButton } from '#ui/LinkButton'
import { Notice } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { openFunds, useBrand } from '#server-state'
import { offerClasses } from '#ticketing/OfferLayout'
import { FundCard, GiftAidNote } from './FundCard.tsx'

/** The funds that take donations, each with what it pays for. */
export function FundsPage() {
  const t = useWords('giving')
  const brand = useBrand()
  const funds = openFunds(brand)
  return (
    <Page>
      <PageHeading hero title={t('title')}>
        {t('hero')}
      </PageHeading>
      <p className={offerClasses.lead}>{t('lead')}</p>
      {funds.length === 0 ? (
        <Notice title={t('noneOpen')}>{t('noneOpenText')}</Notice>
      ) : (
        <ul role="list" className={offerClasses.cards}>
          {funds.map((fund) => (
            <FundCard key={fund.fund} fund={fund}>
              <LinkButton look="primary" to={fundPathOf(fund)}>
                {t('give', { fund: fund.name })}
              </LinkButton>
            </FundCard>
          ))}
        </ul>
      )}
      <GiftAidNote />
    </Page>
  )
}
