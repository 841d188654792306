import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useParams } from 'react-router'
import type { contract, PlannedPriceList, ReplyOf } from '@playhouse/api-client/contract'
import { changedFields, isSameValue } from '@playhouse/domain/change'
import { grossPotential, priceOfField } from '@playhouse/domain/price-list-plan'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { ChangedFields } from './ChangedFields.tsx'
import { plannedPriceListQuery, refreshProgramme } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { draftOfPrices, editOfDraft, mergePriceDrafts, type PriceDraft, storedOf } from './price-draft.ts'
import { PreviewPanel } from './PreviewPanel.tsx'
import { PriceListForm } from './PriceListForm.tsx'
import { ScheduledPrices } from './ScheduledPrices.tsx'
import { ScheduleForm } from './ScheduleForm.tsx'
import { usePlanningMutation } from './usePlanningMutation.ts'
import { useUnsavedGuard } from './useUnsavedGuard.tsx'
import { useWallClock } from './wall-clock.ts'

/** A price list: its prices, and the performances that have it. */
export function PriceListPage() {
  const t = useWords('planning')
  const { list = '' } = useParams()
  const query = useQuery(plannedPriceListQuery(list))
  return (
    <Page>
      <PageHeading>{query.data?.name ?? t('prices.title')}</PageHeading>
      <p>
        <Link to="/smart/prices">{t('prices.title')}</Link>
      </p>
      <p>
        <Link to={`/smart/prices/${list}/bands`}>{t('prices.paint')}</Link>
      </p>
      <QueryStatus query={query} height={20} />
      {query.data && <PriceList key={list} current={query.data} />}
    </Page>
  )
}

type Preview = ReplyOf<typeof contract.priceLists.preview>

function PriceList({ current }: { readonly current: PlannedPriceList }) {
  const t = useWords('planning')
  const { money } = useFormats()
  const { role } = useCounterState().clerk
  const isEditor = isStaffAllowed(role, 'edit-prices')
  const mutation = usePlanningMutation()
  /** The version that was read when the grid was filled; `current` may be newer. */
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState(() => draftOfPrices(current))
  const [reason, setReason] = useState('')
  const [faults, setFaults] = useState<readonly string[]>([])
  const [preview, setPreview] = useState<Preview>()
  const heading = useRef<HTMLHeadingElement>(null)
  const { question } = useUnsavedGuard(reason !== '' || !isSameValue(draft, draftOfPrices(base)))
  const { edit, faults: typedFaults } = editOfDraft(draft)
  const params = { priceList: base.id }
  const body = { version: base.version, edit, ...(reason.trim() !== '' && { reason }) }
  const change = (next: PriceDraft): void => {
    setDraft(next)
    setPreview(undefined)
    setFaults([])
  }
  const showPreview = async (): Promise<void> => {
    setFaults(typedFaults)
    if (typedFaults.length > 0) return
    await mutation.send(() => api.priceLists.preview({ params, body }), {
      onSuccess: setPreview,
      message: ({ fields }) => t('prices.previewed', { count: fields.length }),
    })
  }
  /** Shows the list after a change. */
  const showChanged = async ({ priceList }: { readonly priceList: PlannedPriceList }): Promise<void> => {
    setBase(priceList)
    setDraft(draftOfPrices(priceList))
    setPreview(undefined)
    setReason('')
    await refreshProgramme()
  }
  const save = (): void =>
    void mutation.send(() => api.priceLists.edit({ params, body }), {
      ...{ onSuccess: showChanged, message: t('prices.saved'), focus: heading },
    })
  const schedule = (from: string): void => {
    const { edit: _edit, ...version } = body
    void mutation.send(() => api.priceLists.schedule({ params, body: { ...version, schedule: { from, prices: edit.prices } } }), {
      ...{ onSuccess: showChanged, message: t('prices.isScheduled'), focus: heading },
    })
  }
  /** What is typed stays. */
  const withdraw = (id: string): void =>
    void mutation.send(() => api.priceLists.withdrawSchedule({ params: { ...params, schedule: id } }), {
      ...{ onSuccess: refreshProgramme, message: t('prices.isWithdrawn'), focus: heading },
    })
  const takeOver = (): void => {
    setDraft(mergePriceDrafts(draftOfPrices(base), draft, draftOfPrices(current)))
    setBase(current)
    setPreview(undefined)
    mutation.dismiss()
  }
  return (
    <>
      {question}
      <h2 ref={heading} tabIndex={-1}>
        {t('prices.inHall', { name: base.name, hall: base.hallName })}
      </h2>
      {isEditor && <p>{t('prices.lead')}</p>}
      <PlanningOutcome
        mutation={mutation}
        changed={
          <>
            <ChangedFields fields={changedFields(storedOf(base), storedOf(current))} types={current.priceTypes} />
            <Button onPress={takeOver}>{t('changed.takeOver')}</Button>
          </>
        }
      />
      <PriceListForm
        {...{ draft, faults, reason, base, mutation, isReadOnly: !isEditor }}
        onChange={change}
        onReason={setReason}
        onPreview={() => void showPreview()}
      >
        {typedFaults.length === 0 && <p>{t('prices.gross', { amount: money(grossPotential(edit, base.seats)) })}</p>}
      </PriceListForm>
      {preview && (
        <PreviewPanel name="price" preview={preview}>
          <ChangedFields fields={preview.fields} types={edit.priceTypes} />
          <p>{t('prices.grossChange', { before: money(preview.grossBefore), after: money(preview.grossAfter) })}</p>
          <p>{t('prices.kept', { count: takenOf(preview.performances) })}</p>
          <Button look="primary" isPending={mutation.isPending} isDisabled={preview.fields.length === 0} onPress={save}>
            {t('prices.apply')}
          </Button>
          {preview.fields.length > 0 &&
            (preview.fields.every(({ field }) => priceOfField(field)) ? (
              <ScheduleForm mutation={mutation} onSchedule={schedule} />
            ) : (
              <p>{t('prices.laterOnlyPrices')}</p>
            ))}
        </PreviewPanel>
      )}
      <ScheduledPrices
        {...{ scheduled: current.scheduled, priceTypes: current.priceTypes, isPending: mutation.isPending }}
        {...(isEditor && { onWithdraw: withdraw })}
      />
      <Performances performances={preview?.performances ?? current.performances} />
    </>
  )
}

const takenOf = (performances: PlannedPriceList['performances']): number =>
  performances.reduce((sum, { tickets, inBaskets }) => sum + tickets + inBaskets, 0)

/** Performances that are listed at once: a longer list is folded. */
const shown = 8

function Performances({ performances }: Pick<PlannedPriceList, 'performances'>) {
  const t = useWords('planning')
  const { when } = useWallClock()
  return (
    <Disclosure level={2} label={t('prices.performances', { count: performances.length })} isInitiallyOpen={performances.length <= shown}>
      <ul role="list" className={styles['lines']}>
        {performances.map(({ id, event, title, startsAt, state, tickets, inBaskets }) => (
          <li key={id}>
            <span>
              <Link to={`/smart/productions/${event}`}>{title}</Link>, {when(startsAt)}
              {state === 'draft' && ` · ${t('state.draft')}`}
              {tickets + inBaskets > 0 && ` · ${t('bulk.taken', { count: tickets + inBaskets })}`}
            </span>
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}
