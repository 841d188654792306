import { zodResolver } from '@hookform/resolvers/zod'
import { FormProvider, useForm } from 'react-hook-form'
import type { ItemToAdd } from '@playhouse/api-client/contract'
import type { Fund } from '@playhouse/domain/giving'
import { upsellsOf } from '@playhouse/domain/upsell'
import { useFormats, useWords } from '#i18n'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { DonationFields, donationRules, type DonationValues, noDonation, requestedDonation } from '#ticketing/DonationFields'
import { ProblemNotice } from '#ui/ProblemNotice'
import { useApiMutation } from '#mutation'
import { openFunds, useAddItem, useAddTopUp, useBasket, useBrand } from '#server-state'
import styles from './BasketPage.module.css'

/** Gets the focus after an offer was taken, because the offer and its button disappear. */
const pageHeading = {
  get current() {
    return document.querySelector('h1')
  },
}

/** Offers of top-ups, and of a donation and of refund protection where no checkout step asks for them. Nothing is preset. */
export function ItemOffers() {
  const t = useWords('basket')
  const { money } = useFormats()
  const brand = useBrand()
  const { steps } = brand
  const { tickets, items, refundProtection, topUps } = useBasket()
  const add = useAddItem()
  const topUp = useAddTopUp()
  const { send, problem, isPending } = useApiMutation()
  const has = (kind: string): boolean => items.some((item) => item.kind === kind)
  // A step asks for the first fund as soon as there is anything to check out.
  const isAsked = upsellsOf(brand).includes('fund') && tickets.length + items.length > 0
  const funds = openFunds(brand)
    .slice(isAsked ? 1 : 0)
    .filter(({ fund }) => !items.some((item) => item.kind === 'donation' && item.detail.fund === fund && item.detail.topUp === null))
  const offersProtection = refundProtection && !steps.includes('booking-protect') && !has('refund-protection')
  if (funds.length === 0 && !offersProtection && topUps.length === 0) return null

  const addItem = (body: ItemToAdd, message: string) => send(() => add.mutateAsync({ body }), { message, focus: pageHeading })
  return (
    <section className={styles.beside} aria-label={t(tickets.length > 0 ? 'items.label' : 'items.also')}>
      {problem && <ProblemNotice problem={problem} bare />}
      {offersProtection && (
        <Disclosure label={t('protect.ask', { amount: money(refundProtection.amount) })} level={2}>
          <p>{t('checkout:protect.body')}</p>
          <Button onPress={() => void addItem({ kind: 'refund-protection' }, t('protect.said'))} isPending={isPending}>
            {t('protect.add', { amount: money(refundProtection.amount) })}
          </Button>
        </Disclosure>
      )}
      {topUps.length > 0 && (
        <div role="group" aria-label={t('topUp.title')} className={styles.topUps}>
          {topUps.map((offer) => {
            const { fund } = offer
            const amount = money(offer.amount)
            return (
              <Button
                key={offer.topUp}
                isDisabled={isPending}
                onPress={() =>
                  void send(() => topUp.mutateAsync({ body: { topUp: offer.topUp } }), {
                    message: t('topUp.said', { amount, fund }),
                    focus: pageHeading,
                  })
                }
              >
                {t(`topUp.${offer.topUp}`, { amount, fund })}
              </Button>
            )
          })}
        </div>
      )}
      {funds.map((fund) => (
        <Disclosure key={fund.fund} label={t('checkout:donate.title', { fund: fund.name })} level={2}>
          <DonationForm fund={fund} onGive={(gift) => addItem(gift, t('donate.said'))} />
        </Disclosure>
      ))}
    </section>
  )
}

function DonationForm({ fund, onGive }: { readonly fund: Fund; readonly onGive: (gift: ItemToAdd) => Promise<unknown> }) {
  const t = useWords('basket')
  const { defaultLocale } = useBrand()
  const form = useForm<DonationValues>({ resolver: zodResolver(donationRules(fund)), defaultValues: noDonation })
  const submit = form.handleSubmit(async (values) => {
    const gift = requestedDonation(fund, values)
    if (gift) await onGive(gift)
  })
  return (
    <FormProvider {...form}>
      <form noValidate onSubmit={submit} className={styles.beside}>
        <p lang={defaultLocale}>{fund.body}</p>
        <DonationFields fund={fund} lang={defaultLocale} />
        <Button type="submit" isPending={form.formState.isSubmitting}>
          {t('donate.add')}
        </Button>
      </form>
    </FormProvider>
  )
}
