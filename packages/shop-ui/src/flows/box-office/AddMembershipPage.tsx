import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import type { MembershipOffer } from '@playhouse/api-client/contract'
import type { Brand } from '@playhouse/domain/brand'
import { problem as problemOf } from '@playhouse/domain/problem'
import { useFormats, useWords, useDayFormat } from '#i18n'
import { Button } from '#ui/Button'
import { LinkButton } from '#ui/LinkButton'
import { Notice, NoticeActions } from '#ui/Notice'
import { ProblemNotice } from '#ui/ProblemNotice'
import { RadioCards } from '#form/RadioCards'
import { TextField } from '#form/TextField'
import { api, useBrand } from '#server-state'
import styles from './BoxOffice.module.css'
import { counterMembershipsQuery, setCounterState, useCounterState, useStaffMutation } from './counter-state.ts'
import { GiftForm } from './GiftForm.tsx'
import { QueryStatus } from './QueryStatus.tsx'
import { SaleLayout } from './SellPage.tsx'
import { useAddAtCounter } from './useAddAtCounter.ts'
import { useInvalidFocus } from './useInvalidFocus.ts'

type Level = Brand['memberships'][number]

/** Adds a membership of the current customer, or a gift of any buyer. */
export function AddMembershipPage() {
  const t = useWords('box-office')
  const { level = '' } = useParams()
  const membership = useBrand().memberships.find(({ id }) => id === level)
  return (
    <SaleLayout title={t('add.membership')}>
      {membership?.sold ? (
        <MembershipForm key={level} membership={membership} sold={membership.sold} />
      ) : (
        <>
          {membership ? (
            <Notice title={t('add.notSold', { name: membership.name })} />
          ) : (
            <ProblemNotice problem={problemOf('page-not-found')} bare />
          )}
          <div>
            <LinkButton to="/smart/sell">{t('sell.title')}</LinkButton>
          </div>
        </>
      )}
    </SaleLayout>
  )
}

function MembershipForm({
  membership: { id, name, ages },
  sold,
}: {
  readonly membership: Level
  readonly sold: NonNullable<Level['sold']>
}) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const { defaultLocale, giftMemberships } = useBrand()
  const [membershipFor, setMembershipFor] = useState<'own' | 'gift'>('own')
  const { customer } = useCounterState()
  return (
    <section className={styles['form']}>
      <h2 lang={defaultLocale}>{name}</h2>
      <p>
        {money(sold.price)}, {t('sell.months', { count: sold.months })}
        {ages && <>, {t('sell.ages', ages)}</>}
      </p>
      {giftMemberships && (
        <RadioCards
          name="membership-for"
          label={t('sell.membershipFor.label')}
          value={membershipFor}
          onChange={setMembershipFor}
          cards={(['own', 'gift'] as const).map((each) => ({ value: each, label: t(`sell.membershipFor.${each}`) }))}
        />
      )}
      {membershipFor === 'gift' ? (
        <GiftForm membership={id} />
      ) : !customer ? (
        <Notice title={t('sell.needsCustomer')}>
          <NoticeActions>
            <LinkButton to="/smart/customer/search">{t('search.title')}</LinkButton>
          </NoticeActions>
        </Notice>
      ) : (
        <OwnMembership key={customer.id} membership={id} customer={customer.id} />
      )}
    </section>
  )
}

/** A membership for the customer: a new one, the renewal of one that they hold, or the upgrade from a lower one, which it replaces. */
function OwnMembership({ membership, customer }: { readonly membership: string; readonly customer: string }) {
  const t = useWords('box-office')
  const formatDay = useDayFormat()
  const { add, problem, isPending, dismiss } = useAddAtCounter()
  const query = useQuery(counterMembershipsQuery(customer))
  const offer = query.data?.find((each) => each.membership === membership)
  const submitButton = useRef<HTMLButtonElement>(null)
  const isOffered = offer !== undefined
  useEffect(() => {
    // Not while the clerk chooses for whom the membership is.
    if (!(document.activeElement instanceof HTMLInputElement)) submitButton.current?.focus()
  }, [isOffered])
  if (!offer) return <QueryStatus query={query} height={4} />
  const { heldUntil, renewal, upgrade } = offer
  const addMembership = (): Promise<void> => add({ kind: 'membership', membership, ...(upgrade && { upgradeFrom: upgrade.from }) })
  const held = heldUntil !== null && <Notice title={t('sell.heldUntil', { day: formatDay(heldUntil) })} />
  if (held && !renewal) return held
  if (problem?.code === 'date-of-birth-required')
    return (
      <BirthDateForm
        onSaved={() => {
          dismiss()
          void addMembership()
        }}
      />
    )
  return (
    <>
      {held}
      <ChangeNote offer={offer} />
      {problem && <ProblemNotice problem={problem} bare />}
      <div>
        <Button look="primary" isPending={isPending} onPress={() => void addMembership()} ref={submitButton}>
          {t(renewal ? 'sell.addRenewal' : upgrade ? 'sell.addUpgrade' : 'sell.add')}
        </Button>
      </div>
    </>
  )
}

/** The price and the first day of a renewal, or what an upgrade costs and replaces. */
function ChangeNote({ offer: { renewal, upgrade } }: { readonly offer: MembershipOffer }) {
  const t = useWords('box-office')
  const { money } = useFormats()
  const formatDay = useDayFormat()
  if (renewal) {
    const day = formatDay(renewal.startsOn)
    return <p>{t('sell.renewalFor', { price: money(renewal.price), day })}</p>
  }
  if (!upgrade) return null
  const { name, credit, price } = upgrade
  return <p>{t('sell.upgradeFor', { name, credit: money(credit), price: money(price) })}</p>
}

/** Asks for the customer's date of birth, which a membership depends on. */
function BirthDateForm({ onSaved }: { readonly onSaved: () => void }) {
  const t = useWords('box-office')
  const { send, problem, isPending } = useStaffMutation()
  const [birthDate, setBirthDate] = useState('')
  const [isMissing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const isInvalid = problem?.code === 'invalid-input'
  const { form, reject } = useInvalidFocus(problem)
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setMissing(birthDate === '')
    if (birthDate === '') return reject()
    const result = await send(() => api.staff.changeBirthDate({ body: { birthDate } }), { onSuccess: setCounterState })
    if (result.ok) onSaved()
  }
  return (
    <form ref={form} className={styles['form']} noValidate onSubmit={(event) => void save(event)}>
      {problem && !isInvalid && <ProblemNotice problem={problem} bare />}
      <TextField
        name="birth-date"
        label={t('sell.birthDate')}
        hint={t('sell.birthDateHint')}
        type="date"
        value={birthDate}
        onChange={setBirthDate}
        error={isMissing || isInvalid ? t('sell.birthDateWrong') : undefined}
        ref={field}
      />
      <Button type="submit" look="primary" isPending={isPending}>
        {t('sell.saveAndAdd')}
      </Button>
    </form>
  )
}
