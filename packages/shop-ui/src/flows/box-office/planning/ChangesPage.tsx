import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useRef } from 'react'
import { useSearchParams } from 'react-router'
import type { ChangeSet } from '@playhouse/api-client/contract'
import { changeKinds, type ChangeSubject, changeSubjects } from '@playhouse/domain/change'
import { recordKinds } from '@playhouse/domain/record-kind'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useFormats, useLocale, useWords } from '#i18n'
import { api } from '#server-state'
import { Button } from '#ui/Button'
import { Disclosure } from '#ui/Disclosure'
import { Link } from '#ui/Link'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { classNames } from '#theme'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { ListTable } from '../ListTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { RecordChanges } from '../catalogue/RecordChanges.tsx'
import { refreshRecords } from '../catalogue/record-queries.ts'
import { ChangedFields } from './ChangedFields.tsx'
import { changesQuery } from './planning-queries.ts'
import { PlanningOutcome } from './PlanningOutcome.tsx'
import { usePlanningMutation } from './usePlanningMutation.ts'
import { useWallClock } from './wall-clock.ts'

/** What staff changed in the programme, the newest first, with search, filter, order and columns in the URL. Each change can be undone where nothing was built on it. */
export function ChangesPage() {
  const t = useWords('planning')
  const { instant, number } = useFormats()
  const locale = useLocale()
  const { role } = useCounterState().clerk
  const [search] = useSearchParams()
  const mutation = usePlanningMutation()
  const summary = useRef<HTMLParagraphElement>(null)
  const subject = changeSubjects.find((each) => each === search.get('subject'))
  const [id, before] = [search.get('id'), search.get('before')]
  const kind = changeKinds.find((each) => each === search.get('state'))
  const find = useDeferredValue(search.get('q') ?? '')
  const query = useQuery({
    ...changesQuery({
      ...(subject && { subject }),
      ...(id !== null && { id }),
      ...(kind && { kind }),
      ...(find !== '' && { find }),
      ...(before !== null && { before }),
    }),
    placeholderData: keepPreviousData,
  })
  const undo = ({ id: change }: ChangeSet) =>
    mutation.send(() => api.planning.undo({ params: { change }, body: {} }), {
      onSuccess: refreshRecords,
      message: t('changes.undone'),
      focus: summary,
    })
  const isSearched = kind !== undefined || find !== ''
  const changes = query.data?.changes ?? []
  const last = changes.at(-1)
  const kindOf = ({ kind: made, undoesKind }: ChangeSet): string =>
    undoesKind === null ? t(`changes.kind.${made}`) : t('changes.undoneKind', { what: t(`changes.kind.${undoesKind}`) })
  const whatOf = (change: ChangeSet): string => t('changes.thing', { what: kindOf(change), id: mainOf(change) })
  const olderThan = ({ id: change }: ChangeSet): URLSearchParams => {
    const next = new URLSearchParams(search)
    next.set('before', change)
    return next
  }
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
      {query.data && changes.length === 0 && !isSearched && <p>{t('changes.none')}</p>}
      {query.data && (changes.length > 0 || isSearched) && (
        <ListTable
          name="change"
          label={t('changes.title')}
          rows={changes}
          keyOf={({ id: change }) => change}
          search={{ label: t('changes.find') }}
          filter={{
            label: t('changes.column.change'),
            options: [
              { value: 'all', label: t('state.all') },
              ...changeKinds
                .map((value) => ({ value, label: t(`changes.kind.${value}`) }))
                .toSorted((one, other) => one.label.localeCompare(other.label, locale)),
            ],
          }}
          count={(count) => t('changes.count', { count })}
          columns={[
            { id: 'change', label: t('changes.column.change'), value: whatOf, renderCell: whatOf },
            { id: 'when', label: t('changes.column.when'), value: ({ at }) => at, renderCell: ({ at }) => instant(at) },
            { ...{ id: 'by', isLesser: true, label: t('changes.column.by') }, value: ({ by }) => by, renderCell: ({ by }) => by },
            {
              ...{ id: 'entries', isLesser: true, isAmount: true, label: t('changes.column.entries') },
              value: ({ rows }) => rows.length,
              renderCell: ({ rows }) => number(rows.length),
            },
            {
              ...{ id: 'reason', isLesser: true, label: t('changes.column.reason') },
              value: ({ reason }) => reason,
              renderCell: ({ reason }) => reason,
            },
            {
              id: 'details',
              label: t('changes.details'),
              // In one column: two are wider than a phone.
              renderCell: (change) => (
                <div className={classNames(styles['inline'], styles['line'])}>
                  <ChangeRows rows={change.rows} />
                  {change.undoneBy === null
                    ? isStaffAllowed(role, 'undo-changes') && (
                        <Button
                          isPending={mutation.isPending}
                          onPress={() => void undo(change)}
                          aria-label={t('changes.undoOf', {
                            change: t('changes.entry', {
                              what: kindOf(change),
                              id: mainOf(change),
                              when: instant(change.at),
                            }),
                          })}
                        >
                          {t('changes.undo')}
                        </Button>
                      )
                    : t('changes.isUndone')}
                </div>
              ),
            },
          ]}
        />
      )}
      {query.data?.hasMore && last && <Link to={`?${olderThan(last)}`}>{t('changes.older')}</Link>}
    </Page>
  )
}

/** The name of what a change is about, or its id: of a production, or of its first entry. */
function mainOf({ rows }: ChangeSet): string {
  const main = rows.find(({ subject }) => subject === 'production') ?? rows[0]
  return main?.name ?? main?.id ?? ''
}

function ChangeRows({ rows }: Pick<ChangeSet, 'rows'>) {
  const t = useWords('planning')
  const { dateAndTime } = useWallClock()
  const nameOf = ({ id, name, startsAt }: ChangeSet['rows'][number]): string => {
    if (name === null) return id
    return startsAt === null ? t('changes.named', { name, id }) : t('changes.performance', { name, when: dateAndTime(startsAt) })
  }
  return (
    <Disclosure label={t('changes.details')}>
      <ul>
        {rows.map((row) => (
          <li key={`${row.subject} ${row.id}`}>
            {t(`changes.effect.${row.effect}`, { id: nameOf(row) })}
            {(row.effect === 'changed' || parts.has(row.subject)) && <RowChanges row={row} />}
          </li>
        ))}
      </ul>
    </Disclosure>
  )
}

/** Things that are part of another one, by whose name they go: their content is listed where they are created or removed, too. */
const parts: ReadonlySet<ChangeSubject> = new Set(['sale-windows', 'seat-locks'])

/** The fields of a changed thing: those of a record have the names of its form. */
function RowChanges({ row: { subject, fields } }: { readonly row: ChangeSet['rows'][number] }) {
  const t = useWords('planning')
  const kind = recordKinds.find((each) => each === subject)
  // Codes have a field for each change: its id, and how many were added or withdrawn.
  if (subject === 'programme-codes' || subject === 'offer-codes')
    return (
      <ChangedFields fields={fields} nameOf={(field) => t(field.endsWith('.added') ? 'changes.codes.added' : 'changes.codes.withdrawn')} />
    )
  if (subject === 'subscription-cards')
    return (
      <ChangedFields
        fields={fields}
        nameOf={(field) => t(field.endsWith('.issued') ? 'changes.cards.issued' : 'changes.cards.cancelled')}
      />
    )
  if (subject === 'access-card')
    return (
      <ChangedFields
        fields={fields}
        nameOf={(field) => t(field === 'revision' ? 'changes.accessCard.content' : 'changes.accessCard.withdrawn')}
      />
    )
  return kind ? <RecordChanges {...{ kind, fields }} /> : <ChangedFields fields={fields} />
}
