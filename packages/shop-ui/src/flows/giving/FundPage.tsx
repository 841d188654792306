import { zodResolver } from '@hookform/resolvers/zod'
import { useState } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { useNavigate, useParams } from 'react-router'
import { donationsPath } from '@playhouse/domain/donation-path'
import type { Fund } from '@playhouse/domain/giving'
import { useFormats, useWords } from '#i18n'
import { Breadcrumb } from '#ui/Breadcrumb'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { Form } from '#form/Form'
import { useIsHydrated } from '#ui/hydration'
import { FormErrors } from '#form/FormField'
import { RadioCards } from '#form/RadioCards'
import {
  DonationFields,
  donationRules,
  type DonationValues,
  noDonation,
  requestedDonation,
  valuesOfDonation,
} from '#ticketing/DonationFields'
import { BuyButton, useApiMutation } from '#mutation'
import { openFunds, useAddItem, useBrand } from '#server-state'
import { classNames } from '#theme'
import { offerClasses } from '#ticketing/OfferLayout'
import styles from './DonationPages.module.css'
import { GiftAidNote, useDonationTo } from './FundCard.tsx'
import { MonthlyGift } from './MonthlyGift.tsx'
import { useMonthlyDraft } from './useMonthlyDraft.ts'

/** A donation to one fund. The route's guard requires that the brand has the fund. */
export function FundPage() {
  const { fund: id } = useParams()
  const fund = useBrand().giving.find(({ fund }) => fund === id)
  return fund ? <FundDetails key={fund.fund} fund={fund} /> : null
}

function FundDetails({ fund }: { readonly fund: Fund }) {
  const t = useWords('giving')
  const brand = useBrand()
  const lang = brand.defaultLocale
  const isOpen = openFunds(brand).includes(fund)
  const donation = useDonationTo(fund)
  return (
    <Page>
      <Breadcrumb crumbs={[{ label: t('title'), to: donationsPath }, { label: fund.name }]} />
      <PageHeading hero lang={lang}>
        {fund.name}
      </PageHeading>
      <div className={styles.page}>
        <div className={styles.text}>
          <p lang={lang} className={offerClasses.lead}>
            {fund.body}
          </p>
          <GiftAidNote />
        </div>
        {isOpen ? (
          <FundForms key={donation?.id} fund={fund} />
        ) : (
          <Notice title={t('closed')}>
            {t('closedText')}
            <NoticeActions>
              <LinkButton to={donationsPath}>{t('otherFunds')}</LinkButton>
            </NoticeActions>
          </Notice>
        )}
      </div>
    </Page>
  )
}

type Rhythm = 'once' | 'monthly'

/** The form of a donation; where the fund takes monthly gifts, after the choice between the two. */
function FundForms({ fund }: { readonly fund: Fund }) {
  const t = useWords('giving')
  const draft = useMonthlyDraft(fund)
  const [chosen, setChosen] = useState<Rhythm>()
  // The server renders the choice of a visitor without a draft.
  const isHydrated = useIsHydrated()
  const rhythm = chosen ?? (isHydrated && draft.isMonthly() ? 'monthly' : 'once')
  if (!fund.monthly) return <DonationForm fund={fund} />
  const choose = (rhythm: Rhythm): void => {
    setChosen(rhythm)
    draft.setMonthly(rhythm === 'monthly')
  }
  return (
    <div className={styles.forms}>
      <RadioCards
        name="rhythm"
        label={t('rhythm')}
        value={rhythm}
        onChange={choose}
        cards={(['once', 'monthly'] as const).map((value) => ({ value, label: t(`rhythmIs.${value}`) }))}
      />
      {rhythm === 'once' ? <DonationForm fund={fund} /> : <MonthlyGift fund={fund} monthly={fund.monthly} />}
    </div>
  )
}

function DonationForm({ fund }: { readonly fund: Fund }) {
  const t = useWords('giving')
  const { money } = useFormats()
  const navigate = useNavigate()
  const { defaultLocale } = useBrand()
  const donation = useDonationTo(fund)
  const add = useAddItem()
  const mutation = useApiMutation()
  const form = useForm<DonationValues>({
    resolver: zodResolver(donationRules(fund, true)),
    shouldFocusError: false,
    defaultValues: donation?.kind === 'donation' ? valuesOfDonation(fund, donation) : noDonation,
  })
  const submit = form.handleSubmit(async (values) => {
    const body = requestedDonation(fund, values)
    if (!body) return
    const result = await mutation.send(() => add.mutateAsync({ body }), { message: t('added') })
    if (result.ok) await navigate('/checkout/basket', { viewTransition: true })
  })
  return (
    <FormProvider {...form}>
      <Form className={classNames(offerClasses.card, styles.form)} onSubmit={submit}>
        <FormErrors />
        {mutation.problem && <ProblemNotice problem={mutation.problem} />}
        {donation && <p className={offerClasses.status}>{t('inBasket', { amount: money(donation.amount) })}</p>}
        <DonationFields fund={fund} lang={defaultLocale} isRequired />
        <BuyButton type="submit" look="primary" large isPending={form.formState.isSubmitting}>
          {t(donation ? 'change' : 'add')}
        </BuyButton>
      </Form>
    </FormProvider>
  )
}
