import { zodResolver } from '@hookform/resolvers/zod'
import { type ComponentType, type ReactNode, useId } from 'react'
import { useForm } from 'react-hook-form'
import type { Fund } from '@playhouse/domain/giving'
import { ok } from '@playhouse/domain/result'
import { type UpsellKind, upsellsFor } from '@playhouse/domain/upsell'
import { useFormats, useWords } from '#i18n'
import { AddOnList, useAddOns } from '#add-ons'
import {
  DonationFields,
  donationRules,
  type DonationValues,
  noDonation,
  requestedDonation,
  valuesOfDonation,
} from '#ticketing/DonationFields'
import { LinkButton } from '#ui/LinkButton'
import { PageHeading } from '#ui/PageHeading'
import { Loading, SkeletonBlock } from '#ui/Skeleton'
import { useDrafts } from '#client-state'
import { openFunds, useAddItem, useBasket, useBrand, useRemoveItem } from '#server-state'
import { recallForm, StepForm } from '../StepForm.tsx'
import { memberships } from './Memberships.tsx'
import { MembershipUpsell } from './MembershipUpsell.tsx'
import type { Step, StepFacts } from './step.ts'
import styles from './Upsells.module.css'

/** Offers what the brand lists in `upsells`, or asks once for a donation to the theatre's most important fund. Nothing is preset. */
function Upsells() {
  const t = useWords('checkout')
  const brand = useBrand()
  const kinds = upsellsFor(brand, useBasket())
  const [fund] = openFunds(brand)
  if (brand.upsells === undefined)
    return fund ? (
      <>
        <PageHeading>{t('donate.title', { fund: fund.name })}</PageHeading>
        <DonationForm fund={fund} />
      </>
    ) : null
  return (
    <>
      <PageHeading>{t('upsells.title')}</PageHeading>
      <p>{t('upsells.lead')}</p>
      {kinds.map((kind) => {
        const { Section } = upsellViews[kind]
        return <Section key={kind} />
      })}
      {fund && kinds.includes('fund') ? (
        <UpsellSection title={t('donate.title', { fund: fund.name })}>
          <DonationForm fund={fund} />
        </UpsellSection>
      ) : (
        <NextStepForm />
      )}
    </>
  )
}

type UpsellView = {
  readonly isOffered: (facts: StepFacts) => boolean
  /** Items that are added at once, or a link to the page that adds them. */
  readonly Section: ComponentType
}

/** How each kind is offered. */
const upsellViews: Readonly<Record<UpsellKind, UpsellView>> = {
  // The form of the step, at its end, has the fields of the donation.
  fund: { isOffered: ({ brand }) => openFunds(brand).length > 0, Section: () => null },
  product: { isOffered: ({ hasAddOns }) => hasAddOns, Section: ProductUpsell },
  membership: { isOffered: memberships.isNeeded, Section: MembershipUpsell },
  'gift-voucher': { isOffered: () => true, Section: GiftVoucherUpsell },
  'gift-membership': { isOffered: () => true, Section: GiftMembershipUpsell },
}

function ProductUpsell() {
  const { groups, isLoading } = useAddOns()
  return isLoading ? (
    <Loading>
      <SkeletonBlock height={16} />
    </Loading>
  ) : (
    <AddOnList groups={groups} />
  )
}

function GiftVoucherUpsell() {
  const t = useWords('checkout')
  const { money } = useFormats()
  const { giftVouchers } = useBrand()
  if (!giftVouchers || giftVouchers.isWithdrawn) return null
  const { word, least, most } = giftVouchers
  return (
    <UpsellSection title={t('upsells.gift-voucher.title')}>
      <p>{t('upsells.gift-voucher.body', { least: money(least), most: money(most) })}</p>
      <LinkButton to={`/${word}/purchase`}>{t('upsells.gift-voucher.open')}</LinkButton>
    </UpsellSection>
  )
}

function GiftMembershipUpsell() {
  const t = useWords('checkout')
  return (
    <UpsellSection title={t('upsells.gift-membership.title')}>
      <p>{t('upsells.gift-membership.body')}</p>
      <LinkButton to="/contributions/memberships">{t('upsells.gift-membership.open')}</LinkButton>
    </UpsellSection>
  )
}

function UpsellSection({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <section className={styles.section} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

/** The buttons of a step whose items are added at once. */
function NextStepForm() {
  const form = useForm({ shouldFocusError: false })
  return (
    <StepForm step="upsells" form={form} save={async () => ok(undefined)}>
      {null}
    </StepForm>
  )
}

function DonationForm({ fund }: { readonly fund: Fund }) {
  const { defaultLocale } = useBrand()
  const { items } = useBasket()
  const add = useAddItem()
  const remove = useRemoveItem()
  const donation = items.find((item) => item.kind === 'donation' && item.detail.fund === fund.fund && item.detail.topUp === null)
  // The basket stores less than the form: the draft restores the rest for a visitor who comes back.
  const donationDraft = (): Partial<DonationValues> => ({ ...useDrafts.getState().forms['donation'] })
  const form = useForm<DonationValues>({
    resolver: zodResolver(donationRules(fund)),
    shouldFocusError: false,
    defaultValues: recallForm('upsells', {
      ...noDonation,
      ...(donation?.kind === 'donation' && { ...valuesOfDonation(fund, donation), ...donationDraft() }),
    }),
  })
  return (
    <>
      <p lang={defaultLocale}>{fund.body}</p>
      <StepForm
        step="upsells"
        form={form}
        save={async (values) => {
          useDrafts.getState().saveForm('donation', values)
          const body = requestedDonation(fund, values)
          if (body) return add.mutateAsync({ body })
          return donation ? remove.mutateAsync({ params: { id: donation.id } }) : ok(undefined)
        }}
      >
        <DonationFields fund={fund} lang={defaultLocale} />
      </StepForm>
    </>
  )
}

export const upsells: Step = {
  id: 'upsells',
  isNeeded: (facts) => upsellsFor(facts.brand, facts.basket).some((kind) => upsellViews[kind].isOffered(facts)),
  Screen: Upsells,
}
