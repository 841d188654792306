import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { contract, PlannedOffer, ReplyOf } from '@playhouse/api-client/contract'
import { changedFields } from '@playhouse/domain/change'
import { problem as problemOf } from '@playhouse/domain/problem'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { ProblemNotice } from '#ui/ProblemNotice'
import { TextField } from '#form/TextField'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { ChangedFields } from '../planning/ChangedFields.tsx'
import { refreshProgramme } from '../planning/planning-queries.ts'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useInvalidFocus } from '../useInvalidFocus.ts'
import { emptyOffer, mergeOfferDrafts, offerDraftOf, offerOf } from './offer-draft.ts'
import { offersQuery } from './offer-queries.ts'
import { OfferCodes } from './OfferCodes.tsx'
import { OfferFields } from './OfferFields.tsx'
import { OfferSales } from './OfferSales.tsx'
import { TryOffer } from './TryOffer.tsx'
import { useOfferText } from './useOfferText.ts'

type Options = ReplyOf<typeof contract.offers.all>

/** The form of a new offer. */
export function NewOfferPage() {
  const t = useWords('offer')
  const query = useQuery(offersQuery)
  return (
    <Page>
      <PageHeading>{t('create')}</PageHeading>
      <p>
        <Link to="/smart/offers">{t('title')}</Link>
      </p>
      <QueryStatus query={query} height={16} />
      {query.data && <OfferForm options={query.data} />}
    </Page>
  )
}

/** An offer: its uses, its form, and the button that ends it. */
export function OfferPage() {
  const t = useWords('offer')
  const { offer: id } = useParams()
  const { role } = useCounterState().clerk
  const { nameOf, effectOf, windowOf } = useOfferText()
  const query = useQuery(offersQuery)
  const current = query.data?.offers.find((each) => each.id === id)
  return (
    <Page>
      <PageHeading>{current ? t('entry', { code: current.id, name: nameOf(current.offer) }) : t('title')}</PageHeading>
      <p>
        <Link to="/smart/offers">{t('title')}</Link>{' '}
        <Link to={`/smart/changes?${new URLSearchParams({ subject: 'offer', id: id! })}`}>{t('changes')}</Link>
      </p>
      <QueryStatus query={query} height={16} />
      {query.data && !current && <ProblemNotice problem={problemOf('page-not-found')} />}
      {query.data && current && (
        <>
          <p>
            {[
              t(`states.${current.state}`),
              current.offer.rule.automatic ? t('noCode') : '',
              current.offer.rule.singleUse ? t('codes.title') : '',
              effectOf(current.offer.rule),
              windowOf(current.offer),
              t('used', { count: current.used }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </p>
          <OfferSales offer={current} />
          <TryOffer offer={current} priceTypes={query.data.priceTypes} />
          {isStaffAllowed(role, 'edit-offers') && (
            <>
              {!current.offer.rule.automatic && <OfferCodes key={`codes ${current.id}`} offer={current.id} />}
              {current.state !== 'ended' && <EndOffer current={current} />}
              <OfferForm key={current.id} options={query.data} current={current} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

function EndOffer({ current: { id, version } }: { readonly current: PlannedOffer }) {
  const t = useWords('offer')
  const mutation = usePlanningMutation()
  const end = () =>
    void mutation.send(() => api.offers.end({ params: { offer: id }, body: { version } }), {
      onSuccess: refreshProgramme,
      message: t('ended'),
    })
  return (
    <section className={styles['panel']} aria-labelledby="end-offer">
      <h2 id="end-offer">{t('end')}</h2>
      <p>{t('endLead')}</p>
      <PlanningOutcome mutation={mutation} />
      <Button onPress={end} isPending={mutation.isPending}>
        {t('end')}
      </Button>
    </section>
  )
}

/** Creates an offer, or changes `current`. */
function OfferForm({ current, options }: { readonly current?: PlannedOffer; readonly options: Options }) {
  const t = useWords('offer')
  const navigate = useNavigate()
  const mutation = usePlanningMutation()
  const { problem } = mutation
  const { form } = useInvalidFocus(problem)
  const heading = useRef<HTMLHeadingElement>(null)
  /** The offer that was read when the form was filled; `current` may be newer. */
  const [base, setBase] = useState(current)
  const [code, setCode] = useState('')
  const [draft, setDraft] = useState(() => offerDraftOf(current?.offer ?? emptyOffer))
  const fields = problem?.code === 'invalid-input' ? problem.params.fields : []
  const isRefused = (name: string): boolean => fields.some((field) => field === `offer.${name}` || field.startsWith(`offer.${name}.`))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const offer = offerOf(draft)
    if (base)
      void mutation.send(() => api.offers.edit({ params: { offer: base.id }, body: { version: base.version, offer } }), {
        onSuccess: async ({ offer: saved }) => {
          await refreshProgramme()
          setBase(saved)
          setDraft(offerDraftOf(saved.offer))
        },
        message: t('saved'),
        focus: heading,
      })
    else
      void mutation.send(() => api.offers.create({ body: { code, offer } }), {
        onSuccess: async () => {
          await refreshProgramme()
          await navigate('/smart/offers')
        },
        message: t('created'),
      })
  }
  const takeOver = (): void => {
    if (base && current) setDraft(mergeOfferDrafts(offerDraftOf(base.offer), draft, offerDraftOf(current.offer)))
    setBase(current)
    mutation.dismiss()
  }
  const codeError = problem?.code === 'id-taken' ? t('taken') : fields.includes('code') ? t('codeFault') : undefined
  return (
    <section className={styles['panel']} aria-labelledby="offer-form">
      <h2 id="offer-form" ref={heading} tabIndex={-1}>
        {base ? t('edit') : t('fields')}
      </h2>
      {base && <p>{t('editLead')}</p>}
      <PlanningOutcome
        mutation={mutation}
        changed={
          base &&
          current && (
            <>
              <ChangedFields fields={changedFields(base.offer, current.offer)} />
              <Button onPress={takeOver}>{t('takeOver')}</Button>
            </>
          )
        }
      />
      <form ref={form} className={styles['form']} onSubmit={submit} aria-labelledby="offer-form">
        {!base && (
          <TextField
            name="offer-code"
            label={t('code')}
            hint={t('codeHint')}
            maxLength={60}
            value={code}
            onChange={setCode}
            error={codeError}
          />
        )}
        <OfferFields draft={draft} onChange={setDraft} isRefused={isRefused} priceTypes={options.priceTypes} />
        <Button type="submit" look="primary" isPending={mutation.isPending}>
          {t(base ? 'save' : 'createNow')}
        </Button>
      </form>
    </section>
  )
}
