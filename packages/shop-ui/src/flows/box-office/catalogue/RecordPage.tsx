import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import type { CatalogueRecord } from '@playhouse/api-client/contract'
import { changedFields } from '@playhouse/domain/change'
import { recordFields } from '@playhouse/domain/record-fields'
import type { RecordValue } from '@playhouse/domain/record'
import { idFieldOf, type RecordKind, recordKindRules } from '@playhouse/domain/record-kind'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { PlanningOutcome } from '../planning/PlanningOutcome.tsx'
import { idOfTitle } from '../planning/production-draft.ts'
import { usePlanningMutation } from '../planning/usePlanningMutation.ts'
import { QueryStatus } from '../QueryStatus.tsx'
import { useKindWords } from './kind-words.ts'
import { draftOf, mergeRecordDrafts } from './record-draft.ts'
import { ProductPerformances } from './ProductPerformances.tsx'
import { ProductStock } from './ProductStock.tsx'
import { AgentReturn } from './AgentReturn.tsx'
import { AgentSales } from './AgentSales.tsx'
import { AgentSeats } from './AgentSeats.tsx'
import { DaySeatDraws } from './DaySeatDraws.tsx'
import { ProgrammeCodes } from './ProgrammeCodes.tsx'
import { SubscriptionCards } from './SubscriptionCards.tsx'
import { RecordChanges } from './RecordChanges.tsx'
import { RecordForm } from './RecordForm.tsx'
import { recordQuery, refreshRecords } from './record-queries.ts'
import { useRecordName } from './reference-names.ts'
import { UnknownKind, useRecordKind } from './RecordsPage.tsx'

const pathOf = (kind: RecordKind): string => `/smart/catalogue/${kind}`

/** Creates a record of the kind in the path. */
export function NewRecordPage() {
  const kind = useRecordKind()
  return kind ? <NewRecord key={kind} kind={kind} /> : <UnknownKind />
}

function NewRecord({ kind }: { readonly kind: RecordKind }) {
  const t = useWords('catalogue')
  const navigate = useNavigate()
  const mutation = usePlanningMutation()
  const [draft, setDraft] = useState(() => draftOf(recordFields[kind], { position: 100 }))
  const [typedId, setTypedId] = useState('')
  const suggestion = idOfTitle(String(draft['name'] ?? ''))
  const idField = idFieldOf(kind)
  const id = idField ? String(draft[idField] ?? '') : typedId.trim() || suggestion
  const create = (record: Record<string, unknown>): void =>
    void mutation.send(() => api.records.save({ params: { kind, id }, body: { version: null, record } }), {
      onSuccess: async () => {
        await refreshRecords()
        await navigate(`${pathOf(kind)}/${id}`)
      },
      message: t('created'),
    })
  return (
    <Page width="reading">
      <PageHeading>{t(`kinds.${kind}.create`)}</PageHeading>
      <p>{t(`kinds.${kind}.lead`)}</p>
      <PlanningOutcome mutation={mutation} />
      <RecordForm
        {...{ kind, draft, mutation }}
        onChange={setDraft}
        shortName={{ value: typedId, suggestion, onChange: setTypedId }}
        onSubmit={create}
      />
    </Page>
  )
}

/** What the performances of a product need of its record. */
const productOf = (record: CatalogueRecord['record']): Pick<RecordValue<'product'>, 'variants' | 'isReservation'> => {
  const { variants = [], isReservation = false } = record as Partial<RecordValue<'product'>>
  return { variants, isReservation }
}

/** Shows a record, and changes it. */
export function RecordPage() {
  const kind = useRecordKind()
  const { id = '' } = useParams()
  return kind ? <OneRecord key={`${kind}/${id}`} {...{ kind, id }} /> : <UnknownKind />
}

function OneRecord({ kind, id }: { readonly kind: RecordKind; readonly id: string }) {
  const t = useWords('catalogue')
  const nameOf = useRecordName(kind)
  const { role } = useCounterState().clerk
  const query = useQuery(recordQuery(kind, id))
  return (
    <Page width="reading">
      <PageHeading>{query.data ? nameOf({ id, name: String(query.data.record['name'] ?? id) }) : t(`kinds.${kind}.one`)}</PageHeading>
      <p>
        <Link to={pathOf(kind)}>{t(`kinds.${kind}.title`)}</Link>
      </p>
      <QueryStatus query={query} height={20} />
      {query.data && <EditRecord current={query.data} />}
      {query.data && kind === 'product' && (
        <>
          <ProductPerformances product={id} {...productOf(query.data.record)} />
          <ProductStock product={id} />
        </>
      )}
      {query.data && kind === 'programme' && <ProgrammeCodes programme={id} />}
      {query.data && kind === 'flex-subscription' && <SubscriptionCards flex={id} />}
      {query.data && kind === 'day-seats' && <DaySeatDraws lottery={id} />}
      {query.data && kind === 'agent' && (
        <>
          <AgentSeats agent={id} />
          {isStaffAllowed(role, 'enter-agent-sales') && (
            <>
              <AgentReturn agent={id} />
              <AgentSales agent={id} />
            </>
          )}
        </>
      )}
    </Page>
  )
}

function EditRecord({ current }: { readonly current: CatalogueRecord }) {
  const ofKind = useKindWords()
  const plan = useWords('planning')
  const { role } = useCounterState().clerk
  const mutation = usePlanningMutation()
  const state = useRef<HTMLParagraphElement>(null)
  const { kind, id } = current
  /** The version that was read when the form was filled; `current` may be newer. */
  const [base, setBase] = useState(current)
  const [draft, setDraft] = useState(() => draftOf(recordFields[kind], current.record))
  const sale = (text: string): string => ofKind(kind, `sale.${text}`)
  const isEditor = isStaffAllowed(role, 'edit-catalogue') && isStaffAllowed(role, recordKindRules[kind].permission)
  const takeOver = (): void => {
    const fields = recordFields[kind]
    setDraft(mergeRecordDrafts(draftOf(fields, base.record), draft, draftOf(fields, current.record)))
    setBase(current)
    mutation.dismiss()
  }
  /** What the server stored is what the form is based on. */
  const store = async ({ record }: { readonly record: CatalogueRecord }): Promise<void> => {
    setBase(record)
    await refreshRecords()
  }
  const save = (record: Record<string, unknown>, reason: string): void =>
    void mutation.send(
      () => api.records.save({ params: { kind, id }, body: { version: base.version, record, ...(reason !== '' && { reason }) } }),
      { onSuccess: store, message: plan('edit.saved'), focus: state },
    )
  const setSale = (isWithdrawn: boolean): void =>
    void mutation.send(() => api.records.setSale({ params: { kind, id }, body: { version: base.version, isWithdrawn } }), {
      onSuccess: store,
      message: sale(isWithdrawn ? 'done' : 'again'),
      focus: state,
    })
  return (
    <>
      <p ref={state} tabIndex={-1}>
        {sale(current.isWithdrawn ? 'isWithdrawn' : 'isOffered')}
      </p>
      <div className={styles['inline']}>
        {isEditor && (
          <Button isPending={mutation.isPending} onPress={() => setSale(!current.isWithdrawn)}>
            {sale(current.isWithdrawn ? 'offer' : 'withdraw')}
          </Button>
        )}
        <Link to={`/smart/changes?${new URLSearchParams({ subject: kind, id })}`}>{plan('changes.title')}</Link>
      </div>
      <PlanningOutcome
        mutation={mutation}
        changed={
          <>
            <RecordChanges
              kind={kind}
              fields={changedFields(
                { ...base.record, isWithdrawn: base.isWithdrawn },
                { ...current.record, isWithdrawn: current.isWithdrawn },
              )}
            />
            <Button onPress={takeOver}>{plan('changed.takeOver')}</Button>
          </>
        }
      />
      {isEditor ? (
        <RecordForm {...{ kind, draft, mutation }} onChange={setDraft} onSubmit={save} />
      ) : (
        <RecordChanges kind={kind} fields={Object.entries(current.record).map(([field, after]) => ({ field, before: null, after }))} />
      )}
    </>
  )
}
