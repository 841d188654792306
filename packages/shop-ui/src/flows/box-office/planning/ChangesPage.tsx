import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { ChangeSet } from '@playhouse/api-client/contract'
import { changeSubjects } from '@playhouse/domain/change'
import { recordKinds } from '@playhouse/domain/record-kind'
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
import { RecordChanges } from '../catalogue/RecordChanges.tsx'
import { refreshRecords } from '../catalogue/record-queries.ts'
import { ChangedFields } from './ChangedFields.tsx'
import { changesQuery } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { usePlanningMutation } from './usePlanningMutation.ts'

/** What staff changed in the programme, the newest first. Each change can be undone where nothing was built on it. */
export function ChangesPage() {
  const t = useWords('planning')
  const { role } = useCounterState().clerk
  const [search] = useSearchParams()
  const mutation = usePlanningMutation()
  const summary = useRef<HTMLParagraphElement>(null)
  const subject = changeSubjects.find((each) => each === search.get('subject'))
  const [id, before] = [search.get('id'), search.get('before')]
  const query = useQuery(changesQuery({ ...(subject && { subject }), ...(id !== null && { id }), ...(before !== null && { before }) }))
  const undo = ({ id: change }: ChangeSet) =>
    mutation.send(() => api.planning.undo({ params: { change }, body: {} }), {
      onSuccess: refreshRecords,
      message: t('changes.undone'),
      focus: summary,
    })
  const changes = query.data?.changes ?? []
  const last = changes.at(-1)
  return (
    <Page>
      <PageHeading>{t('changes.title')}</PageHeading>
      <p>
        <Link to={subject === 'production' && id !== null ? `/smart/productions/${id}` : '/smart/productions'}>{t('list.title')}</Link>
      </p>
      <PlanningOutcome mutation={mutation} />
      <p ref={summary} tabIndex={-1}>
        {t('changes.lead')}
      </p>
      <QueryStatus query={query} height={16} />
      {query.data && changes.length === 0 && <p>{t('changes.none')}</p>}
      <div className={styles['list']}>
        {changes.map((change) => (
          <Change
            key={change.id}
            change={change}
            isPending={mutation.isPending}
            onUndo={isStaffAllowed(role, 'undo-changes') && change.undoneBy === null ? () => void undo(change) : undefined}
          />
        ))}
      </div>
      {query.data?.hasMore && last && (
        <Link to={`?${new URLSearchParams({ ...(subject && { subject }), ...(id !== null && { id }), before: last.id })}`}>
          {t('changes.older')}
        </Link>
      )}
    </Page>
  )
}

/** The fields of a changed thing: those of a record have the names of its form. */
function RowChanges({ row: { subject, fields } }: { readonly row: ChangeSet['rows'][number] }) {
  const kind = recordKinds.find((each) => each === subject)
  return kind ? <RecordChanges {...{ kind, fields }} /> : <ChangedFields fields={fields} />
}

type ChangeProps = { readonly change: ChangeSet; readonly isPending: boolean; readonly onUndo: (() => void) | undefined }

function Change({ change: { id, at, by, kind, reason, undoneBy, rows }, isPending, onUndo }: ChangeProps) {
  const t = useWords('planning')
  const { instant } = useFormats()
  const main = rows.find(({ subject }) => subject === 'production') ?? rows[0]
  const title = t('changes.entry', { what: t(`changes.kind.${kind}`), id: main?.id ?? '', when: instant(at) })
  return (
    <section className={styles['panel']} aria-labelledby={`change-${id}`}>
      <h2 id={`change-${id}`}>{title}</h2>
      <p>
        {t('changes.by', { by, count: rows.length })}
        {reason !== null && ` ${t('changes.reason', { reason })}`}
        {undoneBy !== null && ` ${t('changes.isUndone')}`}
      </p>
      <Disclosure label={t('changes.details')}>
        <ul>
          {rows.map((row) => (
            <li key={`${row.subject} ${row.id}`}>
              {t(`changes.effect.${row.effect}`, { id: row.id })}
              {row.effect === 'changed' && <RowChanges row={row} />}
            </li>
          ))}
        </ul>
      </Disclosure>
      {onUndo && (
        <Button isPending={isPending} onPress={onUndo} aria-label={t('changes.undoOf', { change: title })}>
          {t('changes.undo')}
        </Button>
      )}
    </section>
  )
}
