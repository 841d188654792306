import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { isSingleKind, type RecordKind, recordKindRules, recordKinds } from '@playhouse/domain/record-kind'
import { isStaffAllowed } from '@playhouse/domain/staff'
import { useWords } from '#i18n'
import { Link } from '#ui/Link'
import { LinkButton } from '#ui/LinkButton'
import { Page } from '#ui/Page'
import { PageHeading } from '#ui/PageHeading'
import { classNames } from '#theme'
import styles from '../BoxOffice.module.css'
import { useCounterState } from '../counter-state.ts'
import { ListTable } from '../ListTable.tsx'
import { QueryStatus } from '../QueryStatus.tsx'
import { AccessCardsPage } from './AccessCardsPage.tsx'
import { useKindWords } from './kind-words.ts'
import { recordKindsQuery, recordsQuery } from './record-queries.ts'
import { useRecordName } from './reference-names.ts'

/** The kind in the path; undefined for an unknown one. */
export function useRecordKind(): RecordKind | undefined {
  const { kind } = useParams()
  return recordKinds.find((each) => each === kind)
}

/** The page of a path that names no kind. */
export function UnknownKind() {
  const t = useWords('catalogue')
  return (
    <Page>
      <PageHeading>{t('unknown')}</PageHeading>
      <p>
        <Link to="/smart/catalogue">{t('title')}</Link>
      </p>
    </Page>
  )
}

/** The kinds of records, with the numbers of each. */
export function CataloguePage() {
  const t = useWords('catalogue')
  const ofKind = useKindWords()
  const { role } = useCounterState().clerk
  const query = useQuery(recordKindsQuery)
  return (
    <Page>
      <PageHeading>{t('title')}</PageHeading>
      <p>{t('lead')}</p>
      <p>
        <Link to="/smart/changes">{t('changes')}</Link>
      </p>
      <QueryStatus query={query} height={16} />
      <ul role="list" className={styles['evenings']}>
        {(query.data ?? []).map(({ kind, offered, withdrawn }) => (
          <li key={kind}>
            <Link to={`/smart/catalogue/${kind}`}>{t(`kinds.${kind}.title`)}</Link>
            <span>{ofKind(kind, 'offered', { count: offered })}</span>
            <span className={styles['soft']}>{withdrawn > 0 && ofKind(kind, 'withdrawnCount', { count: withdrawn })}</span>
          </li>
        ))}
        {query.data && isStaffAllowed(role, 'read-access-cards') && (
          <li>
            <Link to="/smart/catalogue/access-cards">{t('accessCards.title')}</Link>
          </li>
        )}
      </ul>
    </Page>
  )
}

/** The list in the path: records of a kind in the order of the theatre, or the cards of the access scheme. Its state is in the URL. */
export function RecordsPage() {
  const kind = useRecordKind()
  if (useParams()['kind'] === 'access-cards') return <AccessCardsPage />
  return kind ? <Records key={kind} kind={kind} /> : <UnknownKind />
}

type State = 'offered' | 'withdrawn'
const stateOf = ({ isWithdrawn }: { readonly isWithdrawn: boolean }): State => (isWithdrawn ? 'withdrawn' : 'offered')

function Records({ kind }: { readonly kind: RecordKind }) {
  const t = useWords('catalogue')
  const plan = useWords('planning')
  const ofKind = useKindWords()
  const nameOf = useRecordName(kind)
  const { role } = useCounterState().clerk
  const query = useQuery(recordsQuery(kind))
  const stateText = (state: State | 'all'): string => {
    if (state === 'all') return plan('state.all')
    return ofKind(kind, state === 'withdrawn' ? 'withdrawn' : 'onOffer')
  }
  const isEditor = isStaffAllowed(role, 'edit-catalogue') && isStaffAllowed(role, recordKindRules[kind].permission)
  return (
    <Page>
      <PageHeading>{t(`kinds.${kind}.title`)}</PageHeading>
      <p>{t(`kinds.${kind}.lead`)}</p>
      <div className={classNames(styles['inline'], styles['line'])}>
        {isEditor && query.data && !(isSingleKind(kind) && query.data.length > 0) && (
          <LinkButton to={`/smart/catalogue/${kind}/new`}>{t(`kinds.${kind}.create`)}</LinkButton>
        )}
        <Link to="/smart/catalogue">{t('title')}</Link>
        <Link to={`/smart/changes?subject=${kind}`}>{t('changes')}</Link>
      </div>
      <QueryStatus query={query} height={16} />
      {query.data?.length === 0 && <p>{t('none')}</p>}
      {query.data && query.data.length > 0 && (
        <ListTable
          name="record"
          label={t(`kinds.${kind}.title`)}
          rows={query.data}
          keyOf={({ id }) => id}
          search={{ label: t('find'), textOf: (record) => `${nameOf(record)} ${record.id}` }}
          filter={{
            label: t('state'),
            options: (['all', 'offered', 'withdrawn'] as const).map((value) => ({ value, label: stateText(value) })),
            of: stateOf,
          }}
          count={(count) => t('count', { count })}
          columns={[
            {
              id: 'name',
              label: t('name'),
              value: nameOf,
              renderCell: (record) => <Link to={`/smart/catalogue/${kind}/${record.id}`}>{nameOf(record)}</Link>,
            },
            { id: 'state', label: t('state'), value: stateOf, renderCell: (record) => stateText(stateOf(record)) },
            { ...{ id: 'id', isLesser: true, label: t('id.label') }, value: ({ id }) => id, renderCell: ({ id }) => id },
          ]}
        />
      )}
    </Page>
  )
}
